import { z } from 'zod'
import { CourseIds } from './course-ids.ts'
import { defineCall } from './define-call.ts'
import { Rupees } from './fields.ts'

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
}
