import type { Db } from '../../context.ts'

/** True while the money of a gift seat, or of its whole order, is on its way back, or is back. */
export async function isGoingBack(
  trx: Db,
  { order_id, course_id, seat }: { order_id: string; course_id: string; seat: number },
): Promise<boolean> {
  const picked = trx('refund_seats as s')
    .join('refunds as r', 'r.refund_id', 's.refund_id')
    .where({ 'r.order_id': order_id, 's.course_id': course_id, 's.seat': seat })
    .whereNot('r.status', 'failed')
  const whole = trx('orders as o')
    .where('o.order_id', order_id)
    .whereNotNull('o.payment_id')
    .whereRaw(
      `coalesce(o.captured_paise, o.total_paise) <= (
         select sum(r.amount_paise) from refunds r
         where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status <> 'failed')`,
    )
  return (await picked.first('s.seat')) !== undefined || (await whole.first('o.order_id')) !== undefined
}
