import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Message, Moment, optionalText } from './fields.ts'

/** Receivers of sales: Meta's Conversions API and Google Analytics 4. */
export const AdChannel = z.enum(['meta', 'ga4'], { error: 'Must be meta or ga4' })
export type AdChannel = z.output<typeof AdChannel>

const FORMS: Record<AdChannel, RegExp> = { meta: /^\d{5,30}$/, ga4: /^G-[A-Z0-9]{4,20}$/ }

const AdInput = z.object({
  /** Meta's pixel id, or Google's measurement id. */
  account: z.string({ error: 'An id is required' }).trim().min(1, { error: 'An id is required' }).max(40),
  /** Meta's access token, or Google's API secret. Absent, empty or the mask keeps the saved one. */
  secret: optionalText(1000),
  /** Meta's code of its test screen; with it, sales count there alone. */
  test_code: z
    .string({ error: 'Must be a test code' })
    .trim()
    .regex(/^[A-Za-z0-9]{0,40}$/, { error: 'Must be a test code' })
    .nullish()
    .transform((code) => code || null),
  active: z.boolean({ error: 'Must be true or false' }),
})
export type AdInput = z.output<typeof AdInput>

export const AdConnection = z.object({
  channel: AdChannel,
  account: z.string(),
  /** Masked but for its last letters; empty where the server's `ENCRYPTION_KEY` opens it no longer. */
  secret: z.string(),
  test_code: z.string().nullable(),
  active: z.boolean(),
  /** Events of the last 30 days: sent, waiting, and dropped, with the newest reason of those. */
  sent: z.number().int(),
  waiting: z.number().int(),
  dropped: z.number().int(),
  last_reason: z.string().nullable(),
  last_sent_at: Moment.nullable(),
})
export type AdConnection = z.output<typeof AdConnection>

export const ads = {
  /** Returns the saved connections. */
  list: defineCall({
    method: 'GET',
    path: '/admin/conversions',
    access: 'admin',
    summary: 'Where sales are reported',
  }).output(z.array(AdConnection)),

  /** Saves a connection with a sealed secret. 422 for an id of another form, or without a secret. */
  save: defineCall({
    method: 'PUT',
    path: '/admin/conversions/{channel}',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Report sales to Meta or Google',
  })
    .input(
      z
        .object({ params: z.object({ channel: AdChannel }), body: AdInput })
        .refine(({ params, body }) => FORMS[params.channel].test(body.account), {
          path: ['body', 'account'],
          error: 'Must be a pixel id of digits, or a measurement id such as G-ABC123',
        }),
    )
    .output(AdConnection),

  /** Sends a made-up sale to the receiver's test, and returns its answer. 404 before the connection is saved. */
  test: defineCall({
    method: 'POST',
    path: '/admin/conversions/{channel}/test',
    access: 'admin',
    input: 'detailed',
    summary: 'Send a test sale',
    cost: 'ask',
    limits: [limit('ads_test', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['not_found'],
  })
    .input(z.object({ params: z.object({ channel: AdChannel }) }))
    .output(Message.extend({ ok: z.boolean() })),
}
