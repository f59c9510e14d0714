import type { Db } from '../../context.ts'
import { goingBack } from './going-back.sql.ts'
import type { OrderRow } from './orders.queries.ts'
import { bound, ENDED_UNPAID, PAID } from './status.ts'

/** The paid and payable orders of a statement. */
const LIVE = '(where orders.status <> all(:ended)) over ()'

/**
 * The order that speaks for this student and course: one that is paid for it still before all others, then the newest. Another that has not
 * ended unpaid is the purchase that the buyer waits for when it was begun after that payment, or that payment is on its way back.
 */
export function findStatusOrder(db: Db, userId: number, courseId: string): Promise<OrderRow | undefined> {
  return db('orders')
    .select('orders.*')
    .joinRaw(
      `join lateral (
        select course_id from order_lines where order_id = orders.order_id and (course_id = ? or bundle_id = ?) order by position limit 1
      ) as order_lines on true`,
      [courseId, courseId],
    )
    .where({ 'orders.user_id': userId })
    .orderByRaw(
      db.raw(
        `(orders.status = any(:paid) and orders.paid_at >= max(orders.created_at) filter ${LIVE}
         and (count(*) filter ${LIVE} = 1 or not ${goingBack('orders.order_id', 'order_lines.course_id', '0')})
         and not exists (
           select from refund_seats s join refunds r on r.refund_id = s.refund_id
           where r.order_id = orders.order_id and r.status = 'processed' and s.course_id = order_lines.course_id and s.seat = 0
         )) desc, orders.created_at desc, orders.order_id desc`,
        { paid: bound(PAID), ended: bound(ENDED_UNPAID) },
      ),
    )
    .first()
}
