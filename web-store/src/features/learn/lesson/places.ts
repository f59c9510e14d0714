import { SEEN_SHARE } from 'contract/limits'

/** A second of a lesson, and its length where the player knows it. */
export type Place = { second: number; length?: number | undefined }

/** What a device kept for longer is as old as this. */
const OLDEST_SECONDS = 30 * 86_400

/**
 * Where the student stands in each lesson of the player that is open, and what of it was not told yet. `tab` is the name under which the
 * places are told, with a running number. Times are milliseconds of a clock that only the caller reads.
 */
export function createPlaces(tab: string) {
  const places = new Map<string, Place & { at: number; told: boolean }>()
  let number = 0
  return {
    note(lesson: string, place: Place, now: number): void {
      places.set(lesson, { ...place, at: now, told: false })
    },

    /** The second at which a lesson that was played here goes on. */
    resume(lesson: string): number | undefined {
      const place = places.get(lesson)
      return place && (isSeen(place) ? 0 : place.second)
    },

    /** Where the student stands, to be told now; undefined when that was told. */
    take(lesson: string, now: number) {
      const place = places.get(lesson)
      if (!place || place.told) return undefined
      place.told = true
      number += 1
      const age = Math.min(Math.max(now - place.at, 0) / 1000, OLDEST_SECONDS)
      return { second: place.second, length: place.length, tab, number, age }
    },

    /** What was told of the lesson did not arrive. */
    giveBack(lesson: string): void {
      const place = places.get(lesson)
      if (place) place.told = false
    },

    /** The lessons of which something is still to be told. */
    untold: (): string[] => [...places].filter(([, { told }]) => !told).map(([lesson]) => lesson),
  }
}

/** True for who is at the end of a lesson, its last words not counted. */
export const isSeen = ({ second, length }: Place): boolean => length !== undefined && second >= length * SEEN_SHARE
