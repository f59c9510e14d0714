import { z } from 'zod'
import { publicSearches, searches } from '../call-cost.ts'
import { catalogueSorts, priceBands } from '../catalogue-page.ts'
import { defineCall } from '../define-call.ts'
import { AccessPeriod, CourseId, IfMatch, listQuery, Message, Moment, Rupees } from '../fields.ts'
import { adminSorts, CourseState, Missing, placement } from '../placement.ts'
import { CourseReviews } from '../reviews.ts'
import { CourseKind, IncludedCourse, IncludedPrice } from './bundles.ts'
import { deletionPreview } from './deletion-preview.ts'
import { hiddenFields, shownFields } from './extra-fields.ts'
import { courseFigures } from './figures.ts'
import { CourseIds } from './ids.ts'
import { NewCourseBody, UpdateCourseBody } from './input.ts'
import { linkCheck } from './link-check.ts'
import { courseMany } from './many.ts'
import { PublicLesson } from './public-lesson.ts'
import type { SalesPage } from './sales-page.ts'
import { CourseSchedule, courseSchedule, Sale } from './schedule.ts'

/**
 * The whole public course: these fields and no others leave the server. A feature adds one in a `*.course-fields.ts`; it is absent until
 * an owner uses it.
 */
export const Course = z.object({
  course_id: z.string(),
  kind: CourseKind,
  name: z.string(),
  description: z.string(),
  long_description: z.string(),
  header_text: z.string(),
  header_below: z.string(),
  price: Rupees,
  offer_text: z.string().nullable(),
  /** Empty in a draft without one. */
  banner: z.string(),
  DEMO_REELS_VIDEOS: z.array(z.string()),
  benefits_samples: z.array(z.string()),
  additional_infobanners: z.array(z.string()),
  product_content_samples: z.array(z.object({ title: z.string(), subtitle: z.string(), image: z.string() })),
  bonuses: z.array(z.object({ title: z.string(), image: z.string() })),
  exclusive_bonuses: z.array(z.object({ title: z.string(), image: z.string() })),
  CUSTOMER_REVIEWS: z.array(z.object({ image: z.string() })),
  who_is_this_for: z.array(z.string()),
  where_can_i_upload: z.array(z.string()),
  how_to_make_money: z.array(z.string()),
  how_to_get_started: z.array(z.string()),
  lifetime_access: z.string().nullable(),
  /** For how long it is sold; null if it never expires. */
  access_period: AccessPeriod,
  bonuses_worth: z.string().nullable(),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  buy_now_text: z.string().nullable(),
  legal_disclaimer: z.string().nullable(),
  language: z.string().nullable(),
  requirements: z.string().nullable(),
  teacher_name: z.string().nullable(),
  teacher_about: z.string().nullable(),
  topics: z.array(z.string()),
  /** True if it costs nothing. */
  free: z.boolean(),
  /** Courses of a bundle, in order; empty for a course. */
  bundle_courses: z.array(z.string()),
  ...shownFields,
})
export type Course = z.output<typeof Course>

/** A course as its owner has it. */
export const OwnCourse = Course.extend(hiddenFields)
export type OwnCourse = z.output<typeof OwnCourse>

const ShownSalesPage = z.object({
  order: z.array(z.string()),
  sections: z.record(z.string(), z.object({ type: z.string(), settings: z.record(z.string(), z.unknown()) })),
  facts: z.record(z.string(), z.unknown()).optional(),
}) satisfies z.ZodType<SalesPage>

/** A course with what is inside; `price` is what it costs now. */
export const PublicCourse = Course.extend({
  sale: Sale.optional(),
  /** Courses of a bundle, in order; absent for a course. */
  includes: z.array(IncludedCourse).optional(),
  lessons: z.array(PublicLesson),
  /** Time of the last change among the lessons; null without lessons. */
  lessons_updated_at: z.string().nullable(),
  /** True if its completion earns a certificate; absent when not. */
  certificate: z.literal(true).optional(),
  /** False when it is in no list and search engines are to stay away: who has its address can buy it. */
  listed: z.boolean(),
  /** Students' reviews; absent while there are none. */
  reviews: CourseReviews.optional(),
  /** Name and length of each of `DEMO_REELS_VIDEOS`; empty and null where unknown, absent without any. */
  clips: z.array(z.object({ name: z.string(), seconds: z.number().nullable() })).optional(),
  /** The order of its sales page, with other blocks; absent for the usual one. */
  page: ShownSalesPage.optional(),
})
export type PublicCourse = z.output<typeof PublicCourse>

/** A course in a list. */
export const CourseCard = Course.pick({
  course_id: true,
  kind: true,
  free: true,
  name: true,
  description: true,
  header_text: true,
  price: true,
  offer_text: true,
  banner: true,
  buy_now_text: true,
  access_period: true,
}).extend({
  ...shownFields,
  sale: Sale.optional(),
  /** Courses of a bundle, in order; absent for a course. */
  includes: z.array(IncludedPrice).optional(),
  /** Names of the public fields of features that it has, such as `parts`; absent without any. */
  ways: z.array(z.string()).optional(),
})
export type CourseCard = z.output<typeof CourseCard>

/** A course in the console's list. */
export const AdminCourseCard = CourseCard.extend({
  status: CourseState,
  missing: z.array(Missing),
  /** When it was deleted; null while it is not. */
  deleted_at: Moment.nullable(),
  lessons: z.number().int(),
  /** When lessons were last saved; null before. */
  lessons_updated_at: Moment.nullable(),
  /** Students who have it now. */
  students: z.number().int(),
  /** Planned sale, publication and removal from the store. Until a sale is shown, `price` is the ordinary one. */
  plan: CourseSchedule,
})
export type AdminCourseCard = z.output<typeof AdminCourseCard>

