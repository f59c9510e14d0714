import { toPaise } from 'contract/money'
import { LEAST_PAYOUT } from 'contract/partners/partners'
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

/** For `where`: the share of such a row belongs on a statement until `:at`. A refund after a statement is a minus on the next. */
export const OPEN_SHARE =
  'not is_held and (is_settled or due_at < cast(:at as timestamptz)) and share_paise <> settled_paise'

/** A day of the year in which a month's financial year begins, April to March. */
const financialYear = (month: string) => `extract(year from cast(${month} || '-01' as date) - interval '3 months')`

/**
 * The lines of a statement of `:month` for each partner with open shares at `:at`; a sum below the least payout waits, of a paused partner one below nothing. TDS: once the shares of a
 * financial year pass the threshold, of all of them, less what was deducted before. It never exceeds the shares; the next month deducts the rest.
 * A minus counts in the year in which it is stated: what was deducted in a year that is over stays deducted.
 */
export const DRAWN = `(
  select p.partner_id, open.paise as shares_paise, case when is_taxed then r.section end as tds_section,
    case when is_taxed then r.payment_code end as tds_code,
    case when is_taxed then least(open.paise, greatest(0, (year.shares + open.paise) * r.basis / 10000 - year.tds)) else 0 end as tds_paise
  from partners p
  cross join lateral (
    select sum(share_paise - settled_paise)::bigint as paise from ${SHARES} t where t.partner_id = p.partner_id and ${OPEN_SHARE}
  ) open
  cross join lateral (
    select coalesce(sum(s.shares_paise), 0)::bigint as shares, coalesce(sum(s.tds_paise), 0)::bigint as tds from partner_statements s
    where s.partner_id = p.partner_id and ${financialYear('s.month')} = ${financialYear('cast(:month as text)')}
  ) year
  left join lateral (
    select section, payment_code, threshold_paise, case when p.pan_sealed is null then no_pan_basis_points else basis_points end as basis
    from partner_tds where since < cast(cast(:month as text) || '-01' as date) + interval '1 month' order by since desc limit 1
  ) r on true
  cross join lateral (select state from partner_terms t where t.partner_id = p.partner_id order by t.since desc limit 1) terms
  cross join lateral (select r.basis > 0 and year.shares + open.paise > r.threshold_paise as is_taxed) taxed
  where open.paise >= case terms.state when 'active' then ${toPaise(LEAST_PAYOUT)} else 1 end
)`
