const MINUTE_MS = 60_000

/** Tracks the one live lesson of a history, and returns the expected response to a join. */
export function liveRecount() {
  /** From a quarter of an hour before its start until its end. */
  let open: { from: number; until: number } | undefined
  let cancelled = false
  return {
    set({ starts_at, minutes }: { starts_at: string; minutes: number }) {
      const begins = Date.parse(starts_at)
      open = { from: begins - 15 * MINUTE_MS, until: begins + minutes * MINUTE_MS }
      cancelled = false
    },
    /** Returns false without a lesson to cancel. */
    cancel(at: number): boolean {
      if (!open || cancelled || at >= open.until) return false
      cancelled = true
      return true
    },
    /** Returns the code of the refusal; undefined if the student may join. */
    refusal(at: number): 'not_found' | 'conflict' | undefined {
      if (!open) return 'not_found'
      return cancelled || at < open.from || at >= open.until ? 'conflict' : undefined
    },
  }
}
