import type { Db } from '../../../context.ts'
import { soldTogether } from '../order-wire.ts'
import { findOrderLines, type OrderLineRow } from '../orders.queries.ts'
import { findRefundedCourses } from '../refunds/refund-seats.queries.ts'

/** Finds what an order sold, a bundle by its first line; `refunded`: the buyer's own seat of it was refunded. */
export async function findSold(db: Db, orderId: string): Promise<{ line: OrderLineRow; refunded: boolean }[]> {
  const [lines, gone] = await Promise.all([findOrderLines(db, [orderId]), findRefundedCourses(db, [orderId])])
  const isGone = (line: OrderLineRow) => gone.some(({ course_id }) => course_id === line.course_id)
  return soldTogether(lines).flatMap((group) => {
    const [line] = group
    return line ? [{ line, refunded: group.every(isGone) }] : []
  })
}
