import { z } from 'zod'
import { CourseStatus } from './account.ts'
import { HandInStatus } from './assignments/hand-in-status.ts'
import { LessonCaptions, LessonFile, StudentFile } from './courses/lesson-files.ts'
import { AddContentBody, LessonKind, MAX_LESSON_SECONDS } from './courses/lesson-input.ts'
import { ShownNextStep } from './courses/next-step.ts'
import { defineCall } from './define-call.ts'
import { CourseId, LessonId, Message, Moment, text } from './fields.ts'
import { LessonVideo, VideoState } from './media/videos.ts'

export const Lesson = z.object({
  lesson_id: z.string(),
  kind: LessonKind,
  title: z.string(),
  watch_link: z.string(),
  download_link: z.string().nullable(),
  /** The lesson's length as the owner entered it; that of a file of the media library goes before. */
  seconds: z.number().int().nullable(),
  /** True if everybody may watch it; at most one lesson of a course. */
  preview: z.boolean(),
  /** Beside the video, in order. */
  files: z.array(LessonFile),
  captions: z.array(LessonCaptions),
  /** Heading shared with neighbouring lessons of the same section. */
  section: z.string().nullable(),
  /** Path of the file that it was made of, in the folder that was added to the course. */
  source: z.string().nullable(),
  /** Days after a student got the course until it opens to them; null without. */
  opens_after_days: z.number().int().nullable(),
  /** The moment at which it opens to all who have the course; null without. Never both. */
  opens_at: Moment.nullable(),
})

/** A lesson as the console has it: with length and size of its file, null where they are not known. */
export const StoredLesson = Lesson.extend({
  file_seconds: z.number().int().nullable(),
  file_bytes: z.number().int().nullable(),
})
export type StoredLesson = z.output<typeof StoredLesson>

export const StudentLesson = Lesson.omit({ preview: true, source: true, opens_after_days: true }).extend({
  /** The lesson's length: of its file, else as the owner entered it; also while it is not open. Null where neither is known. */
  seconds: z.number().int().nullable(),
  /** The size of its file; null for another site's, and while it is not open. */
  bytes: z.number().int().nullable(),
  /** Count of the student's own notes. */
  notes: z.number().int(),
  /** Count of the questions that the student may read. */
  questions: z.number().int(),
  /** The earlier lesson whose quiz has to be passed, or whose work accepted, first; null without one. Until then it has no links, files or captions. */
  waits_for: z.string().nullable(),
  /** The lesson's quiz; null without one. */
  quiz: z.object({ questions: z.number().int(), passed: z.boolean() }).nullable(),
  /** The work that it asks for, by the newest that was handed in; null without an assignment. `due_at`: of the new try that is requested. */
  assignment: z.object({ status: HandInStatus.nullable(), due_at: Moment.nullable() }).nullable(),
  /** When it happens, also while it is not open; null where it is not live, or nobody knows yet. `watch_link` is its recording. */
  live: z
    .object({
      starts_at: Moment,
      minutes: z.number().int(),
      cancelled: z.boolean(),
      /** True if the student joined. */
      joined: z.boolean(),
    })
    .nullable(),
  /** When it opens; null once it is open. Until then it has no links, files or captions. */
  opens_at: Moment.nullable(),
  completed: z.boolean(),
  /** The lesson was added after the student had finished the course, and is not done. */
  is_new: z.literal(true).optional(),
  /** True if it was done in the shop before, and nothing of it was watched here. */
  moved_in: z.boolean(),
  /** The second at which to go on; 0 for a lesson that was not played, or to its end. */
  position: z.number().min(0),
  /** The lesson's length as the player measured it, where it was played. */
  length: z.number().nullable(),
  /** When the position was true; the newest is the lesson to open. */
  watched_at: Moment.nullable(),
  files: z.array(StudentFile),
  captions: z.array(z.object({ language: z.string(), url: z.string() })),
  /** For a video of the library. */
  video: LessonVideo.nullable(),
})
export type StudentLesson = z.output<typeof StudentLesson>

/** Maximum age of a position that a device sends late. */
const MAX_POSITION_AGE = 30 * 86_400

const SECOND = { error: 'Must be a second of the lesson' }

/** The player's position. The higher `number` is the newer of a tab; between tabs and devices the smaller `age` is. */
export const LessonPosition = z.object({
  second: z.number(SECOND).min(0, SECOND).max(MAX_LESSON_SECONDS, SECOND),
  length: z.number(SECOND).positive(SECOND).max(MAX_LESSON_SECONDS, SECOND).optional(),
  /** A name that the tab gave itself when it opened the player. */
  tab: text(1, 40, 'Must be the name of a tab'),
  /** Counts the positions of this tab from 1. */
  number: z.number({ error: 'Must be a running number' }).int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Seconds since the player recorded the position. Offline positions arrive late. */
  age: z.number({ error: 'Must be seconds' }).min(0).max(MAX_POSITION_AGE).default(0),
})

