import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findWaiting } from '../../sales/orders/attention.queries.ts'
import { findRefusal } from '../../sales/orders/gateway-refusals.queries.ts'
import type { OrderRow } from '../../sales/orders/orders.queries.ts'
import { claimDueOrders, findPause, pauseGateway, postponePoll } from '../../sales/orders/polling.queries.ts'
import { nextPollAt } from '../../sales/orders/polling.ts'
import { closeRefused, reconcileOrder } from '../../sales/orders/settlement/reconcile-order.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { noteRound } from './jobs.queries.ts'

/** Taken in one go, one after the other, so that a long queue never becomes a stampede. */
const BATCH = 25
/** In one round: the schedule runs every minute. */
const MOST_BATCHES = 8
/** A single answer may be odd; so many in a row that cannot be read mean a gateway that is not itself. */
const MOST_UNREADABLE = 3
/** Keys that are refused are left alone for so long. */
const REFUSED_MS = 10 * 60_000
/** Between two questions: at most 20 in a second. */
const PAUSE_MS = 50

/** Checks every due order, with gaps from 2 minutes to 6 hours, until it is final. */
export function reconcileOrdersJob(ctx: Context): Job {
  return {
    name: 'reconcile-orders',
    schedule: '* * * * *',
    retries: 0,
    expireInSeconds: 300,
    run: async () => {
      await notifyWaiting(ctx)
      await tryRefusedKeys(ctx)
      await reconcileOrders(ctx)
      await noteRound(ctx.db, 'reconcile-orders', ctx.now().toISOString())
    },
  }
}

/** Writes to the owners, once per refund, of those that the gateway has not taken for a day, or has had on its way for ten. */
async function notifyWaiting(ctx: Context): Promise<void> {
  for (const { order_id, refund_id } of await findWaiting(ctx.db, 'refund_waiting', ctx.now().toISOString())) {
    const alert = { kind: 'refund_waiting', key: refund_id ?? '', orderId: order_id } as const
    if (await ctx.db.transaction((trx) => alertOwner(ctx, trx, alert)))
      ctx.log.error({ order_id, refund_id }, 'a refund has not reached the buyer yet')
  }
}

/** Tries refused keys with one small call now and then: nothing else may be due, and the owner wants to see that they work. */
async function tryRefusedKeys(ctx: Context): Promise<void> {
  const refusal = await findRefusal(ctx.db)
  if (refusal?.kind !== 'keys' || Date.parse(refusal.last_at) > ctx.now().getTime() - REFUSED_MS) return
  await ctx.payments.listPayments({ from: ctx.now(), skip: 0 }).catch((error) => {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
  })
}

/**
 * Runs one round of the reconciler. A refused or unreadable answer postpones that order; no answer at all ends the
 * round, and after a 429 all instances pause for as long as the gateway requires. Returns the number of checked orders.
 */
export async function reconcileOrders(ctx: Context): Promise<number> {
  if (await findPause(ctx.db, ctx.now().toISOString())) return 0
  let requested = 0
  let unreadable = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const due = await claimDueOrders(ctx.db, ctx.now().toISOString(), nextPollAt(ctx, 0), BATCH)
    for (const order of due) {
      if (requested > 0) await sleep(PAUSE_MS)
      const error = await reconcileOne(ctx, order)
      if (!error) {
        requested++
        unreadable = 0
        continue
      }
      if (error instanceof GatewayError && error.kind === 'unauthorized') {
        // Every other order would be refused as well.
        await pauseGateway(ctx.db, new Date(ctx.now().getTime() + REFUSED_MS).toISOString())
        return requested
      }
      if (error instanceof GatewayError && !error.retryable) continue
      if (error instanceof GatewayError && error.kind === 'malformed' && ++unreadable < MOST_UNREADABLE) continue
      if (error instanceof GatewayError && error.retryAfterMs !== undefined)
        await pauseGateway(ctx.db, new Date(ctx.now().getTime() + error.retryAfterMs).toISOString())
      ctx.log.warn({ err: error, asked: requested }, 'the gateway does not answer, the round ends')
      return requested
    }
    if (due.length < BATCH) break
  }
  return requested
}

/** Asks about one order; answers why the gateway did not. */
async function reconcileOne(
  ctx: Context,
  order: OrderRow,
): Promise<GatewayError | GatewayNotConfiguredError | undefined> {
  const later = () => postponePoll(ctx.db, order.order_id, nextPollAt(ctx, order.polls))
  try {
    await reconcileOrder(ctx, order)
    await later()
    return undefined
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
    if (error instanceof GatewayError && (error.kind === 'not_found' || error.kind === 'refused'))
      await closeRefused(ctx, order)
    if (error instanceof GatewayError && !error.retryable) await later()
    return error
  }
}
