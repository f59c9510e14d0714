const WINDOW_MS = 6_000

/** Speed over the last seconds, in bytes a second. */
export function createSpeedMeter(now: () => number = Date.now) {
  let samples: { at: number; bytes: number }[] = []
  return {
    /** `bytes` went out since the last call. */
    add(bytes: number): void {
      const at = now()
      samples = samples.filter((sample) => at - sample.at < WINDOW_MS)
      samples.push({ at, bytes })
    },
    /** 0 while nothing moves. */
    speed(): number {
      const at = now()
      const recent = samples.filter((sample) => at - sample.at < WINDOW_MS)
      const first = recent[0]
      if (!first) return 0
      // A burst at the very start says nothing of a second.
      const seconds = Math.max(at - first.at, 500) / 1000
      return recent.reduce((sum, { bytes }) => sum + bytes, 0) / seconds
    },
  }
}

/** Returns the seconds that the rest takes at that speed, rounded up; undefined while unknown. */
export function secondsLeft(restBytes: number, speed: number): number | undefined {
  return speed > 0 && restBytes > 0 ? Math.ceil(restBytes / speed) : undefined
}
