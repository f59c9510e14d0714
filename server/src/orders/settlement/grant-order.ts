import type { OrderStatus } from 'contract/orders'
import { noteChange } from '../../activity/note-change.ts'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { isLiving } from '../../users/users.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrder, lockOrder } from '../orders.queries.ts'
import { giveBackOwed } from '../refunds/give-back.ts'
import { applyRefundEffects } from '../refunds/refunds.ts'
import { isOtherMode } from './key-mode.ts'
import { markPaid } from './mark-paid.ts'

/**
 * Gives an order in review what was bought, when the owner decides so and with the reason in its timeline. Only where money came:
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
      throw appError('not_grantable', 'You can give access only for an order that was paid and needs attention')
    }
    if (isOtherMode(order.gateway_key_id, (await ctx.keyring.activeKeys())?.keyId ?? null)) {
      const message = 'This order was paid with keys of another mode, so it is test money or of another time'
      throw appError('not_grantable', message)
    }
    if (!(await isLiving(trx, order.user_id))) {
      throw appError('not_grantable', 'The buyer’s account was deleted. Please refund this order.')
    }
    const created_at = ctx.now().toISOString()
    await insertOrderEvent(trx, { order_id: orderId, kind: 'granted', detail: `${admin.email}: ${reason}`, created_at })
    const paid = { ...order, ...(await markPaid(ctx, trx, order)) }
    await giveBackOwed(ctx, trx, paid)
    await applyRefundEffects(ctx, trx, paid)
    const change = { before: { status: 'review' }, after: { status: 'paid', reason } }
    await noteChange(trx, { kind: 'order', id: orderId, name: orderId, ...change })
  })
  return (await findOrder(ctx.db, orderId))?.status ?? 'paid'
}
