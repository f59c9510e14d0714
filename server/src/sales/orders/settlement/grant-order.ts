import type { OrderStatus } from 'contract/orders/orders'
import type { Context, Db } from '../../../context.ts'
import { appError, plainError } from '../../../errors.ts'
import { SecretBoxError } from '../../../platform/payments/secret-box.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { isLiving } from '../../../shop/users/users.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrder, lockOrder, type OrderRow } from '../orders.queries.ts'
import { findPayments } from '../payments.queries.ts'
import { giveBackOwed } from '../refunds/give-back.ts'
import { applyRefundEffects } from '../refunds/refunds.ts'
import { isOtherMode } from './key-mode.ts'
import { markPaid } from './mark-paid.ts'

/**
 * Gives an order in review what was bought, when the owner decides so and with the reason in its timeline: 409 `not_grantable` where
 * `whyNotGrantable` has a reason. 404.
 */
export async function grantOrder(
  ctx: Context,
  { orderId, admin, reason }: { orderId: string; admin: { email: string }; reason: string },
): Promise<OrderStatus> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw appError('not_found', 'Order not found')
    const why = await whyNotGrantable(ctx, trx, order)
    if (why) throw plainError('not_grantable', why)
    const created_at = ctx.now().toISOString()
    await insertOrderEvent(trx, { order_id: orderId, kind: 'granted', detail: `${admin.email}: ${reason}`, created_at })
    const paid = { ...order, ...(await markPaid(ctx, trx, order)) }
    await giveBackOwed(ctx, trx, paid)
    await applyRefundEffects(ctx, trx, paid)
    const change = { before: { status: 'review' }, after: { status: 'paid', reason } }
    await noteChange(trx, { kind: 'order', id: orderId, name: order.order_no, ...change })
  })
  return (await findOrder(ctx.db, orderId))?.status ?? 'paid'
}

/** Returns false, too, while that is unknown: an order is shown even when the saved keys are unreadable. */
export async function isGrantable(ctx: Context, order: OrderRow): Promise<boolean> {
  try {
    return (await whyNotGrantable(ctx, ctx.db, order)) === undefined
  } catch (error) {
    if (error instanceof SecretBoxError) return false
    throw error
  }
}

/** Returns the reason why the owner cannot grant an order; undefined where they can: its payment can be invoiced, and its buyer exists. */
async function whyNotGrantable(ctx: Context, db: Db, order: OrderRow): Promise<string | undefined> {
  const { order_id, status, payment_id, gateway_key_id, user_id } = order
  if (status !== 'review' || payment_id === null)
    return 'You can give access only for an order that was paid and needs attention'
  if (isOtherMode(gateway_key_id, (await ctx.keyring.activeKeys())?.keyId ?? null))
    return 'This order was paid with keys of another mode, so it is test money or of another time'
  const payment = (await findPayments(db, order_id)).find((one) => one.payment_id === payment_id)
  // The amount is in another currency, and the invoice would name rupees.
  if (payment && payment.currency !== 'INR')
    return `This order was paid in ${payment.currency}, and the shop’s invoices are in rupees. Please refund it.`
  if (!(await isLiving(db, user_id))) return 'The buyer’s account was deleted. Please refund this order.'
  return undefined
}
