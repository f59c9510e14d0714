/** A beat in storage: its position has the time by the clock of this device. */
export type LateBeat = {
  course_id: string
  lesson_id: string
  seconds: number
  completed?: boolean
  position?: { second: number; length?: number | undefined; tab: string; number: number; at: number }
}

/** Merges beats into one per lesson, in order of their start: all seconds, the last position. */
export function mergedBeats(beats: readonly LateBeat[]): LateBeat[] {
  const merged = new Map<string, LateBeat>()
  for (const beat of beats) {
    const before = merged.get(beat.lesson_id)
    merged.set(beat.lesson_id, { ...before, ...beat, seconds: (before?.seconds ?? 0) + beat.seconds })
  }
  return [...merged.values()]
}
