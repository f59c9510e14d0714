import { z } from 'zod'
import { adminMails, drawings, testEmails } from './call-cost.ts'
import { defineCall, type MoreOptions } from './define-call.ts'
import { DOMAIN_FORM } from './email-and-phone.ts'
import { expiryInstant } from './expiry.ts'
import { Email, IfMatch, listWindow, Message, Moment, Rupees, text } from './fields.ts'
import { Blocks, LetterSubject, oneLine } from './letter-blocks.ts'
import { Segment } from './segments.ts'

/** Gmail cuts a longer email off, and the link that ends it with it. */
export const LETTER_BYTES = 102_000

export const LetterChannel = z.enum(['email', 'whatsapp'], { error: 'Must be email or whatsapp' })
export type LetterChannel = z.output<typeof LetterChannel>

/** A template that Meta approved, and what fills its places; `{name}` is the reader's first name. */
export const LetterTemplate = z.object({
  name: z
    .string({ error: 'Template is required' })
    .regex(/^[a-z0-9_]{1,512}$/, { error: 'Must be the name of a template' }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, { error: 'Must be a language such as en or hi' })
    .default('en'),
  parameters: z
    .array(text(1, 500, 'Must not be empty'))
    .max(10, { error: 'At most 10 parameters' })
    .default([]),
})
export type LetterTemplate = z.output<typeof LetterTemplate>

const LetterFields = z.object({
  /** For the owner's list; no reader sees it. */
  name: oneLine(100, 'Name is required'),
  subject: LetterSubject,
  blocks: Blocks,
  segment: Segment,
  channel: LetterChannel.default('email'),
  /** Present for WhatsApp alone. */
  template: LetterTemplate.nullish(),
  /** The law demands it, as of a breach: it goes by email to everybody of the segment, agreed to news or not, and has no link that ends news. */
  notice: z.boolean().default(false),
})
const lacksTemplate = ({ channel, template }: { channel?: LetterChannel; template?: unknown }) =>
  channel === 'whatsapp' && !template
const TEMPLATE = { path: ['template'], error: 'Template is required' }
const BY_EMAIL = { path: ['notice'], error: 'A notice goes by email' }
export const LetterBody = LetterFields.refine((body) => !lacksTemplate(body), TEMPLATE).refine(
  ({ notice, channel }) => !notice || channel === 'email',
  BY_EMAIL,
)
export type LetterBody = z.output<typeof LetterBody>

export const LetterStatus = z.enum(['draft', 'scheduled', 'sending', 'sent', 'stopped'])
export type LetterStatus = z.output<typeof LetterStatus>

/**
 * Names why a letter stopped: its owner; more than an hour late, as after a restored backup; 5 % of the addresses refused it; three
 * complaints; the receivers blame sender or words; the channel's own trouble.
 */
export const StopReason = z.enum(['owner', 'late', 'bounces', 'complaints', 'blocked', 'channel'])
export type StopReason = z.output<typeof StopReason>

/**
 * `sent` were handed over. `failed` were refused. `unknown` may have arrived when the program ended, and are never sent again. `skipped` were
 * left out at the moment of sending. Orders are those that readers paid within 7 days after their letter, less what went back.
 */
export const LetterResults = z.object({
  recipients: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  skipped: z.number().int(),
  bounced: z.number().int(),
  complained: z.number().int(),
  clicked: z.number().int(),
  unsubscribed: z.number().int(),
  orders: z.number().int(),
  revenue: Rupees,
})
export type LetterResults = z.output<typeof LetterResults>

/** People of the segment who get none, each counted once by the first reason. */
export const LeftOut = z.object({
  no_consent: z.number().int(),
  unproven: z.number().int(),
  bounced: z.number().int(),
  /** Has every course that the letter shows. */
  bought: z.number().int(),
})
export type LeftOut = z.output<typeof LeftOut>

export const Letter = LetterFields.extend({
  letter_id: z.string(),
  template: LetterTemplate.nullable(),
  channel: LetterChannel,
  status: LetterStatus,
  /** When it begins, or began; null of a draft. */
  at: Moment.nullable(),
  /** Reason of its stop; null while it did not stop. */
  stopped: StopReason.nullable(),
  /** Words of the mail server at its stop; null for nothing. */
  problem: z.string().nullable(),
  /** The letter's list of readers exists: from then on the letter is never changed or deleted. */
  begun: z.boolean(),
  changed_at: Moment,
  results: LetterResults,
})
export type Letter = z.output<typeof Letter>

const PACE = { error: 'Must be from 10 to 100,000 an hour' }
const pace = z.coerce.number(PACE).int(PACE).min(10, PACE).max(100_000, PACE)

/** The pace of all letters together, by hour: at all, and to one receiver such as Gmail. */
export const LetterPace = z.object({
  per_hour: pace,
  per_hour_receiver: pace,
  /** Domain of the envelope's sender, `bounce+…@domain`, which receives returned mail; empty without one. */
  bounce_domain: z.union([z.literal(''), z.string().regex(DOMAIN_FORM)], {
    error: 'Must be a domain such as news.example.com',
  }),
})
export type LetterPace = z.output<typeof LetterPace>

/** Returned mails, notices and stops on WhatsApp that nobody could read or match; `last` says why of the newest. */
export const UnreadReports = z.object({ count: z.number().int(), since: Moment, last: z.string() })
const LetterPaceState = LetterPace.extend({ unread: UnreadReports.nullable() })
export type LetterPaceState = z.output<typeof LetterPaceState>

