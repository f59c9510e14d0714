import { z } from 'zod'
import { adminMails, HOUR, limit, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, LessonId, listQuery, Message, Moment, SendingKey, text } from './fields.ts'
import { MAX_QUESTION } from './limits.ts'

/** Maximum for one student in one course. */
export const MAX_QUESTIONS = 200

/** A question as students read it: their own, or one that the shop shows to all students of the course. */
export const Question = z.object({
  question_id: z.string(),
  mine: z.boolean(),
  /** The asker's first name; null where they gave none. */
  name: z.string().nullable(),
  text: z.string(),
  asked_at: Moment,
  /** Null until the shop has answered. */
  answer: z.string().nullable(),
  answered_at: Moment.nullable(),
  /** All students of the course read it. */
  shown: z.boolean(),
})
export type Question = z.output<typeof Question>

export const QuestionBody = z.object({
  course_id: CourseId,
  lesson_id: LessonId,
  text: text(1, MAX_QUESTION, 'Please write your question'),
  /** Consent to the first name beside it, where the shop shows it to other students. */
  show_name: z.boolean({ error: 'Must be true or false' }).default(false),
  /** Made by the writer, the same as often as one question is sent. */
  key: SendingKey,
})

export const QuestionAnswer = z.object({
  text: text(1, 5000, 'Please enter your answer'),
  /** All students of the course read question and answer. */
  shown: z.boolean({ error: 'Must be true or false' }),
  seen: z.string().max(5000).nullable().default(null),
})

/** A question as the console has it. */
export const AdminQuestion = Question.omit({ mine: true, name: true }).extend({
  course_id: z.string(),
  course_name: z.string(),
  lesson_id: z.string(),
  /** Null once the lesson is gone. */
  lesson_title: z.string().nullable(),
  user_id: z.string(),
  /** The student's whole name; `shown_name` is what other students may see of it. */
  name: z.string(),
  shown_name: z.string().nullable(),
  /** False once the course was taken back: the student reads neither question nor answer in the player. */
  has_course: z.boolean(),
})
export type AdminQuestion = z.output<typeof AdminQuestion>

const QuestionId = z.string().regex(/^[1-9]\d{0,17}$/, { error: 'Must be the id of a question' })

export const questions = {
  /**
   * Own questions under a lesson, and those that the shop shows to all who have the course, newest first. `open` is false where the shop takes none.
   * 403 when not enrolled or not open yet; 404 for an unknown lesson.
   */
  list: defineCall({
    method: 'GET',
    path: '/user/courses/questions/{courseId}/{lessonId}',
    access: 'user',
    inView: true,
    summary: 'Questions under a lesson',
    codes: ['forbidden', 'not_found'],
  })
    .input(z.object({ courseId: CourseId, lessonId: LessonId }))
    .output(z.object({ open: z.boolean(), questions: z.array(Question) })),

  /**
   * A retry under its key stores it once, with the newest words until it is answered. 403 as above, and where the shop
   * takes none; 409 for too many.
   */
  ask: defineCall({
    method: 'POST',
    path: '/user/questions',
    access: 'user',
    summary: 'Ask a question under a lesson',
    cost: 'mail',
    limits: [limit('ask_question', 'caller', 20, HOUR)],
    codes: ['forbidden', 'not_found', 'conflict'],
  })
    .input(QuestionBody)
    .output(Question),

  /** An own one, with its answer. One that is gone already stays gone. */
  remove: defineCall({
    method: 'DELETE',
    path: '/user/questions/{id}',
    access: 'user',
    summary: 'Delete an own question',
  })
    .input(z.object({ id: QuestionId }))
    .output(Message),

  /** Newest first; 50 unless `limit` says so. `q` matches course, student, question and answer. `waiting` is how many have no answer in all. */
  adminList: defineCall({
    method: 'GET',
    path: '/admin/questions',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Questions of students',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(['newest', 'oldest']).extend({
        status: z.enum(['waiting', 'answered'], { error: 'Must be waiting or answered' }).optional(),
      }),
    )
    .output(z.object({ questions: z.array(AdminQuestion), total: z.number().int(), waiting: z.number().int() })),

  /** 404 for an unknown one. */
  adminGet: defineCall({
    method: 'GET',
    path: '/admin/questions/{id}',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'One question of a student',
    codes: ['not_found'],
  })
    .input(z.object({ id: QuestionId }))
    .output(AdminQuestion),

  /**
   * Writes the answer, or changes it; new words are mailed to the student. `seen` is the answer that it takes the place of: 409 `edit_conflict` with
   * the question as `current` when that is another by now. 404.
   */
  answer: defineCall({
    method: 'PUT',
    path: '/admin/questions/{id}/answer',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    summary: 'Answer a question of a student',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['not_found', 'edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ id: QuestionId }),
        body: QuestionAnswer,
      }),
    )
    .output(AdminQuestion),

  /** With its answer, for everybody. 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/questions/{id}',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    summary: 'Delete a question of a student',
    codes: ['not_found'],
  })
    .input(z.object({ id: QuestionId }))
    .output(Message),
}
