import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { grantEnrolments } from '../../enrolments/enrolments.queries.ts'
import { createGiftCodes } from '../../gifts/gifts.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow, updateOrder } from '../orders.queries.ts'
import { findPayments } from './payments.queries.ts'
import { nextPollAt } from './polling.ts'

/**
 * Gives an order what was bought, in the transaction that knows of its money, the order locked: enrolments, gift codes,
 * receipt. `columns` are what the gateway said. Answers what changed.
 */
export async function markPaid(ctx: Context, trx: Db, before: OrderRow, columns: Partial<OrderRow> = {}) {
  const at = ctx.now()
  const now = at.toISOString()
  failpoint(ctx, 'settle:before-paid')
  const { order_id, user_id: userId } = before
  // An attempt that has not ended, or failed, may be captured after all, beside the payment that paid.
  const open = (await findPayments(trx, order_id)).some(({ status }) => status !== 'captured' && status !== 'refunded')
  const paid = {
    ...columns,
    status: 'paid',
    paid_at: now,
    poll_after: open ? nextPollAt(ctx, before.polls) : null,
  } as const
  await updateOrder(trx, order_id, paid)
  const order = { ...before, ...paid }
  const lines = await findOrderLines(trx, [order_id])
  const courseIds = lines.map((line) => line.course_id)
  const granted = await grantEnrolments(trx, { userId, courseIds, orderId: order_id, now: at })
  failpoint(ctx, 'settle:mid-grant')
  for (const { course_id: courseId, quantity } of lines) {
    if (quantity > 1) await createGiftCodes(trx, { orderId: order_id, courseId, count: quantity - 1, now: at })
  }
  await insertOrderEvent(trx, { order_id, kind: 'paid', detail: order.payment_id, created_at: now })
  await ctx.queue.send(trx, 'receipt-mail', { order_id })
  const owned = courseIds.filter((id) => !granted.includes(id)).join(', ')
  // What is owed back is read from this.
  if (owned) await insertOrderEvent(trx, { order_id, kind: 'already_owned', detail: owned, created_at: now })
  ctx.log.info({ order_id, total_paise: order.total_paise }, 'order settled')
  return paid
}