const OneLetter = z.object({ id: text(1, 64, 'Must be a letter id') })
const AT = 'Must be a time such as 2026-11-30T10:00'

const letterCall = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: `/${string}` | '',
  summary: string,
  more: MoreOptions = {},
) =>
  defineCall({
    method,
    path: `/admin/letters${path}`,
    access: 'admin',
    roles: ['editor'],
    summary,
    codes: ['not_found'],
    ...more,
  })

/** Letters to those who agreed to news, and notices of the law to everybody. An editor writes and tests, an owner sends and stops. */
export const letters = {
  /** Newest first, 50 without a `limit`. */
  list: letterCall('GET', '', 'Letters', { codes: [], scope: 'letters:write' })
    .input(z.object(listWindow))
    .output(z.object({ letters: z.array(Letter), total: z.number().int() })),
  get: letterCall('GET', '/{id}', 'A letter', { scope: 'letters:write' }).input(OneLetter).output(Letter),
  create: letterCall('POST', '', 'Write a letter', {
    status: 201,
    confirm: { without: 'a draft, which nobody gets' },
    codes: ['not_found'],
    scope: 'letters:write',
  })
    .input(LetterBody)
    .output(Letter),
  /** 409 `conflict` once somebody got it. With `If-Match`, `changed_at` in quotes, a stale edit is 409 `edit_conflict` with the present letter as `current`. */
  update: letterCall('PUT', '/{id}', 'Change a letter', {
    input: 'detailed',
    confirm: { without: 'a draft, which nobody gets' },
    codes: ['not_found', 'conflict', 'edit_conflict'],
    scope: 'letters:write',
  })
    .input(
      z.object({
        params: OneLetter,
        headers: IfMatch,
        body: LetterBody,
      }),
    )
    .output(Letter),
  delete: letterCall('DELETE', '/{id}', 'Delete a letter', {
    confirm: { without: 'a draft, which nobody gets' },
    codes: ['not_found', 'conflict'],
  })
    .input(OneLetter)
    .output(Message),
  /** Counts who gets it now and who does not, by reason, with its parts as a reader sees them. */
  preview: letterCall('POST', '/{id}/preview', 'See a letter', {
    cost: 'draw',
    limits: [drawings],
    confirm: { without: 'a draft, which nobody gets' },
    scope: 'letters:write',
    noted: false,
  })
    .input(OneLetter)
    .output(
      z.object({
        recipients: z.number().int(),
        left_out: LeftOut,
        /** Rupees for all of them at Meta, before GST, by the owner's rates; null for email, and without rates. */
        price: z.number().nullable(),
        subject: z.string(),
        html: z.string(),
        text: z.string(),
      }),
    ),
  /** Lists the addresses that a test may go to: the caller's first, then those of other admins. */
  testAddresses: letterCall('GET', '/test_addresses', 'Addresses for a test', { codes: [] }).output(
    z.object({ addresses: z.array(z.string()) }),
  ),
  /** Goes to the caller, or to the address of another admin of the shop; 422 for any other. 502 with the mail server's words. */
  test: letterCall('POST', '/{id}/test', 'Send a letter to yourself', {
    cost: 'mail',
    limits: [testEmails],
    confirm: { without: 'sends one email to try it' },
    codes: ['not_found', 'mail_failed', 'conflict'],
  })
    .input(OneLetter.extend({ email: Email.optional() }))
    .output(Message),
  /** Begins now or `at` a time, or goes on where it stopped: nobody gets it twice. 409 for one that is under way or done. */
  send: letterCall('POST', '/{id}/send', 'Send a letter', {
    roles: [],
    confirm: 'caller',
    status: 202,
    input: 'detailed',
    cost: 'mail',
    limits: [adminMails],
    codes: ['not_found', 'conflict', 'idempotency_mismatch'],
  })
    .input(
      z.object({
        params: OneLetter,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(128).optional() }).optional(),
        body: z
          .object({
            at: z
              .string({ error: AT })
              .refine((value) => value.includes('T') && expiryInstant(value) !== undefined, { error: AT })
              .nullish(),
          })
          .optional(),
      }),
    )
    .output(Letter),
  stop: letterCall('POST', '/{id}/stop', 'Stop a letter', {
    roles: [],
    confirm: { without: 'another run goes on' },
    codes: ['not_found', 'conflict'],
  })
    .input(OneLetter)
    .output(Letter),

  pace: defineCall({
    method: 'GET',
    path: '/admin/letter_pace',
    access: 'admin',
    roles: ['editor'],
    summary: 'Pace of letters',
  }).output(LetterPaceState),
  setPace: defineCall({
    method: 'PUT',
    path: '/admin/letter_pace',
    access: 'admin',
    summary: 'Set the pace of letters',
    confirm: { without: 'the same call puts it back' },
  })
    .input(LetterPace.partial())
    .output(LetterPaceState),
  /** Makes a new secret address to which a mail provider posts bounces and complaints. It is shown once; the one before ends. */
  renewBounceAddress: defineCall({
    method: 'POST',
    path: '/admin/letter_bounces',
    access: 'admin',
    confirm: 'caller',
    status: 201,
    summary: 'Make the address for bounces',
  }).output(z.object({ address: z.string() })),
  /** Begins the count of reports that could not be read again. */
  clearUnread: defineCall({
    method: 'DELETE',
    path: '/admin/letter_bounces/unread',
    access: 'admin',
    summary: 'Clear the reports that could not be read',
    confirm: { without: 'the same call puts it back' },
  }).output(LetterPaceState),
}
