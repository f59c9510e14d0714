import { z } from 'zod'
import { HOUR, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, LessonId, text } from './fields.ts'
import { LessonPosition } from './learning.ts'

/** Days for which a device may work without the shop. */
export const OFFLINE_DAYS = 30

/** Offline progress of one lesson, as one beat. `seconds` is clock time, at any playing speed. */
const LateBeat = z.object({
  course_id: CourseId,
  lesson_id: LessonId,
  seconds: z
    .number({ error: 'Must be a number of seconds' })
    .min(0, { error: 'Must be a number of seconds' })
    .max(OFFLINE_DAYS * 86_400, { error: 'Must be a number of seconds' }),
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

/** Work of a device without a network, sent late. */
export const offline = {
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
