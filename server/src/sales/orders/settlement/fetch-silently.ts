import type { OrderStatus } from 'contract/orders/orders'
import type { Context } from '../../../context.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../../platform/payments/razorpay.ts'
import type { OrderRow } from '../orders.queries.ts'
import { claimPoll } from '../polling.queries.ts'
import { reconcileOrder } from './reconcile-order.ts'

/** Minimum time between two gateway requests for one order. */
const ASK_GAP_MS = 5_000

/** The stored status, after asking the gateway about an open order unless somebody just did. */
export async function pollWhenDue(ctx: Context, order: OrderRow): Promise<OrderStatus> {
  if (order.status !== 'created') return order.status
  const now = ctx.now()
  const before = new Date(now.getTime() - ASK_GAP_MS)
  if (!(await claimPoll(ctx.db, order.order_id, now.toISOString(), before.toISOString()))) return order.status
  return fetchSilently(ctx, order)
}

/** Returns an order's status after a gateway check; a failed check changes nothing. */
export async function fetchSilently(ctx: Context, order: OrderRow): Promise<OrderStatus> {
  try {
    return await reconcileOrder(ctx, order)
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
    ctx.log.warn({ err: error, order_id: order.order_id }, 'the gateway did not say how an order stands')
    return order.status
  }
}
