import { z } from 'zod'
import { text } from '../fields.ts'
import { MOST_QUESTIONS } from './answer-to.ts'

const QUESTION_ID = 'Must be 1 to 40 letters, digits, - or _, and no number'

const shared = {
  question_id: z.string({ error: QUESTION_ID }).regex(/^(?!\d+$)[\w-]{1,40}$/, { error: QUESTION_ID }),
  label: text(1, 120, 'A question is required'),
  required: z.boolean({ error: 'Must be true or false' }),
  /** Shown under the question: the law wants buyers to know why. */
  purpose: text(1, 200, 'Say what the answer is for'),
}

const CHOICES = 'A choice needs 2 to 10 answers'

/** A question to every buyer at checkout. */
export const CheckoutQuestion = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('text') }),
  z.object({ ...shared, kind: z.literal('phone') }),
  z.object({
    ...shared,
    kind: z.literal('choice'),
    choices: z
      .array(text(1, 80, 'Must not be empty'), { error: CHOICES })
      .min(2, { error: CHOICES })
      .max(10, { error: CHOICES }),
  }),
])
export type CheckoutQuestion = z.output<typeof CheckoutQuestion>

export const CheckoutQuestions = z
  .array(CheckoutQuestion, { error: 'Must be a list' })
  .max(MOST_QUESTIONS, { error: `At most ${MOST_QUESTIONS} questions` })
  .refine((all) => new Set(all.map(({ question_id }) => question_id)).size === all.length, {
    error: 'Two questions have the same id',
  })
