import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Day, Message, Moment, optionalText, text } from './fields.ts'

const ID = 'Must be an id of digits, as Meta shows it'
const digits = z
  .string({ error: ID })
  .trim()
  .regex(/^\d{5,30}$/, { error: ID })
const VERSION = 'Must be a version such as v24.0'
const RATE = 'Must be rupees from 0 to 100, with at most 4 decimals'
const rate = z
  .number({ error: RATE })
  .min(0, { error: RATE })
  .max(100, { error: RATE })
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, { error: RATE })

/** Rupees for one delivered message of each category, before GST, as the owner read them at Meta on that day. */
export const WhatsappRates = z.object({ marketing: rate, utility: rate, authentication: rate, as_of: Day })
export type WhatsappRates = z.output<typeof WhatsappRates>

export const WhatsappInput = z.object({
  phone_number_id: digits,
  waba_id: digits,
  /** Absent, empty or the mask keeps the saved one. */
  token: optionalText(1000),
  app_secret: optionalText(200),
  verify_token: optionalText(200),
  api_version: z
    .string({ error: VERSION })
    .trim()
    .regex(/^v\d{1,3}\.\d$/, { error: VERSION })
    .default('v24.0'),
  rates: WhatsappRates.nullish().transform((rates) => rates ?? null),
})
export type WhatsappInput = z.output<typeof WhatsappInput>

/** Settings with masked secrets, which are empty where the server's `ENCRYPTION_KEY` opens them no longer. */
export const WhatsappSettings = z.object({
  phone_number_id: z.string(),
  waba_id: z.string(),
  token: z.string(),
  app_secret: z.string(),
  verify_token: z.string(),
  api_version: z.string(),
  rates: WhatsappRates.nullable(),
  /** The number as Meta writes it, since a test passed; null before. */
  phone: z.string().nullable(),
  verified_at: Moment.nullable(),
  /** Names the reason why nothing is sent until the owner acts; null while all is well. Saving or a passed test goes on. */
  stopped: z.object({ at: Moment, code: z.number().int(), reason: z.string() }).nullable(),
  /** The callback address for Meta's webhook settings. */
  webhook_url: z.string(),
})
export type WhatsappSettings = z.output<typeof WhatsappSettings>

/**
 * A template of Meta in one language. A letter may use it if it is `APPROVED` and `is_sendable`: its values are all in the body, and in the
 * address of one button. `price` is rupees for one message of its category; null without rates.
 */
export const WhatsappTemplate = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.string(),
  body: z.string(),
  /** Names or numbers of the values in the body, in order. */
  parameters: z.array(z.string()),
  has_button_path: z.boolean(),
  is_sendable: z.boolean(),
  price: z.number().nullable(),
})
export type WhatsappTemplate = z.output<typeof WhatsappTemplate>

export const whatsapp = {
  get: defineCall({
    method: 'GET',
    path: '/admin/whatsapp',
    access: 'admin',
    summary: 'WhatsApp settings',
    codes: ['not_found'],
  }).output(WhatsappSettings),

  save: defineCall({
    method: 'PUT',
    path: '/admin/whatsapp',
    access: 'admin',
    confirm: 'caller',
    summary: 'Save the WhatsApp settings',
  })
    .input(WhatsappInput)
    .output(WhatsappSettings),

  /** Asks Meta for the number. `checked` is false when Meta did not answer: that says nothing of the keys. */
  test: defineCall({
    method: 'POST',
    path: '/admin/whatsapp/test',
    access: 'admin',
    summary: 'Try the WhatsApp keys',
    cost: 'ask',
    limits: [limit('whatsapp_test', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['not_found'],
  }).output(
    z.object({
      verified: z.boolean(),
      checked: z.boolean(),
      reason: z.string().optional(),
      phone: z.string().optional(),
    }),
  ),

  /** Templates as Meta last listed them; with `refresh` they are listed now, and 502 says why that failed. Empty without settings. */
  templates: defineCall({
    method: 'GET',
    path: '/admin/whatsapp/templates',
    access: 'admin',
    roles: ['editor'],
    summary: 'WhatsApp templates',
    cost: 'ask',
    limits: [limit('whatsapp_templates', 'caller', 120, 10 * MINUTE)],
    codes: ['gateway_error'],
  })
    .input(z.object({ refresh: z.literal('1').optional() }))
    .output(z.object({ templates: z.array(WhatsappTemplate), read_at: Moment.nullable() })),

  /** Meta's question when the owner saves the callback address: answers the challenge to who knows the verify token. 403 else. */
  verify: defineCall({
    method: 'GET',
    path: '/webhooks/whatsapp',
    access: 'public',
    summary: 'Prove the WhatsApp webhook',
    limits: [limit('whatsapp_verify', 'client', 60, 10 * MINUTE)],
    codes: ['forbidden'],
  })
    .input(
      z.object({
        'hub.mode': z.literal('subscribe', { error: 'Must be subscribe' }),
        'hub.verify_token': text(1, 200, 'Must be the verify token'),
        'hub.challenge': z
          .string({ error: 'Must be a challenge' })
          .regex(/^[1-9]\d{0,14}$/, { error: 'Must be a number' }),
      }),
    )
    .output(z.number().int()),

  /** Meta's events, signed over the raw body. 200 for every well-signed event, known or not, first or repeated; 401 else. */
  webhook: defineCall({
    method: 'POST',
    path: '/webhooks/whatsapp',
    access: 'public',
    body: 'raw',
    summary: 'Events of WhatsApp',
    bounded: 'events take turns, and what is not signed is not stored',
    codes: ['invalid_signature'],
  }).output(Message),
}
