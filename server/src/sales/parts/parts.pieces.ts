import type { Pieces } from '../../platform/features/pieces.ts'
import { FALLS_DUE } from './plans.sql.ts'

export const pieces: Partial<Pieces> = {
  openPlans: `(select user_id, course_id, plan_id from plans where ${FALLS_DUE}
    and exists (select from plan_parts p where p.plan_id = plans.plan_id and p.paid_at is null))`,
}
