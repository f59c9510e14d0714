import { z } from 'zod'
import { optionalText, text, whole } from '../fields.ts'
import { MAX_ACCEPTED, MAX_OPTIONS, MAX_QUESTIONS, MAX_SHORT_ANSWER } from '../limits.ts'

export const QuestionKind = z.enum(['single', 'multiple', 'text'], { error: 'Must be a kind of question' })
export type QuestionKind = z.output<typeof QuestionKind>

/** When a student reads what was right, and why: after every try, after a pass or the last try, or never. */
export const Reveals = z.enum(['always', 'passed', 'never'], { error: 'Must be always, passed or never' })

/** Names a question or an option. */
export const PartId = z.string({ error: 'Must be an id' }).max(40, { error: 'Must be an id' })

const QuestionInput = z
  .object({
    /** Keeps the stored question of this id; any other is a new one. */
    question_id: PartId.nullish(),
    kind: QuestionKind,
    text: text(1, 1000, 'Please write the question'),
    options: z
      .array(
        z.object({
          option_id: PartId.nullish(),
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
  pass_mark: whole(1, 100, PERCENT),
  gate: z.boolean({ error: 'Must be true or false' }),
  max_tries: whole(1, 100, TRIES)
    .nullish()
    .transform((value) => value ?? null),
  reveals: Reveals,
  questions: z
    .array(QuestionInput, { error: 'Add at least one question' })
    .min(1, { error: 'Add at least one question' })
    .max(MAX_QUESTIONS, { error: `At most ${MAX_QUESTIONS} questions` }),
})
export type QuizInput = z.output<typeof QuizInput>

/** A quiz as it begins, without its questions. */
export const newQuiz = { intro: '', pass_mark: 70, max_tries: null, gate: false, reveals: 'passed' as const }
