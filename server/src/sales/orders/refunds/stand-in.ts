import type { Context, Db } from '../../../context.ts'
import { findGivenTo, findLost, grantCourses } from '../../../courses/enrolments/grants.queries.ts'
import { isLiving } from '../../../shop/users/users.queries.ts'
import { codesOfOrder, isGoingBack } from '../../gifts/gifts.queries.ts'
import { fetchOrderState } from '../fetch-order-state.ts'
import { accessDecided } from '../moments.ts'
import { walkEffects } from '../order-effects.ts'
import { findUngiven, insertOrderEvent, UNGIVEN } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { bound, PAID } from '../status.ts'
import { findOwed } from './find-owed.ts'
import { findGoneSeats } from './refund-seats.queries.ts'

/**
 * Gives a buyer what was theirs already when this order was paid, once that is gone with the money it stood on, while the money of this one is
 * here: its refund has failed. In the caller's transaction, the order locked.
 */
export async function standIn(ctx: Context, trx: Db, order: OrderRow): Promise<void> {
  const { order_id, user_id: userId, created_at: madeAt } = order
  if (!PAID.includes(order.status)) return
  const lost = await findLost(trx, userId, (await findUngiven(trx, order_id)).courses)
  const stored: string[] = []
  for (const course_id of lost) if (!(await isGoingBack(trx, { order_id, course_id, seat: 0 }))) stored.push(course_id)
  if (stored.length === 0 || !(await isMoneyHere(trx, order)) || !(await isLiving(trx, userId))) return
  const now = ctx.now()
  const decided = (await accessDecided(ctx, trx, { order_id, user_id: userId, now })).find(Boolean)
  const bought = (await findOrderLines(trx, [order_id])).filter(({ owned, continues }) => !owned && !continues)
  const courses = (decided?.courses ?? bought).filter(({ course_id }) => stored.includes(course_id))
  const input = await grantCourses(trx, { userId, courses, from: { order_id }, madeAt, now })
  if (input.length === 0) return
  const detail = input.join(', ')
  await insertOrderEvent(trx, { order_id, kind: 'access_restored', detail, created_at: now.toISOString() })
  // Other effects of the order, such as its part of a plan, follow.
  const gone = await findGoneSeats(trx, order_id, { processed: true })
  await walkEffects(ctx, trx, { order, gone, changed: false, now: now.toISOString() })
}

/** A sum that went back may have been for what was owned: what is owed of it no more stands in for nothing. */
async function isMoneyHere(trx: Db, order: OrderRow): Promise<boolean> {
  if (order.payment_id === null) return true
  return (await findOwed(trx, order)).some(({ payment_id, owed }) => payment_id === order.payment_id && owed > 0)
}

/** Queues checks of orders that may replace access just taken from its buyer and its redeemers. */
export async function fetchStandInState(ctx: Context, trx: Db, { order_id }: OrderRow): Promise<void> {
  const students = await findGivenTo(trx, order_id, codesOfOrder(trx, order_id))
  const others: Pick<OrderRow, 'order_id'>[] = await trx('orders as o')
    .whereIn('o.user_id', students)
    .whereIn('o.status', bound(PAID))
    .whereNot('o.order_id', order_id)
    .whereExists(trx('order_events as e').whereRaw('e.order_id = o.order_id').whereIn('e.kind', UNGIVEN))
    .select('o.order_id')
  for (const other of others) await fetchOrderState(ctx, trx, other)
}
