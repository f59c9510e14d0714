import { z } from 'zod'
import { MAX_LESSON_SECONDS } from './courses/lesson-input.ts'
import { defineCall } from './define-call.ts'
import { CourseId, LessonId, Message, Moment, SendingKey, text } from './fields.ts'
import { MAX_NOTE } from './limits.ts'

/** Maximum for one student in one course. */
export const MAX_NOTES = 1000

export const Note = z.object({
  note_id: z.string(),
  lesson_id: z.string(),
  /** In a list only; absent once the lesson is gone. */
  lesson_title: z.string().optional(),
  /** Null where the player does not say its second. */
  second: z.number().nullable(),
  text: z.string(),
  /** One higher with every change. */
  version: z.number().int(),
  created_at: Moment,
})
export type Note = z.output<typeof Note>

const NoteText = text(1, MAX_NOTE, 'Please write your note')
const SECOND = { error: 'Must be a second of the lesson' }

export const AddNoteBody = z.object({
  course_id: CourseId,
  lesson_id: LessonId,
  second: z.number(SECOND).min(0, SECOND).max(MAX_LESSON_SECONDS, SECOND).nullable(),
  text: NoteText,
  /** Made by the writer, the same as often as one note is sent. */
  key: SendingKey,
})

const NoteId = z.string().regex(/^[1-9]\d{0,17}$/, { error: 'Must be the id of a note' })

export const notes = {
  /**
   * A student's own notes of a course, by lesson in no order, each lesson's by its second; also after their access has ended. Nobody else
   * is answered them.
   */
  list: defineCall({
    method: 'GET',
    path: '/user/courses/notes/{courseId}',
    access: 'user',
    summary: 'Own notes of a course',
  })
    .input(z.object({ courseId: CourseId }))
    .output(z.object({ notes: z.array(Note) })),

  /** A retry under its key stores it once, with the newest text. 403 when not enrolled; 404 for an unknown lesson; 409 for too many. */
  add: defineCall({
    method: 'POST',
    path: '/user/notes',
    access: 'user',
    summary: 'Write a note at a second of a lesson',
    codes: ['forbidden', 'not_found', 'conflict'],
  })
    .input(AddNoteBody)
    .output(Note),

  /** 409 `edit_conflict` with the present note as `current` when it was changed since `version`. */
  change: defineCall({
    method: 'PUT',
    path: '/user/notes/{id}',
    access: 'user',
    input: 'detailed',
    summary: 'Change a note',
    codes: ['edit_conflict', 'not_found'],
  })
    .input(
      z.object({
        params: z.object({ id: NoteId }),
        body: z.object({ text: NoteText, version: z.number({ error: 'Must be a version' }).int().min(1).max(1e9) }),
      }),
    )
    .output(Note),

  /** One that is gone already stays gone. */
  remove: defineCall({
    method: 'DELETE',
    path: '/user/notes/{id}',
    access: 'user',
    summary: 'Delete a note',
  })
    .input(z.object({ id: NoteId }))
    .output(Message),
}
