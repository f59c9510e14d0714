import type { GivenAnswer, QuizQuestion } from './quizzes.ts'

/** What two short answers are compared by: NFKC, small letters, single spaces and none around. */
export const answerKey = (typed: string): string =>
  typed.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().normalize('NFKC')

/** Whether this answers the question: every right option and no other, or one of the accepted texts. */
export function isRight(question: QuizQuestion, given: GivenAnswer | undefined): boolean {
  if (!given) return false
  if (question.kind === 'text') {
    const typed = answerKey(given.text)
    return typed !== '' && question.accepted.some((accepted) => answerKey(accepted) === typed)
  }
  const chosen = new Set(given.options)
  return question.options.every(({ option_id, right }) => chosen.delete(option_id) === right) && chosen.size === 0
}

/** Whole percent, rounded down: what is shown as reaching the mark reaches it. */
export const percentOf = (right: number, total: number): number => Math.floor((100 * right) / total)

/** The question as it is asked. */
export const asked = ({ question_id, kind, text, options }: QuizQuestion) => ({
  ...{ question_id, kind, text },
  options: options.map(({ option_id, text }) => ({ option_id, text })),
})

/** What stands in the result of a try once it may be read. */
export const correctOf = ({ kind, options, accepted }: QuizQuestion): string[] =>
  kind === 'text' ? accepted : options.filter(({ right }) => right).map(({ option_id }) => option_id)
