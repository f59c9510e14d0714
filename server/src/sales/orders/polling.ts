import type { Context } from '../../context.ts'

const MINUTE = 60_000

/** A payment may be captured up to five days after it was authorised; later only the daily comparison finds money of a closed link. */
const LATE_MONEY_MS = 5 * 24 * 60 * MINUTE

/** Returns the time before which an end is late. */
export const lateMoneyBefore = (ctx: Pick<Context, 'now'>) =>
  new Date(ctx.now().getTime() - LATE_MONEY_MS).toISOString()

/** When to ask again: gaps that double from 2 minutes to 6 hours. */
export const nextPollAt = (ctx: Pick<Context, 'now'>, polls: number) => inMinutes(ctx, Math.min(2 * 2 ** polls, 6 * 60))

export function inMinutes(ctx: Pick<Context, 'now'>, minutes: number): string {
  return new Date(ctx.now().getTime() + minutes * MINUTE).toISOString()
}
