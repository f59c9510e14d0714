/** The orders, for a statement of another feature that has to stay one. The planner sees through it, to the table and its indexes. */
export const ORDERS = '(select order_id, order_no, user_id, status, payment_id, paid_at, created_at from orders)'

/** The refunds, for the same. */
export const REFUNDS =
  '(select refund_id, order_id, payment_id, amount_paise, reason, lines, status, updated_at from refunds)'
