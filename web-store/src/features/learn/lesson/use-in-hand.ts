import { useState } from 'react'
import { typedSince } from '../../../api/use-submission.ts'
import { newKey } from '../new-key.ts'

/** Words that are being written, and the key of this try: sent again under it, they count once. */
type InHand = { text: string; key: string }

type Drafts<Words> = {
  read(lessonId: string): Words | undefined
  keep(lessonId: string, words: Words): void
  forget(lessonId: string): void
}

/** What is written under a lesson, kept in the tab until the shop has it. `empty`: what else there is of words that are not begun. */
export function useInHand<Words extends InHand>(
  drafts: Drafts<Words>,
  lessonId: string,
  empty: Omit<Words, keyof InHand>,
) {
  const anew = () => ({ ...empty, text: '', key: newKey() }) as Words
  const [draft, setDraft] = useState(() => drafts.read(lessonId) ?? anew())
  const put = (next: Words) => {
    setDraft(next)
    if (next.text) drafts.keep(lessonId, next)
    else drafts.forget(lessonId)
  }
  return {
    draft,
    write: (text: string) => put({ ...draft, text }),
    /** The shop has these: they go, and what was typed since begins under a key of its own. */
    arrived(sent: InHand): void {
      // What another showing of the same words was given is newer than what stands here.
      const now = drafts.read(lessonId) ?? draft
      put({ ...anew(), text: typedSince(now.text, sent.text) })
    },
  }
}