export const ProgressBody = z.object({
  course_id: CourseId,
  lesson_id: LessonId,
  /** Clock time spent since the last beat, whatever the playing speed. */
  seconds: z
    .number({ error: 'Must be a number of seconds' })
    .min(0, { error: 'Must be a number of seconds' })
    .max(86_400, { error: 'Must be a number of seconds' }),
  completed: z.boolean({ error: 'Must be true or false' }).optional(),
  position: LessonPosition.optional(),
})

export const learning = {
  /** Empty `content` when there is none yet; 403 when not enrolled; 404 for an unknown course. */
  getContent: defineCall({
    method: 'GET',
    path: '/user/courses/get_content/{courseId}',
    access: 'user',
    inView: true,
    summary: 'Lessons of an owned course',
    codes: ['forbidden'],
  })
    .input(z.object({ courseId: CourseId }))
    .output(
      z.object({
        course_id: z.string(),
        course_name: z.string(),
        content: z.array(StudentLesson),
        /** Watermark moving over the lessons; null where the shop uses none. */
        mark: z.string().nullable(),
        /** The next step that the owner has set; absent without one. */
        next_step: ShownNextStep.optional(),
      }),
    ),

  /**
   * Accepted seconds = min(seconds, server time since this student's last beat), with 2 s of tolerance once for a run
   * of beats, at most 15 s for a first beat. `completed: true` marks the lesson done, `false` reverts it. A newer
   * `position` wins. 403 when not enrolled; 404 for an unknown lesson.
   */
  progress: defineCall({
    method: 'POST',
    path: '/user/progress',
    access: 'user',
    summary: 'A beat of the player',
    bounded: 'one row of a lesson, counted by the clock',
    codes: ['forbidden', 'not_found', 'too_many_devices'],
  })
    .input(ProgressBody)
    .output(
      z.object({ course_status: CourseStatus, hours_spent: z.number(), percent: z.number().int().min(0).max(100) }),
    ),

  /**
   * Stops these devices of the student (`session_id` of `devices` in a 409 `too_many_devices`) and watches on this one; nobody is logged out.
   * 409 with those that still watch, when that makes no room.
   */
  goOnHere: defineCall({
    method: 'POST',
    path: '/user/watching/here',
    access: 'user',
    summary: 'Watch on this device instead of others',
    bounded: 'one row of a session',
    codes: ['too_many_devices'],
  })
    .input(z.object({ stop: z.array(text(1, 100, 'Must be a session id')).max(100) }))
    .output(Message),

  /** Carries `ETag`. */
  adminGetContent: defineCall({
    method: 'GET',
    path: '/admin/courses/get_content/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'Lessons of a course',
  })
    .input(z.object({ id: CourseId }))
    .output(
      z.object({
        course_id: z.string(),
        content: z.array(StoredLesson),
        /** Watch links of the shop's own files, each with the address by which this session sees it. */
        previews: z.record(z.string(), z.string()),
        /** Number of questions by lesson id, of lessons with a quiz. */
        quizzes: z.record(z.string(), z.number().int()),
        /** Ids of the lessons that ask for work. */
        assignments: z.array(z.string()),
        /** When the live lessons happen that have a moment, by lesson id. */
        live: z.record(
          z.string(),
          z.object({ starts_at: Moment, minutes: z.number().int(), cancelled: z.boolean(), joined: z.number().int() }),
        ),
        /** Watch links that are videos of the shop, each with how far its adaptive set is. */
        videos: z.record(z.string(), VideoState),
      }),
    ),

  /**
   * The list replaces the stored one, in order; items that come with a known `lesson_id` keep it, and lessons that it leaves out are erased, which
   * asks for a confirmation. With `If-Match` a stale
   * edit is 409 `edit_conflict` with the present lessons as `current`. Carries `ETag`, and with `Prefer: return=representation` (RFC 7240) the
   * lessons as they are stored: a client that sends them again names their ids. An item may bring the date of a live lesson, a quiz and an assignment,
   * which are saved with it or not at all; 409 for a date of another kind of lesson.
   */
  addContent: defineCall({
    method: 'POST',
    path: '/admin/courses/add_content/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Replace the lessons of a course',
    codes: ['conflict', 'edit_conflict', 'confirmation_required', 'bundle_has_no_lessons'],
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        headers: z
          .object({ 'if-match': z.string().max(200).optional(), prefer: z.string().max(200).optional() })
          .optional(),
        body: AddContentBody,
      }),
    )
    .output(Message.extend({ content: z.array(Lesson).optional() })),
}
