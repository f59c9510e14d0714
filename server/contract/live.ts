import { z } from 'zod'
import { searches } from './call-cost.ts'
import { LiveInput } from './courses/live-input.ts'
import { defineCall } from './define-call.ts'
import { IfMatch, LessonId, listQuery, Message, Moment } from './fields.ts'

/** A live lesson as its owner has it. */
export const Live = z.object({
  /** Grows with each change. */
  version: z.number().int(),
  starts_at: Moment,
  minutes: z.number().int(),
  join_link: z.string(),
  cancelled: z.boolean(),
})
export type Live = z.output<typeof Live>

/** The next one of a student's courses, which is open to them. */
export const NextLive = z.object({
  course_id: z.string(),
  course_name: z.string(),
  lesson_id: z.string(),
  title: z.string(),
  starts_at: Moment,
  minutes: z.number().int(),
})
export type NextLive = z.output<typeof NextLive>

export const live = {
  /** Returns the next lesson; `lesson` is null where none is ahead or running. */
  next: defineCall({
    method: 'GET',
    path: '/user/next_live_lesson',
    access: 'user',
    inView: true,
    summary: 'The next live lesson of my courses',
  }).output(z.object({ lesson: NextLive.nullable() })),

  /**
   * The one call that tells where to join, from 15 minutes before the beginning until the end. It counts the lesson as done. 403 not enrolled, or not
   * open yet; 404 where the lesson is not live; 409 before, after, and once it is cancelled.
   */
  join: defineCall({
    method: 'POST',
    path: '/user/live/{lesson_id}/join',
    access: 'user',
    input: 'detailed',
    summary: 'Join a live lesson',
    codes: ['forbidden', 'conflict'],
  })
    .input(z.object({ params: z.object({ lesson_id: LessonId }) }))
    .output(z.object({ join_link: z.string() })),

  /** As iCalendar, with the address of the lesson in the store; a cancelled one as such. 403 and 404 as above. */
  calendar: defineCall({
    method: 'GET',
    path: '/user/live/{lesson_id}/calendar',
    access: 'user',
    summary: 'A live lesson for the calendar',
    codes: ['forbidden'],
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(z.file()),

  /** `live` is null until a moment is set. Carries `ETag`. */
  adminGet: defineCall({
    method: 'GET',
    path: '/admin/live/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'The moment and link of a live lesson',
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(
      z.object({
        course_id: z.string(),
        lesson_title: z.string(),
        live: Live.nullable(),
        /** Number of students who joined. */
        joined: z.number().int(),
      }),
    ),

  /**
   * Schedules a live lesson, or restores a cancelled one. Students notified of another moment get a mail. 409 where the lesson is not live;
   * with `If-Match` a stale edit is 409 `edit_conflict` with the present state as `current`. Carries `ETag`.
   */
  save: defineCall({
    method: 'PUT',
    path: '/admin/live/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Set moment and link of a live lesson',
    confirm: { without: 'the same call puts it back' },
    codes: ['conflict', 'edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        headers: IfMatch,
        body: LiveInput,
      }),
    )
    .output(Message.extend({ live: Live })),

  /** Cancels it, and mails notified students. 404 where there is none; 409 once it is over. */
  cancel: defineCall({
    method: 'DELETE',
    path: '/admin/live/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Cancel a live lesson',
    confirm: { without: 'the same call puts it back' },
    codes: ['conflict'],
  })
    .input(z.object({ params: z.object({ lesson_id: LessonId }) }))
    .output(Message),

  /** Lists who joined, by time; 200 unless `limit` differs. `q` matches name and email. */
  joined: defineCall({
    method: 'GET',
    path: '/admin/live/{lesson_id}/joined',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Who joined a live lesson',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest', 'oldest']).extend({ lesson_id: LessonId }))
    .output(
      z.object({
        students: z.array(z.object({ user_id: z.string(), name: z.string(), joined_at: Moment })),
        total: z.number().int(),
      }),
    ),
}
