import { invariant } from '../../platform/invariants/invariant.ts'

export const paidPartIsAnOrder = invariant(
  'A part counts as paid when an order of its plan paid it.',
  `select p.plan_id as id, 'part ' || p.part || ' by ' || coalesce(o.order_no || ', ' || o.status, 'no order') as what
  from plan_parts p left join orders o on o.order_id = p.paid_order_id
  left join plan_orders f on f.order_id = p.paid_order_id and f.plan_id = p.plan_id and f.part = p.part
  where (p.paid_at is null) <> (p.paid_order_id is null) or p.paid_at is not null and (f.order_id is null or o.paid_at is null)`,
)

/** Parts of the plan `n` fall due. */
const DUE = `n.started_at is not null and n.ended_at is null and exists (select from plan_parts p where p.plan_id = n.plan_id and p.paid_at is null)`

export const dueIsNotOwned = invariant(
  'Parts are due only while their course is not owned for life.',
  `select n.plan_id as id, 'course ' || n.course_id || ' is open without an end' as what
  from plans n join enrolments e on e.user_id = n.user_id and e.course_id = n.course_id and e.revoked_at is null and not e.continued and e.ends_at is null
  where ${DUE} and not exists (
    select from enrolments g where g.user_id = n.user_id and g.course_id = n.course_id and g.revoked_at is null and g.access_period is null
      and g.given_until is null and not exists (select from plan_orders f where f.plan_id = n.plan_id and f.order_id = g.order_id))`,
)

export const planEndsWithItsMoney = invariant(
  'Nobody pays on for what was returned, or for an account that was deleted.',
  `select n.plan_id as id, 'a paid part was refunded, and parts are due' as what
  from plans n where ${DUE} and exists (
    select from plan_parts p join orders o on o.order_id = p.paid_order_id where p.plan_id = n.plan_id and o.status = 'refunded')
  union all
  select n.plan_id, 'its account was deleted, and parts are due' from plans n join users u on u.id = n.user_id and u.deleted_at is not null where ${DUE}`,
)
