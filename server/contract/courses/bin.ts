// Apart from the calls, for whoever needs no schemas.
import { DAY_MS } from '../indian-time.ts'

/** So long a deleted course can be restored. */
export const BIN_DAYS = 30

/** Days that a course deleted then is still in the bin, a begun one included. */
export function daysLeftInBin(deletedAt: Date, now: Date): number {
  return Math.max(0, Math.ceil(BIN_DAYS - (now.getTime() - deletedAt.getTime()) / DAY_MS))
}
