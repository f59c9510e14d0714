/**
 * Builds the condition that the money of a seat, or of its whole order, is refunded or on its way back; takes columns
 * or bindings of the outer statement. Seat 0 is the buyer's own.
 */
export const goingBack = (order: string, course: string, seat: string) => `(
  exists (
    select from refund_seats s join refunds r on r.refund_id = s.refund_id
    where r.order_id = ${order} and s.course_id = ${course} and s.seat = ${seat} and r.status <> 'failed'
  ) or exists (
    select from orders paid
    where paid.order_id = ${order} and paid.payment_id is not null and coalesce(paid.captured_paise, paid.total_paise) <= (
      select sum(r.amount_paise) from refunds r
      where r.order_id = paid.order_id and r.payment_id = paid.payment_id and r.status <> 'failed')
  ))`
