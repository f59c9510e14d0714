import { z } from 'zod'
import { call } from './call.ts'
import { Message, optionalText } from './fields.ts'

const KeysInput = z.object({
  api_key: optionalText(200),
  api_secret: optionalText(200),
  webhook_secret: optionalText(200),
})

export const gateway = {
  /**
   * Saves the keys, sealed; the same names are taken from a JSON body (which is what our own clients send). The masked
   * secret sent back keeps the stored one. 422 `API Key is required`, `API Secret is required`.
   */
  add: call({
    method: 'POST',
    path: '/admin/paymment_gateway/add_razorpay',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Save the gateway keys',
  })
    .input(z.object({ query: KeysInput.optional(), body: KeysInput.optional() }))
    .output(Message),

  /** Tries the saved keys against the gateway. `checked` is false when it did not answer: that says nothing of the keys. */
  test: call({
    method: 'POST',
    path: '/admin/paymment_gateway/test_razorpay',
    access: 'admin',
    summary: 'Try the gateway keys',
    codes: ['not_found'],
  }).output(z.object({ verified: z.boolean(), checked: z.boolean(), reason: z.string().optional() })),

  /** The secret masked but for its last 4 characters; 404 when no keys are set. */
  get: call({
    method: 'GET',
    path: '/admin/paymment_gateway/get_razorpay',
    access: 'admin',
    summary: 'The gateway keys',
    codes: ['not_found'],
  }).output(z.object({ api_key: z.string(), api_secret: z.string(), source: z.enum(['admin', 'environment']) })),
}
