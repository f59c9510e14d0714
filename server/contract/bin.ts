// Apart from the calls, for whoever needs no schemas.

const DAY_MS = 24 * 60 * 60_000

/** So long a deleted course can be restored. */
export const BIN_DAYS = 30

/** Days that a course deleted then is still in the bin, a begun one included. */
export function daysLeftInBin(deletedAt: Date, now: Date): number {
  return Math.max(0, Math.ceil(BIN_DAYS - (now.getTime() - deletedAt.getTime()) / DAY_MS))
}
