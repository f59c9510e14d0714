import { SEEN_SHARE } from 'contract/limits'

/** A second of a lesson, and its length where the player knows it. */
export type Place = { second: number; length?: number | undefined }

/** Older places of a device count as this old. */
const OLDEST_SECONDS = 30 * 86_400

/**
 * Tracks the student's place in each lesson of the open player, and the unsent ones. Places are sent under the name `tab` with a running
 * number. Times are milliseconds of a clock that only the caller reads.
 */
export function createPlaces(tab: string) {
  const places = new Map<string, Place & { at: number; told: boolean }>()
  let number = 0
  return {
    note(lesson: string, place: Place, now: number): void {
      places.set(lesson, { ...place, at: now, told: false })
    },

    /** Returns the second at which a lesson that played here resumes. */
    resume(lesson: string): number | undefined {
      const place = places.get(lesson)
      return place && (isSeen(place) ? 0 : place.second)
    },

    /** Takes the place to send; undefined when it was sent. */
    take(lesson: string, now: number) {
      const place = places.get(lesson)
      if (!place || place.told) return undefined
      place.told = true
      number += 1
      const age = Math.min(Math.max(now - place.at, 0) / 1000, OLDEST_SECONDS)
      return { second: place.second, length: place.length, tab, number, age }
    },

    /** Marks the sent place as lost. */
    giveBack(lesson: string): void {
      const place = places.get(lesson)
      if (place) place.told = false
    },

    /** Lists the lessons with unsent places. */
    untold: (): string[] => [...places].filter(([, { told }]) => !told).map(([lesson]) => lesson),
  }
}

/** Returns true near the end of a lesson, its last words not counted. */
export const isSeen = ({ second, length }: Place): boolean => length !== undefined && second >= length * SEEN_SHARE
