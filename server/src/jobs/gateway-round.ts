import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { claimDue, findPause, type Polled, pauseGateway } from '../orders/settlement/polling.queries.ts'
import { nextPollAt } from '../orders/settlement/polling.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'

/** Taken in one go, one after the other, so that a long queue never becomes a stampede. */
const BATCH = 25
/** In one round: the schedule comes round every minute. */
const MOST_BATCHES = 8
/** A single answer may be odd; so many in a row that cannot be read mean a gateway that is not itself. */
const MOST_UNREADABLE = 3
/** Between two questions: at most 20 in a second. */
const PAUSE_MS = 50

/**
 * One round of questions to the gateway about the rows of a table that are due, each asked by `ask`. What the gateway refuses to
 * say, or says in a way that cannot be read, goes to `refused` and the round goes on; when it does not answer at all the
 * round ends, and after a 429 all instances leave it alone for as long as it asked. Answers how many were asked about.
 */
export async function askInRounds<T>(
  ctx: Context,
  work: {
    table: Polled
    ask: (due: T) => Promise<void>
    refused: (due: T, error: GatewayError) => Promise<void>
  },
): Promise<number> {
  if (await findPause(ctx.db, ctx.now().toISOString())) return 0
  let asked = 0
  let unreadable = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = { now: ctx.now().toISOString(), nextTry: nextPollAt(ctx, 0), limit: BATCH }
    const claimed = await claimDue<T>(ctx.db, work.table, due)
    for (const due of claimed) {
      if (asked > 0) await sleep(PAUSE_MS)
      try {
        await work.ask(due)
        asked++
        unreadable = 0
      } catch (error) {
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        if (error instanceof GatewayError) await work.refused(due, error)
        if (error instanceof GatewayError && !error.retryable) continue
        if (error instanceof GatewayError && error.kind === 'malformed' && ++unreadable < MOST_UNREADABLE) continue
        await pauseAfter(ctx, error)
        ctx.log.warn({ err: error, asked }, 'the gateway does not answer, the round ends')
        return asked
      }
    }
    if (claimed.length < BATCH) break
  }
  return asked
}

async function pauseAfter(ctx: Context, error: Error): Promise<void> {
  if (!(error instanceof GatewayError) || error.retryAfterMs === undefined) return
  await pauseGateway(ctx.db, new Date(ctx.now().getTime() + error.retryAfterMs).toISOString())
}
