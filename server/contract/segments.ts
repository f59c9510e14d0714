import { z } from 'zod'
import { CourseId, Day, hasAtMostTwoDecimals } from './fields.ts'
import { languages } from './languages.ts'

/** So many rules one segment may have. */
export const MOST_RULES = 20

const UNKNOWN = 'Unknown rule of a segment'
const courses = z.array(CourseId).min(1).max(50)
const days = z.number().int().min(1).max(3650)
const rupees = z.number().min(0).max(100_000_000).refine(hasAtMostTwoDecimals)

/**
 * Describes what students of a segment have in common. Days are Indian and inclusive, sums are rupees after refunds. `not_bought` leaves out who has
 * one of the courses in any way; `last_seen_before` holds those who were never seen, too.
 */
export const SegmentRule = z.union(
  [
    /** Paid for one of them, and it was not refunded. */
    z.strictObject({ bought: courses }),
    z.strictObject({ not_bought: courses }),
    z.strictObject({ bought_since: Day }),
    z.strictObject({
      spent: z
        .strictObject({ min: rupees.optional(), max: rupees.optional() })
        .refine(({ min, max }) => min !== undefined || max !== undefined),
    }),
    z.strictObject({ joined_since: Day }),
    z.strictObject({ last_seen_before: Day }),
    z.strictObject({ finished: CourseId }),
    /** Has the course for so many days, and never began it. */
    z.strictObject({ not_started: CourseId, days }),
    /** Began the course, did not finish it, and learned nothing in it for so many days. */
    z.strictObject({ stopped: CourseId, days }),
    z.strictObject({ language: z.enum(Object.keys(languages) as (keyof typeof languages)[]) }),
    z.strictObject({ consent: z.literal('news_email') }),
  ],
  { error: UNKNOWN },
)
export type SegmentRule = z.output<typeof SegmentRule>

export const Segment = z.strictObject(
  { all: z.array(SegmentRule, { error: UNKNOWN }).max(MOST_RULES, { error: `At most ${MOST_RULES} rules` }) },
  { error: 'Must be a segment: {"all": [rule, …]}' },
)
export type Segment = z.output<typeof Segment>

/** A segment as a parameter of an address: its JSON. */
export const SegmentText = z
  .string({ error: 'Must be the JSON of a segment' })
  .max(6000, { error: 'Must be at most 6000 characters' })
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be the JSON of a segment' })
      return z.NEVER
    }
  })
  .pipe(Segment)
