import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { grantCourses } from '../../enrolments/grants.queries.ts'
import { createGiftCodes } from '../../gifts/gifts.queries.ts'
import { findOverlapping } from '../checkout/overlap.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow, updateOrder } from '../orders.queries.ts'

/** Gives the buyer the courses of an order, and notes which the buyer had: what is owed back is read from that. */
export async function grantLines(trx: Db, { order_id, user_id: userId, created_at: madeAt }: OrderRow, now: Date) {
  const lines = await findOrderLines(trx, [order_id])
  const granted = await grantCourses(trx, { userId, courses: lines, from: { order_id }, madeAt, now })
  const ids = lines.map((line) => line.course_id)
  const owned = ids.filter((id) => !granted.includes(id)).join(', ')
  if (!owned) return
  await insertOrderEvent(trx, { order_id, kind: 'already_owned', detail: owned, created_at: now.toISOString() })
}

/**
 * Gives an order what was bought, in the transaction that knows of its money, the order locked: enrolments, gift codes,
 * receipt. `columns` are what the gateway said; of one that is `held` the courses wait. Answers what changed.
 */
export async function markPaid(
  ctx: Context,
  trx: Db,
  before: OrderRow,
  columns: Partial<OrderRow> = {},
  { held = false } = {},
) {
  const at = ctx.now()
  const now = at.toISOString()
  failpoint(ctx, 'settle:before-paid')
  const { order_id } = before
  const paid = { ...columns, status: 'paid', paid_at: now } as const
  await updateOrder(trx, order_id, paid)
  const order = { ...before, ...paid }
  const lines = await findOrderLines(trx, [order_id])
  if (!held) await grantLines(trx, order, at)
  failpoint(ctx, 'settle:mid-grant')
  for (const { course_id: courseId, quantity } of lines) {
    if (quantity > 1) await createGiftCodes(trx, { orderId: order_id, courseId, count: quantity - 1, now: at })
  }
  await insertOrderEvent(trx, { order_id, kind: 'paid', detail: order.payment_id, created_at: now })
  await ctx.queue.send(trx, 'receipt-mail', { order_id })
  // Nobody is to pay once more for what they have now.
  if (order.page_order_id !== null || (await findOverlapping(trx, order_id, at)).length > 0)
    await ctx.queue.send(trx, 'close-links', { order_id }, { singletonKey: order_id })
  ctx.log.info({ order_id, total_paise: order.total_paise }, 'order settled')
  return paid
}
