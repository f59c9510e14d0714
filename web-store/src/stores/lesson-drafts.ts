import { lessonDraft } from './draft.ts'
import { useSession } from './session.ts'

/**
 * What is being written in this tab, by its kind and lesson, the note that is changed, the course that is reviewed, or the order whose money
 * is asked back: a reload, a phone that dropped the page, or a session that ended costs nothing. Only the student who wrote it reads it. `asKept` answers undefined for what was spoiled.
 */
export function lessonDrafts<Kept>(
  kind: 'note' | 'change' | 'question' | 'quiz' | 'work' | 'upload' | 'review' | 'refund',
  asKept: (found: Record<string, unknown>) => Kept | undefined,
) {
  const writer = () => useSession.getState().user?.user_id
  const all = () => lessonDraft.by(writer())
  const keep = (drafts: [string, unknown][]) => {
    const of = writer()
    if (of) lessonDraft.keepBy(of, Object.fromEntries(drafts))
  }
  const placeOf = (lessonId: string) => `${kind} ${lessonId}`
  const others = (lessonId: string) => Object.entries(all()).filter(([place]) => place !== placeOf(lessonId))
  return {
    read(lessonId: string): Kept | undefined {
      const found = all()[placeOf(lessonId)]
      return typeof found === 'object' && found !== null ? asKept(found as Record<string, unknown>) : undefined
    },
    keep: (lessonId: string, draft: Kept): void => keep([...others(lessonId), [placeOf(lessonId), draft]]),
    forget: (lessonId: string): void => keep(others(lessonId)),
  }
}
