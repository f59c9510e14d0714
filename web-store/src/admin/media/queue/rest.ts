const FIRST_MS = 500
const LONGEST_MS = 15_000

/** Waits before another try, longer each time: half a second, one, two, at most 15. */
export function createRest() {
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    isResting: () => timer !== undefined,
    /** The waits since it last went well. */
    count: () => count,
    begin(then: () => void): void {
      if (timer) return
      count += 1
      timer = setTimeout(
        () => {
          timer = undefined
          then()
        },
        Math.min(FIRST_MS * 2 ** (count - 1), LONGEST_MS),
      )
    },
    end(): void {
      clearTimeout(timer)
      timer = undefined
      count = 0
    },
  }
}
