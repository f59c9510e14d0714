const MINUTE_MS = 60_000

/** What is known of the one live lesson of a history, and what somebody who wants to join it has to be told. */
export function liveRecount() {
  /** From a quarter of an hour before it begins until it ends. */
  let open: { from: number; until: number } | undefined
  let cancelled = false
  return {
    set({ starts_at, minutes }: { starts_at: string; minutes: number }) {
      const begins = Date.parse(starts_at)
      open = { from: begins - 15 * MINUTE_MS, until: begins + minutes * MINUTE_MS }
      cancelled = false
    },
    /** False where there is nothing to cancel any more. */
    cancel(at: number): boolean {
      if (!open || cancelled || at >= open.until) return false
      cancelled = true
      return true
    },
    /** The code of the refusal; undefined for who may come in. */
    refusal(at: number): 'not_found' | 'conflict' | undefined {
      if (!open) return 'not_found'
      return cancelled || at < open.from || at >= open.until ? 'conflict' : undefined
    },
  }
}
