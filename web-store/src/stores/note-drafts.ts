import { noteDraft } from './draft.ts'

/** A note that is being written: its key stays the same until it is known to be kept. */
export type NoteInHand = { text: string; second: number | null; key: string }

/** A tab keeps the notes of so many lessons at once. */
const MOST = 20

type All = Record<string, NoteInHand>

function all(): All {
  try {
    const kept: unknown = JSON.parse(noteDraft.read().drafts || '{}')
    return typeof kept === 'object' && kept !== null ? (kept as All) : {}
  } catch {
    return {}
  }
}

const keep = (drafts: [string, NoteInHand][]) =>
  noteDraft.keep({ drafts: JSON.stringify(Object.fromEntries(drafts.slice(-MOST))) })

/** What was being written in this tab, by lesson. A reload, or a phone that dropped the page, costs nothing. */
export const noteDrafts = {
  read(lessonId: string): NoteInHand | undefined {
    const drafts = all()
    const { text, second, key } = (Object.hasOwn(drafts, lessonId) && drafts[lessonId]) || {}
    if (typeof text !== 'string' || typeof key !== 'string' || key.length < 8) return undefined
    return { text, key, second: typeof second === 'number' && second >= 0 ? second : null }
  },

  keep(lessonId: string, note: NoteInHand): void {
    keep([...Object.entries(all()).filter(([id]) => id !== lessonId), [lessonId, note]])
  },

  forget(lessonId: string): void {
    keep(Object.entries(all()).filter(([id]) => id !== lessonId))
  },
}