/** Answer of `courses.filters`. */
export const CourseFilters = z.object({
  topics: z.array(z.object({ name: z.string(), courses: z.number().int() })),
  /** Bands with a course in them. */
  prices: z.array(z.object({ band: z.enum(priceBands), courses: z.number().int() })),
})
export type CourseFilters = z.output<typeof CourseFilters>

/** A course in the console; `missing` parts keep it from going on sale. */
export const AdminCourse = OwnCourse.extend({ missing: z.array(Missing) })

const CourseAnswer = Message.extend({ course: AdminCourse })

export const courses = {
  /**
   * In the catalogue's order: `position`, then newest first. `q`: each of its words, or a synonym, is in the name, the descriptions,
   * topics, platforms or titles of lessons; without an exact match near spellings count. Courses with all words in their name are first.
   * `topic`, `price`: as `filters` names them. `ids`: only these, where they exist. `near`: for a `q` that finds nothing, the at most 3
   * courses with words most like it, then the first of the catalogue; the other keys do not matter. Carries `ETag` and `X-Total-Count`.
   */
  list: defineCall({
    method: 'GET',
    path: '/go/courses',
    access: 'public',
    summary: 'The catalogue',
    cost: 'search',
    limits: [publicSearches],
  })
    .input(
      listQuery(catalogueSorts).extend({
        ids: CourseIds.optional(),
        topic: z
          .string({ error: 'Must be text' })
          .trim()
          .max(100, { error: 'Must be at most 100 characters' })
          .optional(),
        price: z.enum(priceBands, { error: `Must be one of ${priceBands.join(', ')}` }).optional(),
        near: z.literal('true', { error: 'Must be true' }).optional(),
      }),
    )
    .output(z.array(CourseCard)),

  /** The topics and prices that the catalogue can be narrowed by, and how many courses each holds; topics with most courses first. */
  filters: defineCall({
    method: 'GET',
    path: '/go/course_filters',
    access: 'public',
    atEdge: true,
    summary: 'Topics and prices of the catalogue',
  }).output(CourseFilters),

  /** The listed bundle that costs less than those of these courses that it includes, with the greatest difference; null without one. */
  cheaperBundle: defineCall({
    method: 'GET',
    path: '/go/cheaper_bundle',
    access: 'public',
    summary: 'A bundle that costs less',
    limits: [publicSearches],
  })
    .input(z.object({ ids: CourseIds }))
    .output(
      z.object({
        bundle: z
          .object({
            card: CourseCard,
            /** The courses of `ids` that it includes. */
            course_ids: z.array(z.string()),
            /** The price of the courses one by one. */
            instead: Rupees,
          })
          .nullable(),
      }),
    ),

  /** The answer names the lessons by title. 404 `Course not found`. Carries `ETag`. */
  get: defineCall({ method: 'GET', path: '/go/courses/{id}', access: 'public', summary: 'One course' })
    .input(z.object({ id: CourseId }))
    .output(PublicCourse),

  /**
   * Whole courses, or cards with `fields=list`; then `counts` has the matches of the search by state. Without `status` all but deleted
   * ones, without `kind` both. `ids`: only these, where they exist. `sort` by sales, as `sales` counts them, is for owners; 403.
   */
  adminList: defineCall({
    method: 'GET',
    path: '/admin/courses/get_all_courses',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'All courses',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(adminSorts).extend({
        fields: z.literal('list', { error: 'Must be list' }).optional(),
        ids: CourseIds.optional(),
        status: CourseState.optional(),
        kind: CourseKind.optional(),
      }),
    )
    .output(
      z.object({
        courses: z.array(z.union([Course, AdminCourseCard])),
        counts: z.record(CourseState, z.number().int()).optional(),
      }),
    ),

  adminGet: defineCall({
    method: 'GET',
    path: '/admin/courses/get_course/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'One course, with its ETag',
  })
    .input(z.object({ id: CourseId }))
    .output(AdminCourse),

  /**
   * A draft needs its name alone; any other course is complete, or 422. Without lessons a state on sale is 409 `course_incomplete` unless
   * `also_empty`; no state is on sale at once. A bundle names 2 to 50 courses as `bundle_courses`; they are no bundles. 409 `course_exists` for a `course_id` in use. A price below ₹10 is an owner's, who confirms it.
   */
  create: defineCall({
    method: 'POST',
    path: '/admin/courses/create',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    status: 201,
    summary: 'Add a course',
    codes: ['course_exists', 'course_incomplete', 'confirmation_required'],
  })
    .input(NewCourseBody)
    .output(CourseAnswer),

  /**
   * With `If-Match` a stale edit is 409 `edit_conflict` with the present course as `current`. 422 for a change that leaves a course on sale,
   * or one with a planned publication, incomplete. Carries `ETag`. A new price below ₹10 is an owner's, who confirms it. `expected_price`: 409
   * `edit_conflict` unless it is the present price, without a sale.
   */
  update: defineCall({
    method: 'PUT',
    path: '/admin/courses/update_course/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Change a course',
    codes: ['edit_conflict', 'confirmation_required'],
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        headers: IfMatch,
        body: UpdateCourseBody.extend({ expected_price: Rupees.optional() }),
      }),
    )
    .output(CourseAnswer),

  /** Takes a delete back; an incomplete course becomes a draft. 404 when the course is unknown or not deleted. */
  restore: defineCall({
    method: 'POST',
    path: '/admin/courses/restore_course/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Take a delete back',
    confirm: { without: 'the bin holds it, and restore brings it back' },
  })
    .input(z.object({ params: z.object({ id: CourseId }) }))
    .output(CourseAnswer),

  ...placement,
  ...courseSchedule,
  ...deletionPreview,
  ...courseFigures,
  ...linkCheck,
  ...courseMany,
}
