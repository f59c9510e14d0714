import type { Db } from '../context.ts'
import { keepBeat, type LastBeat, takeBeat } from './learning.queries.ts'

/** What the clocks of browser and server, and the way between them, may differ by: once for a run of beats. */
const TOLERANCE_SECONDS = 2
/** With no beat before it, a beat can claim no more than one interval of the player and a little. */
const FIRST_BEAT_SECONDS = 15

/** A beat that claims no time, such as a step in the lesson, leaves the clock to the beats that do. */
export async function countedSeconds(trx: Db, userId: number, claimed: number, at: Date): Promise<number> {
  if (Math.round(claimed) === 0) return 0
  const last = await takeBeat(trx, userId, at)
  const { seconds, tolerance } = acceptedSeconds(claimed, last, at)
  if (last) await keepBeat(trx, userId, { at, tolerance })
  return seconds
}

/**
 * Whole seconds of a claim that the server's own clock allows, and what is left of the tolerance then. What was claimed beyond
 * the clock is taken from it, what the clock had beyond the claim fills it up again: over any stretch of beats the sum is at
 * most the clock and the tolerance once. Never negative, also when that clock was set back.
 */
export function acceptedSeconds(
  claimed: number,
  last: LastBeat | undefined,
  now: Date,
): { seconds: number; tolerance: number } {
  if (!last) return { seconds: Math.min(Math.round(claimed), FIRST_BEAT_SECONDS), tolerance: TOLERANCE_SECONDS }
  const elapsed = (now.getTime() - last.at.getTime()) / 1000
  const seconds = Math.max(0, Math.min(Math.round(claimed), Math.floor(elapsed + last.tolerance)))
  const left = last.tolerance + Math.max(0, elapsed) - seconds
  return { seconds, tolerance: Math.min(Math.max(left, 0), TOLERANCE_SECONDS) }
}
