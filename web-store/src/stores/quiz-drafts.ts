import { lessonDrafts } from './lesson-drafts.ts'

export type DraftAnswer = { options: string[]; text: string }

/** Answers that are not sent yet, by question. The key is of this try: sent again under it, it counts once. */
export type QuizInHand = { version: number; key: string; answers: Record<string, DraftAnswer> }

export const quizDrafts = lessonDrafts<QuizInHand>('quiz', ({ version, key, answers }) => {
  if (typeof version !== 'number' || typeof key !== 'string' || key.length < 8) return undefined
  if (typeof answers !== 'object' || answers === null) return undefined
  const kept = Object.entries(answers as Record<string, unknown>).flatMap(([id, answer]) => {
    const { options, text } = (answer ?? {}) as Partial<Record<string, unknown>>
    if (!Array.isArray(options) || typeof text !== 'string') return []
    return [[id, { options: options.filter((option) => typeof option === 'string'), text }] as const]
  })
  return { version, key, answers: Object.fromEntries(kept) }
})
