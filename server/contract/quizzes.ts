import { z } from 'zod'
import { HOUR, limit } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { LessonId, Message, Moment, optionalText, SendingKey, text } from './fields.ts'
import { MAX_ACCEPTED, MAX_OPTIONS, MAX_QUESTIONS, MAX_SHORT_ANSWER } from './limits.ts'

export const QuestionKind = z.enum(['single', 'multiple', 'text'], { error: 'Must be a kind of question' })
export type QuestionKind = z.output<typeof QuestionKind>

/** When a student reads what was right, and why: after every try, after a pass or the last try, or never. */
export const Reveals = z.enum(['always', 'passed', 'never'], { error: 'Must be always, passed or never' })

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

const Id = z.string({ error: 'Must be an id' }).max(40, { error: 'Must be an id' })

const QuestionInput = z
  .object({
    /** Keeps the stored question of this id; any other is a new one. */
    question_id: Id.nullish(),
    kind: QuestionKind,
    text: text(1, 1000, 'Please write the question'),
    options: z
      .array(
        z.object({
          option_id: Id.nullish(),
          text: text(1, 300, 'Please write the option'),
          right: z.boolean({ error: 'Must be true or false' }),
        }),
      )
      .max(MAX_OPTIONS, { error: `At most ${MAX_OPTIONS} options` })
      .default([]),
    accepted: z
      .array(text(1, MAX_SHORT_ANSWER, 'Please write an answer'))
      .max(MAX_ACCEPTED, { error: `At most ${MAX_ACCEPTED} answers` })
      .default([]),
    explanation: optionalText(2000),
  })
  .superRefine(({ kind, options, accepted }, context) => {
    const refuse = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] })
    const right = options.filter((option) => option.right).length
    if (kind === 'text') {
      if (accepted.length === 0) refuse('Write at least one answer that counts as right', 'accepted')
    } else if (options.length < 2) refuse('Add at least two options', 'options')
    else if (right === 0) refuse('Mark the right option', 'options')
    else if (kind === 'single' && right > 1) refuse('Only one option can be right', 'options')
  })
  .transform((question) => {
    const short = question.kind === 'text'
    return { ...question, options: short ? [] : question.options, accepted: short ? question.accepted : [] }
  })

const PERCENT = 'Must be a whole percentage from 1 to 100'
const TRIES = 'Must be a whole number from 1 to 100'

export const QuizInput = z.object({
  intro: optionalText(2000),
  pass_mark: z
    .number({ error: PERCENT })
    .int({ error: PERCENT })
    .min(1, { error: PERCENT })
    .max(100, { error: PERCENT }),
  gate: z.boolean({ error: 'Must be true or false' }),
  max_tries: z
    .number({ error: TRIES })
    .int({ error: TRIES })
    .min(1, { error: TRIES })
    .max(100, { error: TRIES })
    .nullish()
    .transform((value) => value ?? null),
  reveals: Reveals,
  questions: z
    .array(QuestionInput, { error: 'Add at least one question' })
    .min(1, { error: 'Add at least one question' })
    .max(MAX_QUESTIONS, { error: `At most ${MAX_QUESTIONS} questions` }),
})
export type QuizInput = z.output<typeof QuizInput>

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
  question_id: Id,
  options: z.array(Id).max(MAX_OPTIONS, { error: 'Too many options' }).default([]),
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
    input: 'detailed',
    summary: 'Write the quiz of a lesson',
    confirm: { without: 'the same call puts it back' },
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ lesson_id: LessonId }),
        headers: z.object({ 'if-match': z.string().max(200).optional() }).optional(),
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
