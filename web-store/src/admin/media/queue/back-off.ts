const FIRST_MS = 500
const LONGEST_MS = 15_000

/** Returns the wait before another try, longer each time: half a second, one, two, at most 15. */
export const waitOf = (attempt: number): number => Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS)

/** Pauses the queue while the server is away: all wait together, and one tries. */
export function createBackOff(tryAgain: () => void) {
  let waits = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
    waits = 0
  }
  return {
    isWaiting: () => timer !== undefined,
    /** Nobody has answered yet since the last wait. */
    isUnsure: () => waits > 0,
    wait(): void {
      if (timer) return
      waits += 1
      timer = setTimeout(() => {
        timer = undefined
        tryAgain()
      }, waitOf(waits))
    },
    end,
  }
}
