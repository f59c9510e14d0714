import { z } from 'zod'
import { HOUR, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { IfMatch, LessonId, Message, Moment, SendingKey, text } from './fields.ts'
import { MAX_OPTIONS, MAX_QUESTIONS, MAX_SHORT_ANSWER } from './limits.ts'
import { PartId, QuestionKind, QuizInput, Reveals } from './quizzes/input.ts'

/** A question as its owner has it. Short answers have `accepted` and no options; the others the opposite. */
export const QuizQuestion = z.object({
  question_id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  options: z.array(z.object({ option_id: z.string(), text: z.string(), right: z.boolean() })),
  /** Compared without case, in NFKC, with single spaces and none around. */
  accepted: z.array(z.string()),
  explanation: z.string().nullable(),
})
export type QuizQuestion = z.output<typeof QuizQuestion>

export const Quiz = z.object({
  /** One higher with every change; an attempt keeps the one it was made with. */
  version: z.number().int(),
  intro: z.string().nullable(),
  /** Percent of the questions that have to be right. */
  pass_mark: z.number().int(),
  /** True if later lessons of the course open only after a pass. */
  gate: z.boolean(),
  /** Null without a limit. */
  max_tries: z.number().int().nullable(),
  reveals: Reveals,
  questions: z.array(QuizQuestion),
})
export type Quiz = z.output<typeof Quiz>

/** A question for a student, without its answer. */
export const QuizQuestionShown = z.object({
  question_id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  options: z.array(z.object({ option_id: z.string(), text: z.string() })),
})
export type QuizQuestionShown = z.output<typeof QuizQuestionShown>

/** Ids of the options, or the text of a short answer. */
export const SubmittedAnswer = z.object({
  question_id: PartId,
  options: z.array(PartId).max(MAX_OPTIONS, { error: 'Too many options' }).default([]),
  text: text(0, MAX_SHORT_ANSWER, 'Must be text').default(''),
})
export type SubmittedAnswer = z.output<typeof SubmittedAnswer>

const QuizScore = z.object({ right: z.number().int(), total: z.number().int(), percent: z.number().int() })

export const QuizResult = QuizScore.extend({
  passed: z.boolean(),
  submitted_at: Moment,
  given: z.array(SubmittedAnswer),
  /** Null where the quiz does not reveal them, or is another one since. */
  answers: z
    .array(
      z.object({
        question_id: z.string(),
        right: z.boolean(),
        /** Ids of the right options, or the texts that are accepted. */
        correct: z.array(z.string()),
        explanation: z.string().nullable(),
      }),
    )
    .nullable(),
})
export type QuizResult = z.output<typeof QuizResult>

export const StudentQuiz = Quiz.omit({ questions: true }).extend({
  questions: z.array(QuizQuestionShown),
  tries: z.number().int(),
  /** Null without a limit. */
  tries_left: z.number().int().nullable(),
  passed: z.boolean(),
  best: QuizScore.nullable(),
  last: QuizResult.nullable(),
})
export type StudentQuiz = z.output<typeof StudentQuiz>

/** Counts all attempts; `questions` only stored ones. A question added later was answered in fewer. */
const QuizNumbers = z.object({
  students: z.number().int(),
  passed: z.number().int(),
  tries: z.number().int(),
  questions: z.array(z.object({ question_id: z.string(), answered: z.number().int(), right: z.number().int() })),
})

export const quizzes = {
  /** 403 when not enrolled, or while the lesson is not open; 404 where the lesson has no quiz. */
  get: defineCall({
    method: 'GET',
    path: '/user/quizzes/{lesson_id}',
    access: 'user',
    inView: true,
    summary: 'The quiz of a lesson, and how it went',
    codes: ['forbidden'],
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(StudentQuiz),

  /**
   * Marks the answers; a question without one is wrong. Sent again under its `key` it counts once. 409 `edit_conflict` when the quiz is not
   * the `version` that was answered, 409 `conflict` when no try is left.
   */
  submit: defineCall({
    method: 'POST',
    path: '/user/quizzes/{lesson_id}/submit',
    access: 'user',
    input: 'detailed',
    summary: 'Answer the quiz of a lesson',
    limits: [limit('quiz_try', 'caller', 120, HOUR)],
    codes: ['forbidden', 'edit_conflict', 'conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        body: z.object({
          version: z.number({ error: 'Must be a version' }).int().min(1).max(1e9),
          /** Made by the sender, the same as often as one try is sent. */
          key: SendingKey,
          answers: z
            .array(SubmittedAnswer, { error: 'Must be answers' })
            .max(MAX_QUESTIONS, { error: 'Too many answers' }),
        }),
      }),
    )
    .output(z.object({ result: QuizResult, quiz: StudentQuiz })),

  /** `quiz` is null while the lesson has none. Carries `ETag`. */
  adminGet: defineCall({
    method: 'GET',
    path: '/admin/quizzes/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'The quiz of a lesson with its numbers',
  })
    .input(z.object({ lesson_id: LessonId }))
    .output(
      z.object({
        course_id: z.string(),
        lesson_title: z.string(),
        quiz: Quiz.nullable(),
        numbers: QuizNumbers,
      }),
    ),

  /** With `If-Match` a stale edit is 409 `edit_conflict` with the present quiz as `current`. Tries that were made keep their score. Carries `ETag`. */
  save: defineCall({
    method: 'PUT',
    path: '/admin/quizzes/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Write the quiz of a lesson',
    confirm: { without: 'the same call puts it back' },
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        headers: IfMatch,
        body: QuizInput,
      }),
    )
    .output(Message.extend({ quiz: Quiz })),

  /** Tries that were made stay. 404 where there is none. */
  remove: defineCall({
    method: 'DELETE',
    path: '/admin/quizzes/{lesson_id}',
    access: 'admin',
    roles: ['editor'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Remove the quiz of a lesson',
  })
    .input(z.object({ params: z.object({ lesson_id: LessonId }) }))
    .output(Message),
}
