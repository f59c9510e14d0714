import { invariant } from '../../platform/invariants/invariant.ts'
import { PAID_STATES } from '../orders/status.sql.ts'

export const giftForEachSeat = invariant(
  'Every further seat of a paid order is one gift code.',
  `select o.order_no as id, sold.course_id || ': ' || count(distinct g.seat) || ' seats have a code, sold ' || (sold.quantity - 1) as what
  from (select distinct order_id, coalesce(bundle_id, course_id) as course_id, quantity from order_lines) sold
  join orders o on o.order_id = sold.order_id
  left join gift_codes g on g.order_id = sold.order_id and g.course_id = sold.course_id
  where sold.quantity > 1 or g.code is not null
  group by o.order_no, o.paid_at, sold.course_id, sold.quantity
  having count(distinct g.seat) <> case when o.paid_at is not null then sold.quantity - 1 else 0 end
    or count(distinct g.seat) filter (where g.revoked_at is null) <> count(g.code) filter (where g.revoked_at is null)`,
)

export const giftIsPaid = invariant(
  'A gift code that opens something is paid.',
  `select o.order_no as id, o.status || ', and a code of ' || g.course_id || ' is good' as what
  from gift_codes g join orders o on o.order_id = g.order_id
  where g.revoked_at is null and o.status not in ${PAID_STATES}`,
)

export const redeemedGiftIsOpen = invariant(
  'A redeemed gift code opens its course to one person, and no other code does.',
  `select o.order_no as id, 'a code of ' || g.course_id || ' was redeemed and opens nothing' as what
  from gift_codes g join orders o on o.order_id = g.order_id
  where g.redeemed_at is not null and g.revoked_at is null
    and not exists (select from enrolments e where e.gift_code = g.code and (e.revoked_at is null or e.taken_by_hand))
  union all
  select o.order_no, 'a code of ' || g.course_id || case when g.revoked_at is not null then ' was taken back and' else ' of somebody else' end || ' opens it'
  from enrolments e join gift_codes g on g.code = e.gift_code join orders o on o.order_id = g.order_id
  where e.revoked_at is null and (g.revoked_at is not null or g.redeemed_at is null or g.redeemed_by <> e.user_id)`,
)
