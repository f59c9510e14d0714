import { z } from 'zod'
import { adminMails, HOUR, limit } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Email, Message, Moment, text } from '../fields.ts'
import { Segment } from '../segments.ts'
import { cleanText } from '../spelling.ts'

/** Hours from the moment of knowledge: directions of CERT-In under section 70B, and rule 7 of the DPDP Rules. */
export const CLOCK_HOURS = { cert_in: 6, board: 72 } as const
export type Receiver = keyof typeof CLOCK_HOURS

/** So many addresses fit into one breach by hand; more are a segment. */
export const MOST_LISTED = 1_000

const words = (max = 4_000) =>
  z
    .string({ error: 'Must be text' })
    .overwrite(cleanText)
    .max(max, { error: `Must be at most ${max} characters` })
    .default('')

/** Texts that a student reads, in another language than the owner's own. */
const ReadByPeople = z.object({ nature: words(), consequences: words(), done: words(), to_do: words() })

const People = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('segment'), name: text(1, 60, 'The segment needs a name'), segment: Segment }),
    z.object({
      kind: z.literal('emails'),
      emails: z
        .array(Email)
        .min(1, { error: 'At least one email address is required' })
        .max(MOST_LISTED, { error: `At most ${MOST_LISTED} addresses` }),
    }),
  ],
  { error: 'Must be all, a segment or a list of emails' },
)
export type BreachPeople = z.output<typeof People>

const Facts = z.object({
  title: text(3, 120, 'The title needs at least 3 characters'),
  /** Both clocks begin here. */
  known_at: Moment,
  found_by: words(120),
  /** When it happened, as far as known. */
  happened: words(300),
  place: words(300),
  nature: words(),
  extent: words(),
  data: words(),
  cause: words(),
  who: words(),
  consequences: words(),
  done: words(),
  to_do: words(),
  prevention: words(),
  /** Students of a language without its own texts read the owner's. */
  hi: ReadByPeople.optional(),
  mr: ReadByPeople.optional(),
})

export const BreachInput = Facts.extend({
  people: People,
  /** The reason why it was none: its clocks stop. */
  false_alarm: words(1_000),
})
export type BreachInput = z.output<typeof BreachInput>

const Report = z.object({
  at: Moment,
  text: z.string(),
  /** The full report; else a first word. */
  full: z.boolean(),
  by: z.string(),
})

const Clock = z.object({
  to: z.enum(['cert_in', 'board']),
  hours: z.number().int(),
  ends_at: Moment,
  /** The end in words, in India: `Saturday, 28 November 2026, 9:20 am`. */
  ends: z.string(),
  /** No report has stopped it, and the breach is no false alarm. It runs on after its end. */
  running: z.boolean(),
  late: z.boolean(),
  reports: z.array(Report),
})
export type BreachClock = z.output<typeof Clock>

const Breach = BreachInput.extend({
  breach_id: z.string(),
  /** A clock runs, or people wait for their email. */
  open: z.boolean(),
  clocks: z.array(Clock),
  notice: z.object({
    begun_at: Moment.nullable(),
    /** People touched: counted now, and as it was once their emails began. */
    touched: z.number().int(),
    waiting: z.number().int(),
    sent: z.number().int(),
    came_back: z.number().int(),
    /** People whose email returned, and who agreed to messages and have a phone. */
    by_phone: z.number().int(),
  }),
  created_by: z.string(),
  created_at: Moment,
})
export type Breach = z.output<typeof Breach>

const Draft = z.object({
  to: z.enum(['cert_in', 'board', 'people']),
  text: z.string(),
  /** Labels of what is missing. */
  missing: z.array(z.string()),
})

const OneBreach = Breach.extend({ texts: z.array(Draft) })
export type OneBreach = z.output<typeof OneBreach>

const params = z.object({ breach_id: z.string().regex(/^br_[\w-]{1,30}$/, { error: 'Must be a breach id' }) })
const Answer = Message.extend({ breach: OneBreach })

/** Breaches of personal data: two clocks of the law, the texts that they ask for, and emails to the people touched. */
export const breaches = {
  /** The newest 100, open ones first. */
  list: defineCall({
    method: 'GET',
    path: '/admin/breaches',
    access: 'admin',
    summary: 'Breaches of personal data',
  }).output(z.array(Breach)),

  get: defineCall({
    method: 'GET',
    path: '/admin/breaches/{breach_id}',
    access: 'admin',
    summary: 'A breach with the texts to send',
  })
    .input(params)
    .output(OneBreach),

  /** Owners get an email at once. 422 for a moment in the future. */
  add: defineCall({
    method: 'POST',
    path: '/admin/breaches',
    access: 'admin',
    status: 201,
    summary: 'Report a breach',
    confirm: { without: 'an hour counts, and nothing leaves the shop but an email to its owners' },
    limits: [limit('breach', 'caller', 20, HOUR)],
    cost: 'mail',
  })
    .input(BreachInput)
    .output(Answer),

  /** Replaces all fields. The people are fixed once their emails began: 409 `conflict`. 404. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/breaches/{breach_id}',
    access: 'admin',
    input: 'detailed',
    summary: 'Change a breach',
    confirm: { without: 'the same call puts it back' },
    codes: ['conflict'],
  })
    .input(z.object({ params, body: BreachInput }))
    .output(Answer),

  /** Notes what the owner sent to an authority, and stops its clock: at CERT-In with any report, at the Board with the full one. 404. */
  noteSent: defineCall({
    method: 'POST',
    path: '/admin/breaches/{breach_id}/reports',
    access: 'admin',
    input: 'detailed',
    status: 201,
    summary: 'Note what was sent to an authority',
    confirm: { without: 'adds to the record, and takes nothing away' },
    codes: ['conflict'],
  })
    .input(
      z.object({
        params,
        body: z.object({
          to: z.enum(['cert_in', 'board'], { error: 'Must be cert_in or board' }),
          full: z.boolean({ error: 'Must be true or false' }),
          at: Moment,
          text: text(1, 20_000, 'The text that was sent is required'),
        }),
      }),
    )
    .output(Answer),

  /**
   * Emails the people touched, each in their language. Again: those who were added since, and nobody a second time. 404; 409 `conflict` for a
   * false alarm; 422 with what is missing.
   */
  send: defineCall({
    method: 'POST',
    path: '/admin/breaches/{breach_id}/send',
    access: 'admin',
    input: 'detailed',
    summary: 'Email the people of a breach',
    confirm: 'caller',
    codes: ['conflict'],
    limits: [adminMails],
    cost: 'mail',
  })
    .input(z.object({ params }))
    .output(Answer),
}
