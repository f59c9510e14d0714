import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  openPlans: `(select user_id, course_id, plan_id from plans where started_at is not null and ended_at is null
    and exists (select from plan_parts p where p.plan_id = plans.plan_id and p.paid_at is null))`,
}
