import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Message, Moment, optionalText, text } from './fields.ts'

const KeysInput = z.object({
  api_key: optionalText(200),
  api_secret: optionalText(200),
  webhook_secret: optionalText(200),
})

const SECRET = 'Webhook secret is required'

/**
 * The gateway in use: with keys of the server's environment, with those saved by an admin, the sandbox, or none.
 * `saved_untested`: saved keys exist but are not in force, for they have not passed the test. `saved_unreadable`: the
 * server's `ENCRYPTION_KEY` opens key or webhook secret no longer. `webhook_secret`: origin of the newest one; null =
 * events are refused.
 */
export const GatewayState = z.object({
  source: z.enum(['environment', 'admin', 'sandbox', 'none']),
  mode: z.enum(['live', 'test']).nullable(),
  saved_untested: z.boolean(),
  webhook_secret: z.enum(['environment', 'admin', 'sandbox']).nullable(),
  /** True where saved keys can get a new webhook secret. */
  can_set_webhook_secret: z.boolean(),
  saved_unreadable: z.boolean(),
})
export type GatewayState = z.output<typeof GatewayState>

export const gateway = {
  /**
   * Saves the keys, sealed; the same names are taken from a JSON body (which is what our own clients send). The masked
   * secret sent back keeps the stored one. 422 `API Key is required`, `API Secret is required`.
   */
  add: defineCall({
    method: 'POST',
    path: '/admin/paymment_gateway/add_razorpay',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Save the gateway keys',
  })
    .input(z.object({ query: KeysInput.optional(), body: KeysInput.optional() }))
    .output(Message),

  /**
   * Sets or replaces the webhook secret alone, beside the saved keys; the last one stays valid for two days. 409
   * `conflict` while no keys are saved. Anyone who knows it can report an order as paid, so it needs a confirmation.
   */
  setWebhookSecret: defineCall({
    method: 'PUT',
    path: '/admin/paymment_gateway/webhook_secret',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Set the webhook secret',
    codes: ['conflict'],
  })
    .input(
      z.object({
        body: z.object({ webhook_secret: text(1, 200, SECRET) }),
      }),
    )
    .output(Message),

  /** Returns the gateway in use. */
  state: defineCall({
    method: 'GET',
    path: '/admin/paymment_gateway/state',
    access: 'admin',
    summary: 'The gateway in force',
  }).output(GatewayState),

  /** Tries the saved keys against the gateway. `checked` is false when it did not answer: that says nothing of the keys. */
  test: defineCall({
    method: 'POST',
    path: '/admin/paymment_gateway/test_razorpay',
    access: 'admin',
    summary: 'Try the gateway keys',
    cost: 'ask',
    limits: [limit('gateway_test', 'caller', 30, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['not_found'],
  }).output(z.object({ verified: z.boolean(), checked: z.boolean(), reason: z.string().optional() })),

  /** Returns the secret masked except its last 4 characters, empty if it is unreadable; 404 when no keys are set. */
  get: defineCall({
    method: 'GET',
    path: '/admin/paymment_gateway/get_razorpay',
    access: 'admin',
    summary: 'The gateway keys',
    codes: ['not_found'],
  }).output(
    z.object({
      api_key: z.string(),
      api_secret: z.string(),
      source: z.enum(['admin', 'environment']),
      /** When Razorpay last accepted the saved keys; null before a test, and for keys of the environment. */
      verified_at: Moment.nullable(),
    }),
  ),
}
