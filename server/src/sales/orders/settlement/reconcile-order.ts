import type { OrderStatus } from 'contract/orders/orders'
import type { Context } from '../../../context.ts'
import { findOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { isOutside } from '../outside-payments.queries.ts'
import { endPolling } from '../polling.queries.ts'
import { lateMoneyBefore } from '../polling.ts'
import { findRefunds } from '../refunds/refunds.queries.ts'
import { sendOrWait } from '../refunds/send-refund.ts'
import { expireOrder } from './expire-order.ts'
import { isOtherMode } from './key-mode.ts'
import { readTruth } from './read-truth.ts'
import { settleOrder } from './settle.ts'

/** An order without a link this long after it was made was never on its way to the gateway. */
const LINKLESS_MS = 30 * 60_000

/** Reads an order at the gateway, settles it, and sends refunds that are unknown there. Errors as `readTruth`; `again` as for `settleOrder`. */
export function reconcileOrder(ctx: Context, order: OrderRow, again = false): Promise<OrderStatus> {
  const { order_id, traceparent } = order
  const about = { carried: traceparent, facts: { order_id } }
  return ctx.tracing.step('reconcile order', () => reconcile(ctx, order, again), about)
}

async function reconcile(ctx: Context, order: OrderRow, again: boolean): Promise<OrderStatus> {
  const { order_id, created_at } = order
  // There is nobody to ask.
  if (isOutside(order)) {
    await updateOrder(ctx.db, order_id, { poll_after: null })
    return order.status
  }
  const truth = await readTruth(ctx, order)
  const now = ctx.now()
  if (truth) {
    await storeKey(ctx, order, truth.key_id)
    await settleOrder(ctx, order_id, truth, again)
    for (const refund of await findRefunds(ctx.db, [order_id])) await sendOrWait(ctx, refund)
  } else if (now.getTime() - Date.parse(created_at) > LINKLESS_MS) {
    if (await expireOrder(ctx, order_id, null)) await updateOrder(ctx.db, order_id, { poll_after: null })
    await endPolling(ctx.db, order_id, lateMoneyBefore(ctx))
  }
  return (await findOrder(ctx.db, order_id))?.status ?? order.status
}

/** A key that knows the link is of its account, renewed since. One of another mode is not what its money is. */
async function storeKey(ctx: Context, { order_id, gateway_link_id, gateway_key_id }: OrderRow, keyId: string | null) {
  if (gateway_link_id === null || keyId === null || keyId === gateway_key_id) return
  if (!isOtherMode(gateway_key_id, keyId)) await updateOrder(ctx.db, order_id, { gateway_key_id: keyId })
}

/** Closes an order that the gateway refused until five days after its link's end; it still needs attention. */
export async function closeRefused(ctx: Context, { order_id, gateway_link_id, expires_at }: OrderRow): Promise<void> {
  const late = lateMoneyBefore(ctx)
  if (new Date(expires_at) >= new Date(late)) return
  await expireOrder(ctx, order_id, gateway_link_id)
  await endPolling(ctx.db, order_id, late)
}
