import { noteDraft } from './draft.ts'
import { lessonDrafts } from './lesson-drafts.ts'

/** A note that is being written: its key stays the same until it is known to be kept. */
export type NoteInHand = { text: string; second: number | null; key: string }

export const noteDrafts = lessonDrafts<NoteInHand>(noteDraft, ({ text, second, key }) => {
  if (typeof text !== 'string' || typeof key !== 'string' || key.length < 8) return undefined
  return { text, key, second: typeof second === 'number' && second >= 0 ? second : null }
})
