import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { CourseId, Day, hasAtMostTwoDecimals, Message, nameText } from './fields.ts'
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
    /** Did at least this share of the present lessons, or finished the course before others were added. */
    z.strictObject({ done: CourseId, percent: z.number().int().min(1).max(100) }),
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

/** So many segments a shop saves. */
export const MOST_SEGMENTS = 40

const SavedSegment = z.object({
  segment_id: z.string(),
  name: z.string(),
  segment: Segment,
  /** Students who fit now. */
  people: z.number().int(),
})
export type SavedSegment = z.output<typeof SavedSegment>

const name = nameText(2, 60, 'Name must be at least 2 characters')
const rules = Segment.refine(({ all }) => all.length > 0, { error: 'Choose at least one rule' })
export const NewSegment = z.object({ name, segment: rules })
const params = z.object({ segment_id: z.string().regex(/^\d{1,18}$/, { error: 'Must be a segment id' }) })

/** Segments saved under a name, for the list of students, exports, letters and promo codes. */
export const segments = {
  /** Sorted by name. */
  list: defineCall({
    method: 'GET',
    path: '/admin/segments',
    access: 'admin',
    roles: ['editor', 'support'],
    scope: 'students:read',
    summary: 'Saved segments of students',
  }).output(z.array(SavedSegment)),

  /** 409 `segment_exists` for the name of another one, `conflict` beyond `MOST_SEGMENTS`. */
  create: defineCall({
    method: 'POST',
    path: '/admin/segments',
    access: 'admin',
    roles: ['editor', 'support'],
    status: 201,
    summary: 'Save a segment of students',
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['segment_exists', 'conflict'],
  })
    .input(NewSegment)
    .output(Message.extend({ segment: SavedSegment })),

  /** Missing fields keep their value. 404; 409 `segment_exists`. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/segments/{segment_id}',
    access: 'admin',
    roles: ['editor', 'support'],
    input: 'detailed',
    summary: 'Change a saved segment of students',
    confirm: { without: 'the same call puts it back' },
    codes: ['segment_exists'],
  })
    .input(z.object({ params, body: z.object({ name: name.optional(), segment: rules.optional() }) }))
    .output(Message.extend({ segment: SavedSegment })),

  /** Letters and promo codes that used it keep its rules. Again: 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/segments/{segment_id}',
    access: 'admin',
    roles: ['editor', 'support'],
    input: 'detailed',
    summary: 'Delete a saved segment of students',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ params }))
    .output(Message),
}
