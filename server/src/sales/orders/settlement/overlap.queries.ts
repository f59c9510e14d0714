import type { Db } from '../../../context.ts'
import { ENROLMENTS } from '../../../courses/enrolments/enrolments.sql.ts'
import type { OrderRow } from '../orders.queries.ts'
import { isSoldTwice } from '../owned-courses.queries.ts'

/** Returns true if the buyer has a course of the order by another way. */
export async function ownsOfOrder(db: Db, order: Pick<OrderRow, 'order_id' | 'user_id'>, now: Date): Promise<boolean> {
  return (await findOwnedOrders(db, order.user_id, [order.order_id], now)).length > 0
}

/** Selects a buyer's orders with a course that the buyer owns in another way. */
export async function findOwnedOrders(
  db: Db,
  userId: number,
  orderIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `select distinct l.order_id from order_lines l
     join orders o on o.order_id = l.order_id
     join ${ENROLMENTS} e on e.user_id = :userId and e.course_id = l.course_id
     where l.order_id = any(:orderIds) and e.order_id is distinct from l.order_id and ${isSoldTwice('l', 'e', 'o.created_at')}`,
    { userId, orderIds: [...orderIds], now },
  )
  return rows.map(({ order_id }) => order_id)
}

/** The open orders of the order's buyer of which they have a course now. */
export async function findOverlapping(db: Db, orderId: string, now: Date): Promise<OrderRow[]> {
  const { rows } = await db.raw<{ rows: OrderRow[] }>(
    `select o.* from orders paid join orders o on o.user_id = paid.user_id
     where paid.order_id = :orderId and o.status = 'created' and o.order_id <> paid.order_id and exists (
       select from order_lines l
       join ${ENROLMENTS} e on e.user_id = o.user_id and e.course_id = l.course_id
       where l.order_id = o.order_id and ${isSoldTwice('l', 'e', 'o.created_at')}
     )
     order by o.created_at, o.order_id`,
    { orderId, now },
  )
  return rows
}
