import type { OrderStatus } from 'contract/orders'
import type { Context } from '../../context.ts'
import { findOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { expireOpen } from './polling.queries.ts'
import { LATE_MONEY_MS } from './polling.ts'
import { readTruth } from './read-truth.ts'
import { settleOrder } from './settle.ts'

/** An order without a link this long after it was made was never on its way to the gateway. */
const LINKLESS_MS = 30 * 60_000

/** Asks the gateway how an order stands and settles what it says. Errors as `readTruth`; `again` as for `settleOrder`. */
export async function reconcileOrder(ctx: Context, order: OrderRow, again = false): Promise<OrderStatus> {
  const truth = await readTruth(ctx, order)
  if (truth) return (await settleOrder(ctx, order.order_id, truth, again)) ?? order.status
  const now = ctx.now()
  const isOld = now.getTime() - Date.parse(order.created_at) > LINKLESS_MS
  if (isOld && (await expireOpen(ctx.db, order.order_id, null, now.toISOString())))
    await updateOrder(ctx.db, order.order_id, { poll_after: null })
  return (await findOrder(ctx.db, order.order_id))?.status ?? order.status
}

/** After a question of the reconciler's: no more of them three days after the link's end. */
export async function endPolling(ctx: Context, order: OrderRow): Promise<void> {
  if (isLate(ctx, order)) await updateOrder(ctx.db, order.order_id, { poll_after: null })
}

/** What the gateway refused to say three days after the link's end it will not say: the order is closed, and still needs attention. */
export async function closeRefused(ctx: Context, order: OrderRow): Promise<void> {
  if (!isLate(ctx, order)) return
  await expireOpen(ctx.db, order.order_id, order.gateway_link_id, ctx.now().toISOString())
  await endPolling(ctx, order)
}

const isLate = (ctx: Context, order: OrderRow) => ctx.now().getTime() - Date.parse(order.expires_at) > LATE_MONEY_MS
