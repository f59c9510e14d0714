import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Day, Moment, Rupees } from '../fields.ts'
import { MONEY_ROLES } from '../money-right.ts'
import { cleanName } from '../spelling.ts'
import { CHANNELS } from './channels.ts'
import { CLICK_ID, MOST_VIA, TOUCH_DAYS, type Touches, VIA_CODE, VISIT_STEPS } from './read-touch.ts'

const partOf = (text: string) => cleanName(text.toWellFormed()).slice(0, 200).toWellFormed()

/** A text of a link, which anybody can write: cut to its length, without control characters. */
const Part = z.string().transform((text) => partOf(text) || null)
const SmallPart = Part.transform((text) => text?.toLowerCase() ?? null)
const optional = <Of extends z.ZodType>(part: Of) => part.nullable().catch(null)
const ClickId = z.string().regex(CLICK_ID).optional().catch(undefined)

const StoredTouch = z.object({
  source: optional(SmallPart),
  medium: optional(SmallPart),
  campaign: optional(Part),
  content: optional(Part),
  term: optional(Part),
  referrer: optional(SmallPart),
  landing: z.string().regex(/^\//).transform(partOf),
  at: z.iso.datetime(),
  fbclid: ClickId,
  gclid: ClickId,
})

const NoTouches: Touches = { first: null, last: null }
const StoredTouches = z.object({
  first: StoredTouch.nullable().catch(null),
  last: StoredTouch.nullable().catch(null),
  via: z
    .array(z.object({ code: z.string().regex(VIA_CODE), at: z.iso.datetime() }))
    .max(MOST_VIA)
    .optional()
    .catch(undefined),
})

/** The touches of a browser as the shop keeps them; those from the future, or older than 90 days, are none. */
export function knownTouches(input: unknown, now: Date): Touches {
  const { first, last, via = [] } = (StoredTouches.safeParse(input).data ?? NoTouches) as Touches
  const counts = <One extends { at: string }>(touch: One | null) => {
    const age = touch ? now.getTime() - Date.parse(touch.at) : 0
    return touch && age > -86_400_000 && age < (TOUCH_DAYS + 1) * 86_400_000 ? touch : null
  }
  const links = via.filter(counts)
  return { first: counts(first) ?? counts(last), last: counts(last), ...(links.length > 0 && { via: links }) }
}

/**
 * The entry `touches` of the browser, as text: where the buyer came from. A text that does not parse counts as no touch, and never stops a sale.
 */
export const TouchesText = z
  .string()
  .max(12_000)
  .transform((text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  })
  .optional()
  .catch(undefined)

/** A report of the store about a visit: its new steps, with the course of each, and the links that led to it. */
export const VisitNote = z.object({
  steps: z
    .array(z.object({ step: z.enum(VISIT_STEPS), course_id: z.string().max(100).optional() }))
    .min(1)
    .max(VISIT_STEPS.length),
  touches: z.unknown().optional(),
})

/** First and last touch of an order, frozen with it, without the ids of clicks. */
export const OrderTouch = z.object({
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  content: z.string().nullable(),
  term: z.string().nullable(),
  referrer: z.string().nullable(),
  landing: z.string(),
  at: Moment,
})
export const OrderSource = z.object({
  /** How it was made. */
  channel: z.enum(CHANNELS),
  first: OrderTouch.nullable(),
  last: OrderTouch.nullable(),
  /** Code of the partner who brought it and gets a share. */
  partner: z.string().optional(),
})
export type OrderSource = z.output<typeof OrderSource>

export const SOURCES_BY = ['source', 'campaign', 'landing', 'course'] as const

const Counts = z.object({
  /** Visits of the store: counted once a browser tab and day, without cookie or address. */
  visits: z.number().int(),
  course_views: z.number().int(),
  carts: z.number().int(),
  checkouts: z.number().int(),
  /** Paid orders, refunded since or not, by the day of their money. */
  orders: z.number().int(),
  /** Money that arrived less `refunds`, which count on their own day; in rupees. */
  revenue: Rupees,
  refunds: Rupees,
  /** Orders among them that were refunded, if only a part. */
  refunded: z.number().int(),
})
export type SourceCounts = z.output<typeof Counts>

/** The keys of rows that stand for no single link. */
export const UNKNOWN = 'unknown'
export const OTHER = 'other'

export const SourceRow = Counts.extend({
  /** The source, campaign, landing path or course; `unknown` without one, and the way an order was made, such as `membership`, where that is not the store, `other` for all beyond the 100 best. */
  key: z.string(),
  /** Name of a course; null of all else. */
  name: z.string().nullable(),
})
export type SourceRow = z.output<typeof SourceRow>

export const sources = {
  /**
   * Returns visits and orders by the link that led to them, first or last touch; days in Indian time, both inclusive, the last 30 by default. The rows sum to
   * `total`, which is the overview's of the same days. `source` narrows campaigns to those of one source. A step counts for its first course. With `course` an order
   * counts once under each of its courses with that course's part of the money, so that orders sum to more than `total`.
   */
  list: defineCall({
    method: 'GET',
    path: '/admin/sources',
    access: 'admin',
    roles: MONEY_ROLES,
    scope: 'numbers:read',
    summary: 'Where orders came from',
  })
    .input(
      z.object({
        from: Day.optional(),
        to: Day.optional(),
        by: z.enum(SOURCES_BY, { error: 'Must be source, campaign, landing or course' }).default('source'),
        touch: z.enum(['first', 'last'], { error: 'Must be first or last' }).default('last'),
        source: z.string().max(200, { error: 'Must be at most 200 characters' }).optional(),
      }),
    )
    .output(z.object({ from: z.string(), to: z.string(), rows: z.array(SourceRow), total: Counts })),
}
