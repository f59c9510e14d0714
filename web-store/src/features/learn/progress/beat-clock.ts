/** Longest gap between two browser timers, hidden tabs included: a longer one was sleep. */
const LONGEST_STRETCH_MS = 70_000
/** Most time stored while the server is unreachable. */
const MOST_OWED_MS = 10 * 60_000

/**
 * Counts the clock time in which lessons of a course are watched, whatever the playing speed. Times are milliseconds of a clock that only
 * the caller reads. Nothing is lost: untaken and returned time is owed until the next beat.
 */
export function createBeatClock() {
  let owedMs = 0
  let since: number | undefined

  const owe = (ms: number) => {
    owedMs = Math.min(owedMs + Math.max(ms, 0), MOST_OWED_MS)
  }

  const settle = (now: number) => {
    if (since === undefined) return
    // A clock that was set back counts as nothing.
    owe(Math.min(now - since, LONGEST_STRETCH_MS))
    since = now
  }

  return {
    /** A lesson is being watched from now on. */
    run(now: number): void {
      settle(now)
      since = now
    },

    /** Nothing is being watched from now on. */
    halt(now: number): void {
      settle(now)
      since = undefined
    },

    /** The whole seconds to tell now, which are then no longer owed; the fraction stays. */
    take(now: number): number {
      settle(now)
      const seconds = Math.floor(owedMs / 1000)
      owedMs -= seconds * 1000
      return seconds
    },

    /** The seconds did not arrive: they go with the next beat. */
    giveBack(seconds: number): void {
      owe(seconds * 1000)
    },
  }
}
