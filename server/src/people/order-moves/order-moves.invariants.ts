import { invariant } from '../../platform/invariants/invariant.ts'

/** Orders that somebody else than their buyer has now. */
const MOVED = `(select o.order_id, o.order_no, o.user_id, min(e.user_id) as holder, count(distinct e.user_id) as holders
  from orders o join enrolments e on e.order_id = o.order_id and e.revoked_at is null
  group by o.order_id having bool_or(e.user_id <> o.user_id))`

export const movedOrderHasOneHolder = invariant(
  'Everything of an order that was moved belongs to one person.',
  `select order_no as id, holders || ' people have its courses' as what from ${MOVED} m where holders > 1
  union all
  select m.order_no, 'its seat of a date is the buyer’s' from ${MOVED} m join run_seats s on s.order_id = m.order_id where s.user_id <> m.holder
  union all
  select m.order_no, 'its coins are the buyer’s' from ${MOVED} m join coin_spends s on s.order_id = m.order_id
  union all
  select m.order_no, 'its instalments are the buyer’s' from ${MOVED} m join plan_orders f on f.order_id = m.order_id join plans n using (plan_id) where n.user_id <> m.holder
  union all
  select m.order_no, 'its mandate is the buyer’s' from ${MOVED} m join member_debits d on d.order_id = m.order_id
  union all
  select m.order_no, 'an upgrade of it is the buyer’s' from ${MOVED} m join order_options x on x.upgrades = m.order_id
    join enrolments e on e.order_id = x.order_id and e.revoked_at is null and e.user_id <> m.holder`,
)
