import { seatPrices } from 'contract/price-cart'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { grantEnrolments } from '../../enrolments/enrolments.queries.ts'
import { createGiftCodes } from '../../gifts/gifts.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findHeard, findOrderLines, type OrderLineRow, type OrderRow, updateOrder } from '../orders.queries.ts'
import { applyRefundEffects } from '../refunds/refunds.ts'
import { refundDuplicatePayment } from '../refunds/request-refund.ts'
import { nextPollAt } from './polling.ts'

/**
 * Gives an order what was bought, in the transaction that knows of its money, the order locked: enrolments, gift codes,
 * receipt. A course that the buyer has already is given back by itself. `columns` are what the gateway said.
 */
export async function markPaid(ctx: Context, trx: Db, before: OrderRow, columns: Partial<OrderRow>): Promise<void> {
  const at = ctx.now()
  const now = at.toISOString()
  failpoint(ctx, 'settle:before-paid')
  const heard = await findHeard(trx, before.order_id)
  // An attempt that failed may be captured after all, beside the payment that paid.
  const poll_after = heard.failed_attempt ? nextPollAt(ctx, before.polls) : null
  const paid = { status: 'paid' as const, paid_at: now, poll_after, ...columns }
  await updateOrder(trx, before.order_id, paid)
  const order = { ...before, ...paid }
  const lines = await findOrderLines(trx, [order.order_id])
  const courseIds = lines.map((line) => line.course_id)
  const granted = await grantEnrolments(trx, { userId: order.user_id, courseIds, orderId: order.order_id, now: at })
  failpoint(ctx, 'settle:mid-grant')
  for (const line of lines) {
    const gifts = line.quantity - 1
    if (gifts > 0)
      await createGiftCodes(trx, { orderId: order.order_id, courseId: line.course_id, count: gifts, now: at })
  }
  await insertOrderEvent(trx, {
    order_id: order.order_id,
    kind: 'paid',
    detail: order.payment_id,
    created_at: now,
  })
  await ctx.queue.send(trx, 'receipt-mail', { order_id: order.order_id })
  await giveBackOwned(ctx, trx, order, lines, granted)
  // A refund may have been heard of before its payment.
  if (heard.refund) await applyRefundEffects(ctx, trx, order)
  ctx.log.info({ order_id: order.order_id, total_paise: order.total_paise }, 'order settled')
}

/** One seat of each course that the buyer had already: two links were paid for it, or it was a gift meanwhile. */
async function giveBackOwned(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  lines: OrderLineRow[],
  granted: string[],
): Promise<void> {
  const owned = lines.filter((line) => !granted.includes(line.course_id))
  if (owned.length === 0) return
  const courses = owned.map((line) => line.course_id).join(', ')
  const created_at = ctx.now().toISOString()
  await insertOrderEvent(trx, { order_id: order.order_id, kind: 'already_owned', detail: courses, created_at })
  if (order.payment_id === null) return
  const captured = order.captured_paise ?? order.total_paise
  const nothingNew = owned.length === lines.length && lines.every((line) => line.quantity === 1)
  const tax = order.tax_settings_id === null ? undefined : await findTaxSettingsById(trx, order.tax_settings_id)
  const seats = owned.reduce((sum, line) => sum + seatPrices(line, { oneSeat: order.promocode_one_seat, tax }).own, 0)
  await refundDuplicatePayment(ctx, trx, order, {
    paymentId: order.payment_id,
    paise: nothingNew ? captured : Math.min(seats, captured),
    why: `Owned already: ${courses}`,
  })
}
