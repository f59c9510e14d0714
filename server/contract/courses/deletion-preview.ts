import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId, Message } from '../fields.ts'

/** A part of `courses`. */
export const deletionPreview = {
  /** The course leaves the catalogue; buyers keep access. Again: 404. 409 `in_bundle` while a bundle on sale has it, with the `bundles`. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/courses/delete_course/{course_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Delete a course',
    confirm: { without: 'the bin holds it, and restore brings it back' },
    codes: ['in_bundle'],
  })
    .input(z.object({ params: z.object({ course_id: CourseId }) }))
    .output(Message),

  /** Previews what a delete would touch. 404 for an unknown or deleted course. */
  deletePreview: defineCall({
    method: 'GET',
    path: '/admin/courses/delete_preview/{id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'What deleting a course would touch',
  })
    .input(z.object({ id: CourseId }))
    .output(
      z.object({
        course_id: z.string(),
        name: z.string(),
        /** Students who have the course now; they keep it. */
        students: z.number().int(),
        /** Orders with it that wait for their payment; who pays still gets it. */
        open_orders: z.number().int(),
        /** Gift codes for it that nobody has redeemed; they stay good. */
        open_gift_codes: z.number().int(),
        lessons: z.number().int(),
        /** Codes for this course alone, which nobody can use then; at most 20 are named. */
        promocodes: z.array(z.object({ id: z.string(), promocode: z.string(), discount: z.number().int() })),
        promocodes_total: z.number().int(),
        /** Testimonials on the home page that are about it. */
        testimonials: z.number().int(),
      }),
    ),
}
