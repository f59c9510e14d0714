/** What a tab keeps of so many lessons at once. */
const MOST = 20

type Place = { read: () => { drafts: string }; keep: (kept: { drafts: string }) => void }

/**
 * What is being written in this tab, by lesson: a reload, or a phone that dropped the page, costs nothing. `asKept` answers undefined for what
 * was spoiled.
 */
export function lessonDrafts<Kept>(place: Place, asKept: (found: Record<string, unknown>) => Kept | undefined) {
  function all(): Record<string, Kept> {
    try {
      const kept: unknown = JSON.parse(place.read().drafts || '{}')
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, Kept>) : {}
    } catch {
      return {}
    }
  }
  const keep = (drafts: [string, Kept][]) =>
    place.keep({ drafts: JSON.stringify(Object.fromEntries(drafts.slice(-MOST))) })
  const others = (lessonId: string) => Object.entries(all()).filter(([id]) => id !== lessonId)
  return {
    read(lessonId: string): Kept | undefined {
      const drafts = all()
      const found: unknown = Object.hasOwn(drafts, lessonId) ? drafts[lessonId] : undefined
      return typeof found === 'object' && found !== null ? asKept(found as Record<string, unknown>) : undefined
    },
    keep: (lessonId: string, draft: Kept): void => keep([...others(lessonId), [lessonId, draft]]),
    forget: (lessonId: string): void => keep(others(lessonId)),
  }
}
