import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { CourseId, Moment } from './fields.ts'

export const offline = {
  /**
   * Until when the lessons of these courses may stay on a device: `OFFLINE_DAYS` from now, or until the access ends if that is sooner. A course
   * or lesson that is not in the answer is not the student's at present.
   */
  terms: defineCall({
    method: 'POST',
    path: '/user/kept_lessons',
    access: 'user',
    summary: 'Until when lessons may stay on this device',
  })
    .input(z.object({ course_ids: z.array(CourseId).min(1).max(100) }))
    .output(
      z.object({
        /** For which the addresses of files are good. */
        session_id: z.string(),
        now: Moment,
        courses: z.array(z.object({ course_id: z.string(), ends_at: Moment, lesson_ids: z.array(z.string()) })),
      }),
    ),
}
