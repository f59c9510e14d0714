import type { Context } from '../../context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A payment may be captured up to three days after it was authorised; then nothing more can come of a closed link. */
export const LATE_MONEY_MS = 3 * DAY

/** When to ask again: gaps that double from 2 minutes to 6 hours. */
export function nextPollAt(ctx: Pick<Context, 'now'>, polls: number): string {
  return new Date(ctx.now().getTime() + Math.min(2 * MINUTE * 2 ** polls, 6 * 60 * MINUTE)).toISOString()
}
