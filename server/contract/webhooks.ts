import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { expiryInstant, startInstant } from './expiry.ts'
import { listWindow, Message, Moment } from './fields.ts'

/** Events that another program may get. `ping` is for tests. */
export const WEBHOOK_EVENTS = [
  'order.paid',
  'order.unpaid',
  'order.refunded',
  'enrolment.created',
  'enrolment.ended',
  'student.registered',
  'lesson.completed',
  'course.completed',
  'certificate.issued',
  'review.created',
  'question.asked',
  'consent.changed',
  'ping',
] as const

export const WebhookEvent = z.enum(WEBHOOK_EVENTS, { error: 'Must be one of the events' })
export type WebhookEvent = z.output<typeof WebhookEvent>

export const MAX_ENDPOINTS = 20
export const WEBHOOK_TRIES = 10
/** Deliveries are stored for so many days. */
export const DELIVERY_DAYS = 30

const ADDRESS = 'Must be an https address without a user name'

/** An address that events go to. The machine behind it is judged at each connection. */
const Address = z
  .string({ error: ADDRESS })
  .trim()
  .max(2000, { error: 'Must be at most 2000 characters' })
  .refine(
    (value) => {
      const url = /^https?:\/\/[^\s\\]+$/i.test(value) ? URL.parse(value) : null
      return url !== null && url.username === '' && url.password === '' && !value.includes('@')
    },
    { error: ADDRESS },
  )
  .transform((value) => new URL(value).href)

const HEADER = 'Must be the name of a header that the shop does not send itself'
/** Headers of the message itself, and those of its signature. */
const OWN_HEADERS =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept-encoding|user-agent|webhook-.*)$/i

const Header = z.object({
  name: z
    .string({ error: HEADER })
    .trim()
    .regex(/^[A-Za-z0-9-]{1,60}$/, { error: HEADER })
    .refine((name) => !OWN_HEADERS.test(name), { error: HEADER }),
  /** The mask of the saved value preserves it. */
  value: z
    .string({ error: 'Must be text' })
    .trim()
    .min(1, { error: 'A value is required' })
    .max(1000, { error: 'Must be at most 1000 characters' })
    .regex(/^[ -~•]+$/, { error: 'Use plain letters, digits and signs' }),
})

const EVENTS = 'Choose at least one event'

export const WebhookInput = z.object({
  url: Address,
  events: z.union(
    [
      z.tuple([z.literal('*')]),
      z.array(WebhookEvent).min(1, { error: EVENTS }).max(WEBHOOK_EVENTS.length, { error: EVENTS }),
    ],
    { error: EVENTS },
  ),
  /** `flat` has one level of texts and numbers, for tools without code. */
  format: z.enum(['full', 'flat'], { error: 'Must be full or flat' }).optional(),
  /** A header of the receiver's, such as its key; null removes it, absent leaves it. */
  header: Header.nullish(),
  active: z.boolean({ error: 'Must be true or false' }).optional(),
})
export type WebhookInput = z.output<typeof WebhookInput>

export const Webhook = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  format: z.enum(['full', 'flat']),
  header: z.object({ name: z.string(), value: z.string() }).nullable(),
  active: z.boolean(),
  /** A program subscribed it by `POST /hooks`. */
  by_program: z.boolean(),
  /** The shop switched it off: the address is gone, or failed for five days. */
  off_reason: z.enum(['gone', 'failing']).nullable(),
  failing_since: Moment.nullable(),
  last_done_at: Moment.nullable(),
  created_at: Moment,
  /** Deliveries of the events since midnight in India. */
  today: z.number().int(),
  done_today: z.number().int(),
  /** Deliveries of the last 30 days. */
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type Webhook = z.output<typeof Webhook>

const Answer = z.object({
  /** Null without an answer. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  /** The beginning of the answer, or why there is none. */
  answer: z.string(),
})
export type WebhookAnswer = z.output<typeof Answer>

export const DeliveryStatus = z.enum(['waiting', 'done', 'failed'], { error: 'Must be waiting, done or failed' })

