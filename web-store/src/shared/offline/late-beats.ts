/** A beat as it is kept: its position says when it was true by the clock of this device. */
export type LateBeat = {
  course_id: string
  lesson_id: string
  seconds: number
  completed?: boolean
  position?: { second: number; length?: number | undefined; tab: string; number: number; at: number }
}

/** One of each lesson, in the order in which they were begun: all its seconds, and what was said last. */
export function mergedBeats(beats: readonly LateBeat[]): LateBeat[] {
  const merged = new Map<string, LateBeat>()
  for (const beat of beats) {
    const before = merged.get(beat.lesson_id)
    merged.set(beat.lesson_id, { ...before, ...beat, seconds: (before?.seconds ?? 0) + beat.seconds })
  }
  return [...merged.values()]
}
