import { invariant } from '../../platform/invariants/invariant.ts'
import { listed, PAID_STATES } from './status.sql.ts'
import { ENDED_UNPAID, HOLDS_MONEY } from './status.ts'

// SQL of a row `o` of orders: an order is never erased, and its number is what people call it by.

/** What was charged for the order, in paise. */
const CHARGED = 'coalesce(o.captured_paise, o.total_paise)'

/** Processed refunds of each order's own payment, in paise. */
const BACK = `(select r.order_id, r.payment_id, sum(r.amount_paise) as paise from refunds r where r.status = 'processed' group by 1, 2)`

/** The jobs of a settlement have run by then. */
const SETTLED = "cast(:now as timestamptz) - interval '1 hour'"

export const linesAreTheOrder = invariant(
  'The lines of an order add up to its sums.',
  `select o.order_no as id, 'lines over ' || coalesce(l.subtotal, 0) || ' - ' || coalesce(l.discount, 0) || ' paise, the order says '
    || o.subtotal_paise || ' - ' || o.discount_paise as what
  from orders o left join (
    select order_id, sum(price_paise * quantity) as subtotal, sum(discount_paise) as discount, sum(credit_paise) as credit from order_lines group by 1
  ) l on l.order_id = o.order_id
  where l.order_id is null or (l.subtotal, l.discount, l.credit) is distinct from (o.subtotal_paise, o.discount_paise, o.credit_paise)`,
)

export const statusIsTheMoney = invariant(
  'The state of an order says what became of its money.',
  `select o.order_no as id, o.status || ', charged ' || ${CHARGED} || ' and ' || coalesce(b.paise, 0) || ' paise back' as what
  from orders o left join ${BACK} b on b.order_id = o.order_id and b.payment_id = o.payment_id
  where o.payment_id is not null and o.status in ${listed(HOLDS_MONEY)}
    and o.status <> case when coalesce(b.paise, 0) >= ${CHARGED} then 'refunded' when o.paid_at is null then 'review'
      when b.paise > 0 then 'partially_refunded' else 'paid' end`,
)

export const refundsWithinPayment = invariant(
  'No more is refunded of a payment than was captured.',
  `select max(o.order_no) as id, 'payment ' || p.payment_id || ' of ' || p.amount_paise || ' paise, refunds over ' || sum(r.amount_paise) as what
  from refunds r join order_payments p on p.payment_id = r.payment_id join orders o on o.order_id = r.order_id
  where r.status <> 'failed' group by p.payment_id having sum(r.amount_paise) > p.amount_paise`,
)

export const paidOpensCourse = invariant(
  'What is paid opens its course, or goes back.',
  `select o.order_no as id, o.status || ': course ' || l.course_id || ' is not open by it' as what
  from orders o join order_lines l on l.order_id = o.order_id
  where o.status in ${PAID_STATES} and o.paid_at < ${SETTLED} and not l.owned
    -- Whatever a code of 100 % opened has no money that could go back.
    and (o.payment_id is not null or exists (select from coin_spends c where c.order_id = o.order_id))
    and not exists (select from enrolments e where e.order_id = o.order_id and e.course_id = l.course_id and (e.revoked_at is null or e.taken_by_hand))
    and not exists (select from order_events v where v.order_id = o.order_id and v.kind in ('already_owned', 'not_given', 'base_gone')
      and l.course_id = any(string_to_array(v.detail, ', ')))
    and not exists (select from refund_seats s join refunds r on r.refund_id = s.refund_id
      where r.order_id = o.order_id and r.status = 'processed' and s.seat = 0 and s.course_id in (l.course_id, l.bundle_id))`,
)

export const ungivenGoesBack = invariant(
  'Money for what an order did not give is on its way back.',
  `select o.order_no as id, v.kind || ': ' || v.detail as what
  from order_events v join orders o on o.order_id = v.order_id and o.status in ${PAID_STATES} and o.paid_at < ${SETTLED}
  where v.kind in ('already_owned', 'not_given', 'base_gone') and ${CHARGED} >= 100
    and not exists (select from refunds r where r.payment_id = o.payment_id)
    and not exists (select from disputes d where d.payment_id = o.payment_id)
    -- A code may have made the seat free, or all but a rupee of it.
    and (select sum(l.total_paise / l.quantity) from order_lines l
      where l.order_id = o.order_id and l.course_id = any(string_to_array(v.detail, ', '))) >= 100`,
)

export const accessIsPaid = invariant(
  'Nobody has a course by an order whose money is not here.',
  `select o.order_no as id, o.status || ': course ' || e.course_id || ' is open by it' as what
  from enrolments e join orders o on o.order_id = e.order_id
  where e.revoked_at is null and o.status not in ${PAID_STATES}`,
)

