import { GRANTS } from '../../courses/enrolments/grants.sql.ts'

/**
 * Checks that the student of a row of `plans` has its course another way, such as a bundle or a gift, without an end. It is
 * read each time and never stored: a plan whose other way was refunded is due again.
 */
export const OWNED = `exists (
  select from ${GRANTS} g
  where g.user_id = plans.user_id and g.course_id = plans.course_id and g.access_period is null and g.given_until is null
    and not exists (select from plan_orders o where o.plan_id = plans.plan_id and o.order_id = g.order_id))`

/** Checks that parts of a row of `plans` fall due: it has begun, has not ended, and its course is still wanted. */
export const FALLS_DUE = `(plans.started_at is not null and plans.ended_at is null and not ${OWNED})`
