import { fold } from './fold.ts'
import type { QuizQuestion, SubmittedAnswer } from './quizzes.ts'

/**
 * Normalises a short answer for comparison: the shop's own fold, one apostrophe, single spaces and none around, and no full stop or danda at
 * its end.
 */
export function answerKey(typed: string): string {
  const folded = fold(typed.replaceAll(/[‘’‛`´ʼ]/gu, "'").replaceAll(/[“”„]/gu, '"'))
  const spaced = folded.replaceAll(/\s+/g, ' ').trim()
  return spaced.replace(/[\s.।॥。]+$/u, '') || spaced
}

/** Returns true for a right answer: every right option and no other, or one of the accepted texts. */
export function isRight(question: QuizQuestion, input: SubmittedAnswer | undefined): boolean {
  if (!input) return false
  if (question.kind === 'text') {
    const typed = answerKey(input.text)
    return typed !== '' && question.accepted.some((accepted) => answerKey(accepted) === typed)
  }
  const chosen = new Set(input.options)
  return question.options.every(({ option_id, right }) => chosen.delete(option_id) === right) && chosen.size === 0
}

/** Whole percent, rounded down: what is shown as reaching the mark reaches it. */
export const percentOf = (right: number, total: number): number => Math.floor((100 * right) / total)

/** Returns the question without its answer. */
export const shownQuestion = ({ question_id, kind, text, options }: QuizQuestion) => ({
  question_id,
  kind,
  text,
  options: options.map(({ option_id, text }) => ({ option_id, text })),
})

/** Lists the right answers for the result of an attempt. */
export const correctOf = ({ kind, options, accepted }: QuizQuestion): string[] =>
  kind === 'text' ? accepted : options.filter(({ right }) => right).map(({ option_id }) => option_id)
