import { phoneDigits } from '../email-and-phone.ts'
import type { CheckoutQuestion } from './checkout-questions.ts'

export const MOST_ANSWER = 200
export const MOST_QUESTIONS = 3

/** Questions of a shop that asks none. */
export const questionDefaults: CheckoutQuestion[] = []

/** Returns the answer as it is stored, null for none; undefined for one that the question does not take. */
export function answerTo(question: CheckoutQuestion, input: string | undefined): string | null | undefined {
  const answer = (input ?? '').trim()
  if (answer === '') return null
  if (question.kind === 'choice') return question.choices.includes(answer) ? answer : undefined
  if (question.kind === 'text') return answer.length <= MOST_ANSWER ? answer : undefined
  const digits = phoneDigits(answer)
  return /^\d{10,15}$/.test(digits) ? digits : undefined
}
