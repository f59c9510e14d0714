import { invariant } from '../../platform/invariants/invariant.ts'
import { IN_TEST } from '../../shop/settings/settings.sql.ts'

/** Orders whose documents are to be made by a job that waits or runs. */
const BEING_MADE = `(select data ->> 'order_id' from pgboss.job
  where name in ('receipt-mail', 'issue-documents') and state in ('created', 'retry', 'active') and data ->> 'order_id' is not null)`

/** The job of the documents runs within seconds, and again every ten minutes. */
const MADE = "cast(:now as timestamptz) - interval '30 minutes'"

/** The documents of each order over what it keeps, in paise. */
const PAPERS = `(select order_id, sum(case when kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (facts ->> 'total_paise')::bigint) as paise
  from documents group by order_id)`

export const papersAreTheMoney = invariant(
  'The documents of an order add up to what was charged less what was refunded.',
  `select o.order_no as id, 'documents over ' || coalesce(p.paise, 0) || ', charged ' || coalesce(o.captured_paise, o.total_paise) || ' and '
    || coalesce(b.paise, 0) || ' paise back' as what
  from orders o left join ${PAPERS} p on p.order_id = o.order_id
  left join (
    select order_id, payment_id, sum(amount_paise) filter (where status = 'processed') as paise, max(updated_at) as at from refunds group by 1, 2
  ) b on b.order_id = o.order_id and b.payment_id = o.payment_id
  where o.paid_at < ${MADE} and (b.at is null or b.at < ${MADE}) and o.payment_id is not null
    and coalesce(p.paise, 0) <> coalesce(o.captured_paise, o.total_paise) - coalesce(b.paise, 0)
    and o.order_id not in ${BEING_MADE}`,
)

export const notesAreTheRefunds = invariant(
  'The notes of a refund are over its amount, and there is none of a refund that failed.',
  `select o.order_no as id, r.status || ' over ' || r.amount_paise || ' paise, notes over ' || n.paise as what
  from refunds r join orders o on o.order_id = r.order_id and o.payment_id = r.payment_id
  cross join lateral (
    select coalesce(sum((d.facts ->> 'total_paise')::bigint), 0) as paise from documents d
    where d.refund_id = r.refund_id and not exists (select from documents v where v.reverses = d.document_id)
  ) n
  where o.paid_at < ${MADE} and r.updated_at < ${MADE}
    and n.paise <> case when r.status = 'processed' then r.amount_paise else 0 end
    and o.order_id not in ${BEING_MADE}`,
)

export const papersOfPaidOrders = invariant(
  'An order that was never paid has no document.',
  `select o.order_no as id, d.kind || ' ' || d.serial || ' of an order that is ' || o.status as what
  from documents d join orders o on o.order_id = d.order_id where o.paid_at is null`,
)

export const numbersAreOnce = invariant(
  'Every number of a series names one document, and the series has counted it.',
  `select s.series as id, count(d.number) || ' documents, ' || count(distinct d.number) || ' numbers up to ' || max(d.number) || ', counted to ' || s.last_number as what
  from document_series s join documents d on d.series = s.series
  group by s.series, s.last_number having count(*) <> count(distinct d.number) or max(d.number) > s.last_number
  union all
  select d.series, 'documents of a series without a count' from documents d
  where not exists (select from document_series s where s.series = d.series) group by d.series`,
)

export const noTestPaperInBooks = invariant(
  'A paper of the series TEST is of practice money, and a shop that takes real money has none.',
  `select d.document_id as id, d.serial || ', order ' || o.order_no || (case when o.test then ', in a live shop' else ', of real money' end) as what
  from documents d join orders o on o.order_id = d.order_id
  where d.series like 'TEST/%' and (not o.test or not ${IN_TEST})`,
)