export const refundedSeatIsClosed = invariant(
  'A seat that was refunded opens nothing.',
  `select o.order_no as id, 'seat ' || s.seat || ' of ' || s.course_id || ' was refunded and is open' as what
  from refund_seats s join refunds r on r.refund_id = s.refund_id and r.status = 'processed' join orders o on o.order_id = r.order_id
  where exists (select from enrolments e left join order_lines l on l.order_id = o.order_id and l.course_id = e.course_id
      where s.seat = 0 and e.order_id = o.order_id and e.revoked_at is null and s.course_id in (e.course_id, l.bundle_id))
    or exists (select from gift_codes g where g.order_id = o.order_id and g.course_id = s.course_id and g.seat = s.seat and g.revoked_at is null)`,
)

/** When access for this period ends that began at a fixed moment: of two periods the longer one ends later. */
const lastsUntil = (period: string) => `coalesce(timestamp '1970-01-01' + cast(${period} as interval), 'infinity')`

/** A course that two lines sell, as a bundle and beside it, is its buyer's for the longer of both periods. */
export const accessIsAsSold = invariant(
  'Access by an order lasts as long as its line was sold for.',
  `select o.order_no as id, 'course ' || e.course_id || ' sold for ' || string_agg(coalesce(l.access_period, 'life'), ' and ') || ', given for ' || coalesce(e.access_period, 'life') as what
  from enrolments e join orders o on o.order_id = e.order_id join order_lines l on l.order_id = e.order_id and l.course_id = e.course_id
  where e.revoked_at is null and e.given_until is null
  group by o.order_no, e.id
  having not bool_or(e.access_period is not distinct from l.access_period) or max(${lastsUntil('l.access_period')}) > ${lastsUntil('e.access_period')}`,
)

export const coinsFollowMoney = invariant(
  'The coins of an order go back as far as its money did.',
  `select o.order_no as id, o.status || ', ' || s.coins || ' coins, ' || s.returned || ' are back, charged ' || ${CHARGED} || ' and '
    || coalesce(b.paise, 0) || ' paise back' as what
  from coin_spends s join orders o on o.order_id = s.order_id
  left join ${BACK} b on b.order_id = o.order_id and b.payment_id = o.payment_id
  join users u on u.id = s.user_id and u.deleted_at is null
  where o.status <> 'review' and s.returned <> case when o.status in ${listed(['refunded', ...ENDED_UNPAID])} then s.coins
    when ${CHARGED} <= 0 then 0 when coalesce(b.paise, 0) >= ${CHARGED} then s.coins
    else floor(s.coins::numeric * coalesce(b.paise, 0) / ${CHARGED}) end`,
)

export const coinsOfOrdersAreEntries = invariant(
  'The coins that an order holds are entries of a wallet.',
  `select o.order_no as id, 'holds ' || sum(coins) filter (where side = 'order') || ' coins, entries over ' || -coalesce(sum(coins) filter (where side = 'wallet'), 0) as what
  from (
    select order_id, 'wallet' as side, change as coins from coin_ledger where account = 'orders'
    union all select order_id, 'order', coins - returned from coin_spends) both_sides join orders o using (order_id)
  group by o.order_no having sum(coins) <> 0`,
)

export const lostDisputeIsBooked = invariant(
  'A lost dispute took its money out of the order.',
  `select o.order_no as id, d.dispute_id || ' over ' || coalesce(d.deducted_paise, d.amount_paise) || ' paise is not booked' as what
  from disputes d join orders o on o.order_id = d.order_id left join order_payments p on p.payment_id = d.payment_id
  where d.status = 'lost' and coalesce(d.deducted_paise, d.amount_paise) > 0
    and not exists (select from refunds r where r.channel = 'dispute' and r.reference = d.dispute_id and r.status <> 'failed')
    and (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = d.payment_id and r.status <> 'failed') < p.amount_paise`,
)

export const channelIsHowItWasMade = invariant(
  'An order says by which way it was made.',
  `select order_no as id, channel || ', and it was made by ' || coalesce(way, 'the store') as what from (
    select o.order_no, o.channel, case when exists (select from member_debits d where d.order_id = o.order_id) then 'membership'
      when exists (select from outside_payments x where x.order_id = o.order_id) then 'recorded'
      when exists (select from order_options x where x.order_id = o.order_id and x.upgrades is not null) then 'upgrade'
      when exists (select from pay_links x where x.order_id = o.order_id) then 'pay_link' end as way
    from orders o) made
  where case when way is null then channel in ('membership', 'recorded', 'upgrade') else channel <> way end`,
)
