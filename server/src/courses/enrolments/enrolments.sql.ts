import { RENEWABLE_DAYS } from 'contract/access-period'
import { pieces } from '../../platform/features/pieces.ts'
import { GIFT_CODES } from '../../sales/gifts/gift-codes.sql.ts'
import { goingBack } from '../../sales/orders/going-back.sql.ts'

/**
 * Lists student and course once each, ended access included, lost access excluded: for reading own data. `granted_at`
 * is the first grant, `renewed_at` the last. Other features use it in their statements.
 */
export const ENROLMENTS = `(select user_id, course_id, order_id, gift_code, coalesce(since, granted_at) as granted_at, granted_at as renewed_at, ends_at
  from enrolments where revoked_at is null and not continued)`

/** Lists the last grant of each student and course by its id. */
export const LAST_GRANTS = `(select id as enrolment_id, user_id, course_id from enrolments where revoked_at is null and not continued)`

/** Checks that an enrolment opens its course at `:now`. */
const hasAccess = (enrolment: string) =>
  `(${enrolment}.ends_at is null or ${enrolment}.ends_at > cast(:now as timestamptz))`

/** Lists student and course with access at `:now`; other features use it in their statements. */
export const PRESENT_ENROLMENTS = `(select user_id, course_id, order_id, coalesce(since, granted_at) as granted_at
  from enrolments where revoked_at is null and not continued and ${hasAccess('enrolments')})`

/** Checks that the money of a grant is on its way back: it was bought, or redeemed, for that. */
const isGoingBack = (grant: string) => `(${goingBack(`${grant}.order_id`, `${grant}.course_id`, '0')}
  or exists (select from ${GIFT_CODES} g where g.code = ${grant}.gift_code and ${goingBack('g.order_id', 'g.course_id', 'g.seat')}))`

/** Checks that a pending refund will end the access: no other grant is for good, as beside a membership. */
export const isLeaving = (enrolment: string) => `(${isGoingBack(enrolment)} and not exists (
    select from enrolments other where other.user_id = ${enrolment}.user_id and other.course_id = ${enrolment}.course_id
    and other.revoked_at is null and other.access_period is null and other.given_until is null and not ${isGoingBack('other')}))`

/** What is sold of a course, in SQL: the date whose seat it is, null for the course itself, and the order that sells it, null before it is made. */
export type SoldInSql = { run: string; order: string }

/**
 * Checks that the student of a row of `ENROLMENTS` owns what an order made at `madeAt` sells of its course. A seat is owned by who has a seat of the same date, whatever
 * other access they have. The course itself is owned with access that neither ended, ends soon nor is
 * about to be refunded, and while it is paid in parts; access granted since the order makes the order a duplicate.
 */
export const isOwned = (enrolment: string, { run, order }: SoldInSql, madeAt: string) =>
  `(case when ${run} is null then ${isOwnedItself(enrolment, madeAt)} else exists (
    select from ${pieces.givenSeats} seat where seat.user_id = ${enrolment}.user_id and seat.run_id = ${run}
      and seat.order_id is distinct from ${order} and not ${goingBack('seat.order_id', 'seat.course_id', '0')}) end)`

const isOwnedItself = (enrolment: string, madeAt: string) =>
  `((${enrolment}.ends_at is null or ${enrolment}.ends_at > cast(:now as timestamptz) and (${enrolment}.renewed_at > ${madeAt}
    or ${enrolment}.ends_at > cast(:now as timestamptz) + interval '${RENEWABLE_DAYS} days')) and not ${isLeaving(enrolment)}
  or exists (select from ${pieces.openPlans} n where n.user_id = ${enrolment}.user_id and n.course_id = ${enrolment}.course_id))`
