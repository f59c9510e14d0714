import { DISPUTED_PAYMENTS } from '../disputes/disputes.queries.ts'
import { ORDERS, REFUNDS } from '../orders/orders.sql.ts'

/**
 * Orders of partners with the share of what is left of their money without tax, rounded down; a refund on its way has left. `settled_paise` is
 * in statements. While a dispute is open the share is held.
 */
export const SHARES = `(
  select t.order_id, t.partner_id, t.created_at, t.due_at,
    div(greatest(t.paid_paise - gone.paise, 0)::numeric * t.net_paise * t.percent, t.paid_paise::numeric * 100)::bigint as share_paise,
    coalesce(settled.paise, 0)::bigint as settled_paise, settled.paise is not null as is_settled,
    exists (select from ${DISPUTED_PAYMENTS} d where d.payment_id = o.payment_id) as is_held
  from partner_orders t join ${ORDERS} o on o.order_id = t.order_id
  cross join lateral (
    select coalesce(sum(r.amount_paise), 0)::bigint as paise from ${REFUNDS} r
    where r.order_id = t.order_id and r.payment_id = o.payment_id and r.status <> 'failed'
  ) gone
  cross join lateral (
    select sum(l.paise)::bigint as paise from partner_statement_lines l where l.order_id = t.order_id
  ) settled
)`

/** For `where`: the share of such a row belongs on a statement until `:cut`. A refund after a statement is a minus on the next. */
export const OPEN_SHARE =
  'not is_held and (is_settled or due_at < cast(:cut as timestamptz)) and share_paise <> settled_paise'
