import { z } from 'zod'
import { HOUR, limit, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Day, Email, Message, Moment, Rupees } from './fields.ts'
import { MONEY_ROLES } from './money-right.ts'
import { Todo } from './todo.ts'

/** Money of a time in rupees: payments on their day, the gateway's or the one typed with an offline payment, less refunds on their own. */
const Figures = z.object({
  revenue: Rupees,
  /** Refunds that left in this time. */
  refunds: Rupees,
  orders: z.number().int(),
  /** Accounts that were made; those of a move are nobody new. */
  students: z.number().int(),
  /** Page views of the store, moves within it too, counted without cookie or address; bots that say so are left out. */
  visits: z.number().int(),
})

/** The figures of today, and of the same weekday a week ago up to the same time. */
const Today = z.object({
  now: Figures,
  /** Null before the first visitor. `visits` is null where the time of the views is not known. */
  week_ago: Figures.extend({ visits: z.number().int().nullable() }).nullable(),
})

export const Overview = z.object({
  from: z.string(),
  to: z.string(),
  /** False before the first visitor and the first buyer: every figure is an empty one. */
  visited: z.boolean(),
  /** The first day whose page views were counted; before it, and while it is null, 0 views are not known. */
  views_since: z.string().nullable(),
  today: Today,
  totals: Figures,
  /** The same figures of as many days just before. */
  previous: Figures,
  /** One row for every day from `from` to `to`, oldest first, also for days on which nothing happened. */
  days: z.array(Figures.extend({ day: z.string() })),
  /** The same for the days of `previous`. */
  previous_days: z.array(Figures.extend({ day: z.string() })),
  /** Free courses that were taken in the time, also those that ended since; no sale counts them. */
  free: z.number().int(),
  /** Courses by their part of the money, as `GET /admin/sources?by=course` counts it; an order counts until the course has gone back. */
  top_courses: z.array(
    z.object({
      course_id: z.string(),
      course_name: z.string(),
      banner: z.string(),
      orders: z.number().int(),
      revenue: Rupees,
    }),
  ),
  /**
   * Steps of the visits, each counted once a visit and day; orders that were started, whatever became of them; of the paid ones, those that
   * were refunded, if only a part.
   */
  funnel: z.object({
    visits: z.number().int(),
    course_views: z.number().int(),
    carts: z.number().int(),
    checkouts: z.number().int(),
    started: z.number().int(),
    refunded: z.number().int(),
    /** Orders of `refunded` that went back in part alone. */
    refunded_in_part: z.number().int(),
  }),
})
export type Overview = z.output<typeof Overview>

export const SearchHit = z.object({
  kind: z.enum(['course', 'user', 'order', 'promocode']),
  id: z.string(),
  /** Name of the course or user; of an order its number, of a promo code its letters. */
  title: z.string(),
  /** Distinguishing detail: price, email and phone, buyer and status. */
  detail: z.string(),
})
export type SearchHit = z.output<typeof SearchHit>

export const Health = z.object({
  /** Version of the program's release. */
  version: z.string(),
  /** When the instance that answers began. */
  started_at: Moment,
  database: z.object({
    /** Version of PostgreSQL, such as `18.4`. */
    version: z.string(),
    bytes: z.number().int(),
    /** Response time, in whole milliseconds. */
    answer_ms: z.number().int(),
  }),
  /** Disk of uploads and of the embedded database; in bytes. */
  disk: z.object({ free: z.number().int(), total: z.number().int() }),
  /** When the gateway last sent an event with a right signature; null when it never has. */
  last_webhook_at: Moment.nullable(),
  /** Last check of all due orders at the gateway; null before the first round. */
  last_reconcile_at: Moment.nullable(),
  /** Orders that have waited for their payment for more than 15 minutes. */
  waiting_orders: z.number().int(),
  /** End and size of the last good backup, and the outcome of the last one, good or not; nulls before the first. */
  backup: z.object({
    last_at: Moment.nullable(),
    size_bytes: z.number().int().nullable(),
    ok: z.boolean().nullable(),
    message: z.string().nullable(),
  }),
  /** False while the mail server takes no email: since when, and its words. */
  mail: z.object({ ok: z.boolean(), since: Moment.nullable(), message: z.string().nullable() }),
  /** The running release, and the newest one if that is later and known. */
  update: z.object({ version: z.string(), newest: z.string().optional() }),
})
export type Health = z.output<typeof Health>

/** Counts only what a person has to act on; counting ends at `WAITING_MOST`. The role sees 0 for all it may not open. */
export const Waiting = z.object({
  /** Orders that need a decision: refund requests, disputes, payments that do not match. */
  orders: z.number().int(),
  /** Reviews with words of the last 30 days without a reply. */
  reviews: z.number().int(),
  /** Open messages of the contact form. */
  messages: z.number().int(),
  /** Questions without an answer. */
  questions: z.number().int(),
  /** Submissions that are not marked. */
  assignments: z.number().int(),
  /** Requests about personal data that are overdue, or due by tomorrow. Absent without any, and for other roles. */
  privacy: z.number().int().optional(),
})
export type Waiting = z.output<typeof Waiting>

/** At this number a count of `Waiting` means "at least". */
export const WAITING_MOST = 100

export const overview = {
  /** Returns the state of gateway, database, disk and version. */
  health: defineCall({
    method: 'GET',
    path: '/admin/health',
    access: 'admin',
    scope: 'numbers:read',
    summary: 'How the machine is doing',
  }).output(Health),

  /** Sends one email now and returns the mail server's words; 502 `mail_failed` has those of a refusal. */
  mailTest: defineCall({
    method: 'POST',
    path: '/admin/mail_test',
    access: 'admin',
    summary: 'Send a test email',
    cost: 'mail',
    limits: [limit('mail_test', 'caller', 20, HOUR)],
    confirm: { without: 'sends one email with fixed words' },
    codes: ['mail_failed'],
  })
    .input(z.object({ email: Email }))
    .output(Message),

  /** Returns what waits for this admin: small counts for the menu of the console, which reads them often. */
  waiting: defineCall({
    method: 'GET',
    path: '/admin/waiting',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'What waits for a person',
  }).output(Waiting),

  /** Returns what an admin has to do, in order: what waits, then the steps of setting the shop up, which owners alone see. */
  todo: defineCall({
    method: 'GET',
    path: '/admin/todo',
    access: 'admin',
    roles: ['support', 'finance'],
    scope: 'numbers:read',
    summary: 'What to do next',
  }).output(Todo),

  /** Days in Indian time, both inclusive; the last 30 days by default, 366 at most. */
  get: defineCall({
    method: 'GET',
    path: '/admin/overview',
    access: 'admin',
    roles: MONEY_ROLES,
    scope: 'numbers:read',
    summary: 'How the shop is doing',
  })
    .input(z.object({ from: Day.optional(), to: Day.optional() }))
    .output(Overview),

  /** A few courses, users, orders and promo codes that match, best first: what the role of the admin may see, 5 of a kind. */
  search: defineCall({
    method: 'GET',
    path: '/admin/search',
    access: 'admin',
    roles: ['editor', 'support', 'finance'],
    summary: 'Find courses, users, orders and promo codes',
    cost: 'search',
    limits: [searches],
  })
    .input(
      z.object({
        q: z
          .string({ error: 'Must be text' })
          .trim()
          .min(1, { error: 'Must be text' })
          .max(200, { error: 'Must be at most 200 characters' }),
      }),
    )
    .output(z.object({ hits: z.array(SearchHit) })),
}
