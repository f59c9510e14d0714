import { z } from 'zod'
import { searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, listQuery, Message, Moment, text, whole, wholeNumber } from './fields.ts'
import { ofPerson } from './persons.ts'

const Stars = whole(1, 5, 'Choose 1 to 5 stars')

/** A review as visitors read it. `name` is a first name, null where the student gave none. */
export const ShownReview = z.object({
  stars: z.number().int(),
  text: z.string(),
  name: z.string().nullable(),
  /** When it was written or last changed. */
  at: Moment,
  reply: z.string().nullable(),
  /** Share of the course's lessons that the student has done, whole percent; null for a course without lessons. */
  finished: z.number().int().nullable(),
})
export type ShownReview = z.output<typeof ShownReview>

/** The stars of all count, also where the words are hidden; `average` has one decimal, `stars` is how many gave 1, 2, 3, 4 and 5. */
export const CourseReviews = z.object({
  average: z.number(),
  count: z.number().int(),
  stars: z.array(z.number().int()).length(5),
  latest: z.array(ShownReview),
})
export type CourseReviews = z.output<typeof CourseReviews>

export const OwnReview = z.object({
  stars: z.number().int(),
  text: z.string(),
  show_name: z.boolean(),
  reply: z.string().nullable(),
  /** Reason for hiding it; null while visitors see it. */
  hidden_reason: z.string().nullable(),
})
export type OwnReview = z.output<typeof OwnReview>

export const ReviewBody = z.object({
  stars: Stars,
  text: text(0, 1000, 'Please enter text').default(''),
  /** Consent to the first name beside it. */
  show_name: z.boolean().default(false),
})

export const AdminReview = OwnReview.omit({ show_name: true }).extend({
  review_id: z.number().int(),
  course_id: z.string(),
  course_name: z.string(),
  /** Null for an API key that may not name students. */
  user_id: ofPerson(z.string().nullable()),
  /** The student's whole name; `shown_name` is what visitors see of it. */
  name: ofPerson(z.string().nullable()),
  shown_name: z.string().nullable(),
  updated_at: Moment,
})
export type AdminReview = z.output<typeof AdminReview>

const OfCourse = z.object({ course_id: CourseId })
const ReviewId = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Must be the number of a review')

export const reviews = {
  /** The own review, and whether one may be written: the course is the student's, 20 % of its lessons are done, and enough time of each was measured. */
  mine: defineCall({
    method: 'GET',
    path: '/user/reviews/{course_id}',
    access: 'user',
    summary: 'Own review of a course',
  })
    .input(OfCourse)
    .output(z.object({ may_review: z.boolean(), review: OwnReview.nullable() })),

  /** Writes or changes it; visitors see it at once. 403 before 20 % of the lessons are done and measured. */
  save: defineCall({
    method: 'PUT',
    path: '/user/reviews/{course_id}',
    access: 'user',
    input: 'detailed',
    summary: 'Review a course',
    codes: ['forbidden'],
  })
    .input(z.object({ params: OfCourse, body: ReviewBody }))
    .output(OwnReview),

  /** 404 when there is none. */
  remove: defineCall({
    method: 'DELETE',
    path: '/user/reviews/{course_id}',
    access: 'user',
    input: 'detailed',
    summary: 'Delete own review',
    codes: ['not_found'],
  })
    .input(z.object({ params: OfCourse }))
    .output(Message),

  /** Latest first; 50 unless `limit` says so. `q` matches course, name and text. `waiting` are those without a reply. */
  list: defineCall({
    method: 'GET',
    path: '/admin/reviews',
    access: 'admin',
    roles: ['support', 'editor'],
    scope: 'courses:read',
    summary: 'Reviews of all courses',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest', 'lowest']).extend({ show: z.enum(['waiting', 'hidden']).optional() }))
    .output(z.object({ reviews: z.array(AdminReview), total: z.number().int() })),

  /** Shown below the review; an empty text takes the reply away. 404. */
  reply: defineCall({
    method: 'PUT',
    path: '/admin/reviews/{review_id}/reply',
    access: 'admin',
    roles: ['support', 'editor'],
    input: 'detailed',
    summary: 'Reply to a review',
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found'],
  })
    .input(
      z.object({
        params: z.object({ review_id: ReviewId }),
        body: z.object({ text: text(0, 1000, 'Please enter text') }),
      }),
    )
    .output(AdminReview),

  /** The review's words are hidden, its stars count. The student reads the reason; an empty one shows the words again. 404. */
  hide: defineCall({
    method: 'PUT',
    path: '/admin/reviews/{review_id}/hidden',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Hide the words of a review, or show them again',
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found'],
  })
    .input(
      z.object({
        params: z.object({ review_id: ReviewId }),
        body: z.object({ reason: text(0, 200, 'Please enter text') }),
      }),
    )
    .output(AdminReview),
}
