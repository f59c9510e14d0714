import { z } from 'zod'
import { adminMails, HOUR, limit, searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { IfMatch, LessonId, listQuery, Message, optionalText, SendingKey, text } from '../fields.ts'
import { MAX_CRITERIA, MAX_POINTS, MAX_WORK_BYTES, MAX_WORK_TEXT, WORK_SIZE_MESSAGE } from '../limits.ts'
import { AdminHandIn, AdminHandInDetail, Assignment, StudentAssignment, WorkFile } from './hand-ins.ts'
import { AssignmentInput, Days } from './input.ts'

const FileId = text(1, 64, 'Must be a file id')
const HandInId = z.string().regex(/^[1-9]\d{0,17}$/, { error: 'Must be the id of a hand-in' })

const FILE_MESSAGE = 'Please choose a file'

/** Points are milliseconds of CPU time that looks into the files took. */
const workCpu = limit('work_file_cpu', 'caller', 120_000, HOUR, { byHandler: true })

export const assignments = {
  /** 403 when not enrolled, or while the lesson is not open; 404 where the lesson asks for no work. */
  get: defineCall({
    method: 'GET',
    path: '/user/assignments/{lesson_id}',
    access: 'user',
    inView: true,
    summary: 'The assignment of a lesson, and what was submitted',
    codes: ['forbidden'],
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(StudentAssignment),

  /**
   * Takes the file of the next submission, replacing an earlier one. 403 as above; 409 while work waits or once it is
   * accepted; 413; 415 by content, and for an unwanted kind; 422; 507.
   */
  addFile: defineCall({
    method: 'POST',
    path: '/user/assignments/{lesson_id}/file',
    access: 'user',
    file: { field: 'work_file', missing: FILE_MESSAGE, atMost: [MAX_WORK_BYTES, WORK_SIZE_MESSAGE] },
    input: 'detailed',
    summary: 'Send the file of a submission',
    cost: 'render',
    limits: [limit('work_file', 'caller', 60, HOUR), workCpu],
    codes: ['forbidden', 'conflict', 'too_large', 'unsupported_media_type', 'storage_full'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        body: z.object({ work_file: z.file({ error: FILE_MESSAGE }) }),
      }),
    )
    .output(WorkFile),

  /**
   * Takes a complete resumable upload (`/api/user/uploads`, tus) as the file of the next hand-in, and answers as `addFile` does. 404 for one of
   * somebody else or another lesson; 409 also while bytes are missing.
   */
  takeUpload: defineCall({
    method: 'POST',
    path: '/user/assignments/{lesson_id}/upload',
    access: 'user',
    input: 'detailed',
    summary: 'Take an upload as the file of a submission',
    cost: 'render',
    limits: [limit('work_upload', 'caller', 60, HOUR), workCpu],
    codes: ['forbidden', 'conflict', 'too_large', 'unsupported_media_type', 'storage_full'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        body: z.object({ upload_id: text(1, 64, 'Must be an upload id') }),
      }),
    )
    .output(WorkFile),

  /** Sent again under its `key` it counts once. 403 as above; 409 while work waits, once it is accepted, and for too many. */
  handIn: defineCall({
    method: 'POST',
    path: '/user/assignments/{lesson_id}/hand_in',
    access: 'user',
    input: 'detailed',
    summary: 'Submit an assignment',
    cost: 'mail',
    limits: [limit('hand_in', 'caller', 30, HOUR)],
    codes: ['forbidden', 'conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        body: z.object({
          /** Made by the sender, the same as often as one hand-in is sent. */
          key: SendingKey,
          text: optionalText(MAX_WORK_TEXT),
          file_id: FileId.nullish().transform((value) => value ?? null),
        }),
      }),
    )
    .output(StudentAssignment),

  /** Removes a file that was sent and not handed in. One that is gone already stays gone. 403 as above. */
  removeFile: defineCall({
    method: 'DELETE',
    path: '/user/assignments/{lesson_id}/file/{file_id}',
    access: 'user',
    summary: 'Remove the file of the next submission',
    limits: [limit('work_file_remove', 'caller', 60, HOUR)],
    codes: ['forbidden'],
  })
    .input(z.object({ lesson_id: LessonId, file_id: FileId }))
    .output(StudentAssignment),

  /** Takes back what waits; its file is that of the next hand-in. 409 once it is marked. One that is gone already stays gone. */
  takeBack: defineCall({
    method: 'DELETE',
    path: '/user/assignments/{lesson_id}/hand_in/{hand_in_id}',
    access: 'user',
    summary: 'Withdraw a submission that waits',
    codes: ['forbidden', 'conflict'],
  })
    .input(z.object({ lesson_id: LessonId, hand_in_id: HandInId }))
    .output(StudentAssignment),

  /** `assignment` is null while the lesson has none. Carries `ETag`. */
  adminGet: defineCall({
    method: 'GET',
    path: '/admin/assignments/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'The assignment of a lesson with its numbers',
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(
      z.object({
        course_id: z.string(),
        lesson_title: z.string(),
        assignment: Assignment.nullable(),
        numbers: z.object({ students: z.number().int(), accepted: z.number().int(), waiting: z.number().int() }),
      }),
    ),

  /**
   * With `If-Match` a stale edit is 409 `edit_conflict` with the present assignment as `current`. Marked work stays
   * unchanged. Carries `ETag`.
   */
  save: defineCall({
    method: 'PUT',
    path: '/admin/assignments/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Write the assignment of a lesson',
    confirm: { without: 'the same call puts it back' },
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        headers: IfMatch,
        body: AssignmentInput,
      }),
    )
    .output(Message.extend({ assignment: Assignment })),

  /** Submitted work stays. 404 where there is none. */
  remove: defineCall({
    method: 'DELETE',
    path: '/admin/assignments/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Remove the assignment of a lesson',
  })
    .input(z.object({ params: z.object({ lesson_id: LessonId }) }))
    .output(Message),

  /** Newest first; 50 unless `limit` says so. `q` matches course, lesson, student and text. `waiting` is how many wait in all. */
  adminList: defineCall({
    method: 'GET',
    path: '/admin/hand_ins',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Submissions of students',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(['newest', 'oldest']).extend({
        status: z.enum(['waiting', 'marked'], { error: 'Must be waiting or marked' }).optional(),
      }),
    )
    .output(z.object({ hand_ins: z.array(AdminHandIn), total: z.number().int(), waiting: z.number().int() })),

  /** 404 for an unknown one. */
  adminRead: defineCall({
    method: 'GET',
    path: '/admin/hand_ins/{id}',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'One submission of a student',
    codes: ['not_found'],
  })
    .input(z.object({ id: HandInId }))
    .output(AdminHandInDetail),

  /**
   * Marks it by the rubric, or changes its mark; the student is mailed. Accepted work has a mark of every criterion, any other of those that
   * the admin marked. `again_days`: until the new try is due; null without an end, those of the assignment where it is absent. `seen` is the moment of the mark that it takes the place of: 409 `edit_conflict`
   * when that is another by now, 409 `conflict` when the student has handed in anew since. 404.
   */
  mark: defineCall({
    method: 'PUT',
    path: '/admin/hand_ins/{id}/mark',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Mark a submission',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found', 'edit_conflict', 'conflict'],
  })
    .input(
      z.object({
        params: z.object({ id: HandInId }),
        body: z
          .object({
            accepted: z.boolean({ error: 'Must be true or false' }),
            marks: z
              .array(
                z.object({
                  criterion_id: z.string().max(40),
                  given: z
                    .number({ error: 'Must be points' })
                    .int({ error: 'Must be whole points' })
                    .min(0, { error: 'Must be points' })
                    .max(MAX_POINTS, { error: 'Must be points' }),
                }),
              )
              .max(MAX_CRITERIA, { error: 'Too many marks' }),
            feedback: optionalText(5000),
            again_days: Days,
            seen: z.iso.datetime({ offset: true, error: 'Must be a date and time' }).nullable().default(null),
          })
          .refine(({ accepted, feedback }) => accepted || feedback !== null, {
            path: ['feedback'],
            error: 'Please say what to do better',
          }),
      }),
    )
    .output(AdminHandInDetail),
}
