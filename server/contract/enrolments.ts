import { z } from 'zod'
import { HOUR, limit, MINUTE, searches } from './call-cost.ts'
import { CourseKind } from './courses/bundles.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Day, Email, nameText, Phone, UserId, wholeNumber } from './fields.ts'

/** So many lines are looked at in one go. */
export const MOST_LINES = 5000
/** Maximum of people in one call; more are sent in batches. */
export const PEOPLE_AT_ONCE = 100

/** Result of a line: granted courses go, paid ones stay unless included, or there is nothing to take. */
export const LineState = z.enum(['given', 'paid', 'nothing', 'duplicate', 'invalid'])
export type LineState = z.output<typeof LineState>

export const PlannedLine = z.object({
  /** Line of the pasted text, from 1. */
  line: z.number().int(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  state: LineState,
  /** The courses that the line is about: its own, or those of the whole list. */
  course_ids: z.array(z.string()),
  /** Reason, where the state alone is not enough. */
  reason: z.string().nullable(),
})
export type PlannedLine = z.output<typeof PlannedLine>

const anyCourseIds = z.array(CourseId, { error: 'Choose a course' }).max(20, { error: 'At most 20 courses at once' })
const courseIds = anyCourseIds.min(1, { error: 'Choose a course' })

/** A person as a planned line has them. */
const Person = z
  .object({ email: Email.nullable(), phone: Phone.nullable(), name: nameText(2, 100, 'Must be a name').nullable() })
  .refine(({ email, phone }) => email !== null || phone !== null, { error: 'Must have an email or a phone' })
export type Person = z.output<typeof Person>

const people = z
  .array(Person, { error: 'Must be a list of people' })
  .min(1, { error: 'Must be a list of people' })
  .max(PEOPLE_AT_ONCE, { error: `At most ${PEOPLE_AT_ONCE} people at once` })

export const enrolments = {
  /** Lists grantable courses by name; the first 200 that match. */
  courses: defineCall({
    method: 'GET',
    path: '/admin/enrolments/courses',
    access: 'admin',
    // Letters of an editor are for who has a course or not.
    roles: ['support', 'editor'],
    scope: 'students:write',
    summary: 'Courses that can be given by hand',
    cost: 'search',
    limits: [searches],
  })
    .input(
      z.object({
        q: z.string({ error: 'Must be text' }).trim().max(200, { error: 'Must be at most 200 characters' }).optional(),
        limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
      }),
    )
    .output(
      z.object({
        courses: z.array(
          z.object({
            course_id: z.string(),
            name: z.string(),
            price: z.number(),
            /** A bundle stands for its courses. */
            kind: CourseKind,
            /** True if it is on sale. */
            published: z.boolean(),
          }),
        ),
        total: z.number().int(),
      }),
    ),

  /** Previews every line; changes nothing. 422 for more than 5,000 lines, and for an unreadable table. */
  plan: defineCall({
    method: 'POST',
    path: '/admin/enrolments/plan',
    access: 'admin',
    roles: ['support'],
    scope: 'students:write',
    noted: false,
    summary: 'See what removing access by hand would do',
    cost: 'export',
    limits: [limit('enrol_plan', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['not_found'],
  })
    .input(
      z.object({
        /** For the lines that name none: a column Courses has ids or titles, with `;` or `|` between. */
        course_ids: anyCourseIds,
        /** Emails, phones and names, a person a line; or a table with commas, semicolons or tabs. */
        text: z.string({ error: 'Must be text' }).max(700_000, { error: 'Must be at most 700000 characters' }),
      }),
    )
    .output(z.object({ lines: z.array(PlannedLine) })),

  /**
   * Accounts are made where there are none, whoever has a course keeps it: again changes nothing. For an account that has not proven its
   * address the courses wait until it has, for the address is all that says whose they are. `mail` tells those who got one, and has a
   * password for who is new or has to prove the address.
   */
  give: defineCall({
    method: 'POST',
    path: '/admin/enrolments',
    access: 'admin',
    roles: ['support'],
    scope: 'students:write',
    confirm: 'caller',
    summary: 'Give access by hand',
    cost: 'mail',
    limits: [limit('enrol', 'caller', 300, HOUR)],
    codes: ['not_found'],
  })
    .input(
      z.object({
        course_ids: courseIds,
        people,
        mail: z.boolean({ error: 'Must be true or false' }),
        /** The last day of it in India; none if it never expires. */
        until: Day.nullish(),
      }),
    )
    .output(
      z.object({
        /** People who got a course they had not. */
        given: z.number().int(),
        /** People who get one once they have proven the address. */
        waiting: z.number().int(),
        /** Accounts that were made for it. */
        accounts: z.number().int(),
        had: z.number().int(),
        refused: z.array(z.object({ email: z.string().nullable(), phone: z.string().nullable(), reason: z.string() })),
      }),
    ),

  /** Lets students of a course keep it until a day; nobody's access becomes shorter. 422 for a day that is over. */
  extend: defineCall({
    method: 'POST',
    path: '/admin/enrolments/extend',
    access: 'admin',
    roles: ['support'],
    scope: 'students:write',
    confirm: 'caller',
    summary: 'Extend access to a course',
    limits: [limit('enrol_extend', 'caller', 300, HOUR)],
    codes: ['not_found'],
  })
    .input(
      z.object({
        course_id: CourseId,
        user_ids: z
          .array(UserId, { error: 'Choose students' })
          .min(1, { error: 'Choose students' })
          .max(PEOPLE_AT_ONCE, { error: `At most ${PEOPLE_AT_ONCE} people at once` }),
        /** The last day of the access in India. */
        until: Day,
      }),
    )
    .output(
      z.object({
        extended: z.number().int(),
        /** People whose access has no end or ends later, or who are not enrolled. */
        kept: z.number().int(),
      }),
    ),

  /** Removes granted courses, also waiting ones; with `paid` also those of an order or a gift. Progress stays. */
  take: defineCall({
    method: 'POST',
    path: '/admin/enrolments/take',
    access: 'admin',
    roles: ['support'],
    scope: 'students:write',
    confirm: 'caller',
    summary: 'Remove access by hand',
    codes: ['not_found'],
  })
    .input(z.object({ course_ids: courseIds, people, paid: z.boolean({ error: 'Must be true or false' }) }))
    .output(
      z.object({
        taken: z.number().int(),
        /** People who keep a course that was paid for. */
        kept: z.number().int(),
        had_none: z.number().int(),
      }),
    ),
}