export const WebhookDelivery = z.object({
  delivery_id: z.string(),
  event: z.string(),
  event_id: z.string(),
  seq: z.number().int(),
  /** When it happened. */
  at: Moment,
  status: DeliveryStatus,
  /** The next try; null once it has ended. */
  next_at: Moment.nullable(),
  tries: z.array(Answer.extend({ at: Moment })),
  /** The very text that is sent; empty before the first try. */
  body: z.string(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const ID = 'Must be an id'
const params = z.object({ webhook_id: z.string({ error: ID }).regex(/^[A-Za-z0-9_]{1,40}$/, { error: ID }) })
const NotFound = ['not_found'] as const
const Secret = z.object({ secret: z.string() })
const tries = limit('webhook_test', 'caller', 60, 10 * MINUTE)

const SPAN = 'Must be a date such as 2026-11-18, or a moment'
const Span = z
  .object({
    from: z.string({ error: SPAN }).refine((text) => startInstant(text) !== undefined, { error: SPAN }),
    /** A bare date includes that day. */
    to: z.string({ error: SPAN }).refine((text) => expiryInstant(text) !== undefined, { error: SPAN }),
  })
  .refine(({ from, to }) => (startInstant(from) ?? 0) <= (expiryInstant(to) ?? 0), {
    path: ['to'],
    error: 'Must be after the beginning',
  })

export const webhooks = {
  list: defineCall({
    method: 'GET',
    path: '/admin/webhooks',
    access: 'admin',
    scope: 'webhooks:write',
    summary: 'Addresses that events go to',
  }).output(z.array(Webhook)),

  /** Returns the secret, which no later answer holds. 409 beyond 20 addresses. */
  add: defineCall({
    method: 'POST',
    path: '/admin/webhooks',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: 'caller',
    status: 201,
    input: 'detailed',
    summary: 'Send events to an address',
    codes: ['conflict'],
  })
    .input(z.object({ body: WebhookInput }))
    .output(Webhook.extend(Secret.shape)),

  /** Replaces the address and its events; absent fields stay. Switching it on forgets its failures. */
  change: defineCall({
    method: 'PUT',
    path: '/admin/webhooks/{webhook_id}',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Change an address of events',
    codes: NotFound,
  })
    .input(z.object({ params, body: WebhookInput }))
    .output(Webhook),

  remove: defineCall({
    method: 'DELETE',
    path: '/admin/webhooks/{webhook_id}',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: { without: 'ends what leaves the shop, and deletes nothing of it' },
    input: 'detailed',
    summary: 'Remove an address of events',
    codes: NotFound,
  })
    .input(z.object({ params }))
    .output(Message),

  /** Makes a new secret; the old one signs along for 24 hours. */
  newSecret: defineCall({
    method: 'POST',
    path: '/admin/webhooks/{webhook_id}/secret',
    access: 'admin',
    confirm: 'caller',
    input: 'detailed',
    summary: 'Make a new secret for an address',
    codes: NotFound,
  })
    .input(z.object({ params }))
    .output(Secret),

  /** Sends an example of an event, once, and returns the answer. It is not in the list of deliveries. */
  test: defineCall({
    method: 'POST',
    path: '/admin/webhooks/{webhook_id}/test',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: { without: 'sends an example, to an address that was confirmed' },
    input: 'detailed',
    summary: 'Send an example of an event',
    cost: 'ask',
    limits: [tries],
    codes: NotFound,
  })
    .input(z.object({ params, body: z.object({ event: WebhookEvent }) }))
    .output(Answer),

  /** Newest first. */
  deliveries: defineCall({
    method: 'GET',
    path: '/admin/webhooks/{webhook_id}/deliveries',
    access: 'admin',
    scope: 'webhooks:write',
    input: 'detailed',
    summary: 'What was sent to an address',
    codes: NotFound,
  })
    .input(z.object({ params, query: z.object({ status: DeliveryStatus.optional(), ...listWindow }) }))
    .output(z.array(WebhookDelivery)),

  /** Tries a delivery now, whether it waits, failed or arrived. 409 while its address is off. */
  retry: defineCall({
    method: 'POST',
    path: '/admin/webhooks/deliveries/{delivery_id}/retry',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: { without: 'sends again, to an address that was confirmed' },
    input: 'detailed',
    summary: 'Try a delivery again',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: z.object({ delivery_id: z.string({ error: ID }).regex(/^\d{1,15}$/, { error: ID }) }) }))
    .output(Message),

  /** Sends the events of a span again, with the same ids, also those that happened while the address was off. 409 while it is. */
  resend: defineCall({
    method: 'POST',
    path: '/admin/webhooks/{webhook_id}/resend',
    access: 'admin',
    scope: 'webhooks:write',
    confirm: { without: 'sends again, to an address that was confirmed' },
    input: 'detailed',
    summary: 'Send the events of a span again',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params, body: Span }))
    .output(Message.extend({ count: z.number().int() })),
}

/** Calls by which a program subscribes itself: an owner's, until keys with the scope `webhooks:write` may make them. */
const hookCall = { access: 'admin', input: 'detailed', scope: 'webhooks:write' } as const

export const hooks = {
  /** Subscribes an address to one event, flat. The same address and event are one subscription. 409 beyond 20 addresses. */
  subscribe: defineCall({
    ...hookCall,
    method: 'POST',
    path: '/hooks',
    confirm: 'caller',
    status: 201,
    summary: 'Subscribe a program to an event',
    codes: ['conflict'],
  })
    .input(z.object({ body: z.object({ target_url: Address, event: WebhookEvent }) }))
    .output(z.object({ id: z.string() })),

  unsubscribe: defineCall({
    ...hookCall,
    method: 'DELETE',
    path: '/hooks/{id}',
    confirm: { without: 'ends what leaves the shop, and deletes nothing of it' },
    summary: 'End the subscription of a program',
    codes: NotFound,
  })
    .input(z.object({ params: z.object({ id: params.shape.webhook_id }) }))
    .output(Message),

  /** Returns one example of an event, flat. */
  sample: defineCall({
    ...hookCall,
    method: 'GET',
    path: '/hooks/samples/{event}',
    summary: 'An example of an event',
  })
    .input(z.object({ params: z.object({ event: WebhookEvent }) }))
    .output(z.array(z.record(z.string(), z.union([z.string(), z.number()])))),
}
