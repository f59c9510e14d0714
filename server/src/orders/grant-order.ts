import type { OrderStatus } from '../../contract/orders.ts'
import { noteChange } from '../activity.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { markPaid } from './mark-paid.ts'
import { insertOrderEvent } from './order-events.queries.ts'
import { findOrder, hasLivingBuyer, lockOrder } from './orders.queries.ts'

/**
 * Gives an order in review what was bought, on the owner's word and with the reason in its story. Only where money came:
 * 409 `not_grantable` otherwise, and when the buyer is gone. 404.
 */
export async function grantOrder(
  ctx: Context,
  { orderId, admin, reason }: { orderId: string; admin: { email: string }; reason: string },
): Promise<OrderStatus> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw appError('not_found', 'Order not found')
    if (order.status !== 'review' || order.payment_id === null) {
      throw appError('not_grantable', 'Only an order in review, for which money came, can be granted')
    }
    if (!(await hasLivingBuyer(trx, order))) {
      throw appError('not_grantable', 'The account of the buyer is gone: refund this order')
    }
    const created_at = ctx.now().toISOString()
    await insertOrderEvent(trx, { order_id: orderId, kind: 'granted', detail: `${admin.email}: ${reason}`, created_at })
    await markPaid(ctx, trx, order, {})
    const change = { before: { status: 'review' }, after: { status: 'paid', reason } }
    await noteChange(trx, { kind: 'order', id: orderId, name: orderId, ...change })
  })
  return (await findOrder(ctx.db, orderId))?.status ?? 'paid'
}
