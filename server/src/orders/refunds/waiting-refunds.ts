import type { Context } from '../../context.ts'
import { alertOwner } from '../alerts.ts'
import { lockOrder, updateOrder } from '../orders.queries.ts'
import { findRefund, findWaitingRefunds } from './refunds.queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** The gateway is asked to take a refund for so long before the owner hears of it: it was away, or the keys are wrong. */
const NOT_TAKEN_MS = DAY_MS
/** A refund takes five to seven working days to arrive. */
const NOT_ARRIVED_MS = 10 * DAY_MS
const MOST = 100

/**
 * Marks orders as needing attention whose refund the gateway has not taken for a day, or has had on its way for ten, and
 * writes to the owners, once per refund. The mark goes with the end of it.
 */
export async function watchRefunds(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  const waiting = await findWaitingRefunds(ctx.db, {
    requestedBefore: new Date(now - NOT_TAKEN_MS).toISOString(),
    pendingBefore: new Date(now - NOT_ARRIVED_MS).toISOString(),
    limit: MOST,
  })
  for (const { order_id, refund_id } of waiting) {
    await ctx.db.transaction(async (trx) => {
      const order = await lockOrder(trx, order_id)
      const refund = await findRefund(trx, refund_id)
      if (order?.attention !== null || (refund?.status !== 'requested' && refund?.status !== 'pending')) return
      await updateOrder(trx, order_id, { attention: 'refund_waiting', attention_since: ctx.now().toISOString() })
      await alertOwner(ctx, trx, { kind: 'refund_waiting', key: refund_id, orderId: order_id })
      ctx.log.error({ order_id, refund_id }, 'a refund has not reached the buyer yet')
    })
  }
}
