import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId, Message } from '../fields.ts'

export const nextSteps = {
  /** Notes that a student opened the next step of a course, once; they have the course, or 403. 404 for an unknown course. */
  press: defineCall({
    method: 'POST',
    path: '/user/next_step',
    access: 'user',
    summary: 'Note that the next step was opened',
    codes: ['forbidden', 'not_found'],
  })
    .input(z.object({ course_id: CourseId }))
    .output(Message),

  /** Counts students who have the course now, and those of them who opened its next step. 404. */
  count: defineCall({
    method: 'GET',
    path: '/admin/next_step/{course_id}',
    access: 'admin',
    roles: ['editor', 'support'],
    summary: 'How many opened the next step',
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.object({ pressed: z.number().int(), students: z.number().int() })),
}
