import { RENEWABLE_DAYS } from 'contract/access-period'
import { GIFT_CODES } from '../../sales/gifts/gift-codes.sql.ts'
import { goingBack } from '../../sales/orders/going-back.sql.ts'

/**
 * Who was given which course and has not lost it, once each, also after its end: for what is theirs of it. `granted_at` is when they first
 * had it, `renewed_at` when they last bought or were given it, for a statement of another feature that has to stay one.
 */
export const ENROLMENTS = `(select user_id, course_id, order_id, gift_code, coalesce(since, granted_at) as granted_at, granted_at as renewed_at, ends_at
  from enrolments where revoked_at is null and not continued)`

/** Whether an enrolment opens its course at `:now`. */
const hasAccess = (enrolment: string) =>
  `(${enrolment}.ends_at is null or ${enrolment}.ends_at > cast(:now as timestamptz))`

/** Who has access to which course at `:now`, for the same. */
export const PRESENT_ENROLMENTS = `(select user_id, course_id, order_id, coalesce(since, granted_at) as granted_at
  from enrolments where revoked_at is null and not continued and ${hasAccess('enrolments')})`

/** Whether an access is lost as soon as a refund that is on its way has arrived: it was bought, or redeemed, for money that goes back. */
export const isLeaving = (enrolment: string) => `(${goingBack(`${enrolment}.order_id`, `${enrolment}.course_id`, '0')}
  or exists (select from ${GIFT_CODES} g where g.code = ${enrolment}.gift_code and ${goingBack('g.order_id', 'g.course_id', 'g.seat')}))`

/**
 * Whether a row of `ENROLMENTS` stands against buying its course by an order made at `madeAt`: an access that has ended, or ends soon, can be
 * bought again, and so can one that is leaving; one that was given since the order was made makes the order a second one for the same.
 */
export const barsPurchase = (enrolment: string, madeAt: string) =>
  `((${enrolment}.ends_at is null or ${enrolment}.ends_at > cast(:now as timestamptz) and (${enrolment}.renewed_at > ${madeAt}
    or ${enrolment}.ends_at > cast(:now as timestamptz) + interval '${RENEWABLE_DAYS} days')) and not ${isLeaving(enrolment)})`
