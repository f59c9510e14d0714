import type { Pieces } from '../../platform/features/pieces.ts'
import { AGREED } from './parts.queries.ts'
import { FALLS_DUE } from './plans.sql.ts'

export const pieces: Partial<Pieces> = {
  openPlans: `(select user_id, course_id, plan_id from plans where ${FALLS_DUE}
    and exists (select from plan_parts p where p.plan_id = plans.plan_id and p.paid_at is null))`,
  planRest: (order) => `(
    select jsonb_build_object('open_paise', sum(${AGREED}), 'next_paise', (array_agg(${AGREED} order by p.part))[1], 'due_on', (array_agg(p.due_on order by p.part))[1])
    from plan_orders paying
    join plans on plans.plan_id = paying.plan_id
    join plan_parts p on p.plan_id = plans.plan_id
    where paying.order_id = ${order} and ${FALLS_DUE} and p.paid_at is null
    having count(*) > 0)`,
}
