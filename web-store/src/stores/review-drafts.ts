import { lessonDrafts } from './lesson-drafts.ts'

/** A review that is not saved yet, by its course. */
type ReviewInHand = { stars: number; text: string; named: boolean }

export const reviewDrafts = lessonDrafts<ReviewInHand>('review', ({ stars, text, named }) =>
  typeof stars === 'number' && typeof text === 'string' && typeof named === 'boolean'
    ? { stars, text, named }
    : undefined,
)
