import { z } from 'zod'
import { HOUR, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, LessonId, Moment, text } from './fields.ts'
import { LessonPosition } from './learning.ts'

/** Days after the last contact with the shop when a downloaded lesson ends. */
export const KEPT_DAYS = 30

/** Offline progress of one lesson, as one beat. `seconds` is clock time, at any playing speed. */
const LateBeat = z.object({
  course_id: CourseId,
  lesson_id: LessonId,
  seconds: z
    .number({ error: 'Must be a number of seconds' })
    .min(0, { error: 'Must be a number of seconds' })
    .max(KEPT_DAYS * 86_400, { error: 'Must be a number of seconds' }),
  completed: z.boolean({ error: 'Must be true or false' }).optional(),
  position: LessonPosition.optional(),
})

export const LateBeats = z.object({
  /** A name that the device gave itself. */
  device: text(8, 40, 'Must be the name of a device'),
  /** Counts this device's late beats from 1: each is taken once. */
  number: z.number({ error: 'Must be a running number' }).int().min(1).max(Number.MAX_SAFE_INTEGER),
  beats: z.array(LateBeat).min(1).max(200),
})

export const offline = {
  /**
   * Until when the lessons of these courses may stay on a device: `KEPT_DAYS` from now, or until the access ends if that is sooner. A course
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

  /**
   * Beats that were made without a network, sent once a device is back. A number that was taken before changes nothing. All together are at
   * most the server's time since the student's last beat, as beats always are; what is not the student's any more is left out.
   */
  beats: defineCall({
    method: 'POST',
    path: '/user/progress/late',
    access: 'user',
    summary: 'Beats made without a network',
    limits: [limit('offline_beats', 'caller', 600, HOUR)],
  })
    .input(LateBeats)
    .output(z.object({ /** Accepted seconds. */ seconds: z.number().int() })),
}
