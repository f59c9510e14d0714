import { z } from 'zod'
import { CourseIds } from './course-ids.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Moment, Rupees, wholeNumber } from './fields.ts'

/** A part of `courses`. */
export const courseFigures = {
  /** Paid orders with each of the courses named and what its lines brought, since the shop began; as the overview counts. */
  sales: defineCall({
    method: 'GET',
    path: '/admin/courses/get_sales',
    access: 'admin',
    summary: 'What courses have sold',
  })
    .input(z.object({ ids: CourseIds }))
    .output(
      z.object({ courses: z.array(z.object({ course_id: z.string(), sales: z.number().int(), revenue: Rupees })) }),
    ),

  /** What one course has come to. 404 for an unknown course; a deleted one has its numbers. */
  numbers: defineCall({
    method: 'GET',
    path: '/admin/courses/get_numbers/{id}',
    access: 'admin',
    summary: 'Sales, students and completion of a course',
  })
    .input(z.object({ id: CourseId }))
    .output(
      z.object({
        /** Paid orders with it, and what its lines brought. */
        sales: z.number().int(),
        revenue: Rupees,
        lessons: z.number().int(),
        /** Students who have it now; of them, those who have watched or done anything, and those who have done every present lesson. */
        students: z.number().int(),
        started: z.number().int(),
        completed: z.number().int(),
      }),
    ),

  /** Students who have the course now, the newest first, with how far they are. 404 for an unknown course. */
  students: defineCall({
    method: 'GET',
    path: '/admin/courses/get_students/{id}',
    access: 'admin',
    summary: 'Students of a course',
  })
    .input(
      z.object({
        id: CourseId,
        limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
        offset: wholeNumber(0, 1_000_000_000, 'Must be a whole number from 0').optional(),
      }),
    )
    .output(
      z.object({
        total: z.number().int(),
        lessons: z.number().int(),
        students: z.array(
          z.object({
            ...{ user_id: z.string(), name: z.string(), email: z.string(), granted_at: Moment },
            lessons_done: z.number().int(),
            last_watched_at: Moment.nullable(),
          }),
        ),
      }),
    ),
}
