/** Builds the condition that a refund of an order waits for a second person. */
export const refundWaits = (order: string) =>
  `exists (select from refund_requests q where q.order_id = ${order} and q.status = 'open')`

/**
 * Builds the condition that the money of a seat, or of its whole order, is refunded or on its way back; takes columns
 * or bindings of the outer statement. Seat 0 is the buyer's own.
 */
export const goingBack = (order: string, course: string, seat: string) => `(
  exists (
    select from refund_seats gone_seat join refunds gone on gone.refund_id = gone_seat.refund_id
    where gone.order_id = ${order} and gone_seat.course_id = ${course} and gone_seat.seat = ${seat} and gone.status <> 'failed'
  ) or exists (
    select from orders paid
    where paid.order_id = ${order} and paid.payment_id is not null and coalesce(paid.captured_paise, paid.total_paise) <= (
      select sum(gone.amount_paise) from refunds gone
      where gone.order_id = paid.order_id and gone.payment_id = paid.payment_id and gone.status <> 'failed')
  ))`
