import { lessonDrafts } from './lesson-drafts.ts'

/** Words that are being written: their key stays the same until they are known to be kept. */
export type NoteInHand = { text: string; second: number | null; key: string }

function asKept({ text, second, key }: Record<string, unknown>): NoteInHand | undefined {
  if (typeof text !== 'string' || typeof key !== 'string' || key.length < 8) return undefined
  return { text, key, second: typeof second === 'number' && second >= 0 ? second : null }
}

export const noteDrafts = lessonDrafts('note', asKept)
export const questionDrafts = lessonDrafts('question', asKept)

/** Other words of a note that is kept, under its id; the version is of the words they are to replace. */
type NoteChange = { text: string; version: number }

export const noteChanges = lessonDrafts<NoteChange>('change', ({ text, version }) =>
  typeof text === 'string' && typeof version === 'number' ? { text, version } : undefined,
)
