import { ORDERS, REFUNDS } from '../orders/orders.sql.ts'

/** Sums an order's documents in paise: sales and debit notes less what went back. */
const PAPERS = `select coalesce(sum(case when kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (facts->>'total_paise')::bigint), 0) as paise
  from documents`

/**
 * Selects orders whose documents do not sum to what was charged less what was refunded, and since when: their next job is to issue what
 * lacks. `among` selects the ids of orders with refunds.
 */
export const refundedApart = (among = `select distinct order_id from ${REFUNDS} r`) => `(
  select o.order_id, back.since from (${among}) among
  join ${ORDERS} o on o.order_id = among.order_id and o.paid_at is not null
  cross join lateral (
    select max(updated_at) as since, coalesce(sum(amount_paise) filter (where status = 'processed'), 0) as paise
    from ${REFUNDS} r where r.order_id = o.order_id and r.payment_id = o.payment_id
  ) back
  cross join lateral (${PAPERS} where order_id = o.order_id) papers
  where back.since is not null and papers.paise <> coalesce(o.captured_paise, o.total_paise) - back.paise)`

/** Paid orders without a document of their sale, since their payment. */
export const WITHOUT_PAPER = `(
  select o.order_id, o.paid_at as since from ${ORDERS} o
  where o.paid_at is not null and o.payment_id is not null and not exists (select from documents d where d.order_id = o.order_id))`
