import { invariant } from '../../platform/invariants/invariant.ts'

export const movedOrderHasOneHolder = invariant(
  'Everything of an order that was moved belongs to one person.',
  `with moved as (
    select o.order_id, o.order_no, min(e.user_id) as holder, count(distinct e.user_id) as holders
    from orders o join enrolments e on e.order_id = o.order_id and e.revoked_at is null
    where exists (select from enrolments x where x.order_id = o.order_id and x.revoked_at is null and x.user_id <> o.user_id)
    group by o.order_id)
  select order_no as id, holders || ' people have its courses' as what from moved where holders > 1
  union all
  select m.order_no, 'its seat of a date is the buyer’s' from moved m join run_seats s on s.order_id = m.order_id where s.user_id <> m.holder
  union all
  select m.order_no, 'its coins are the buyer’s' from moved m join coin_spends s on s.order_id = m.order_id
  union all
  select m.order_no, 'its instalments are the buyer’s' from moved m join plan_orders f on f.order_id = m.order_id join plans n using (plan_id) where n.user_id <> m.holder
  union all
  select m.order_no, 'its mandate is the buyer’s' from moved m join member_debits d on d.order_id = m.order_id
  union all
  select m.order_no, 'an upgrade of it is the buyer’s' from moved m join order_options x on x.upgrades = m.order_id
    join enrolments e on e.order_id = x.order_id and e.revoked_at is null and e.user_id <> m.holder`,
)
