import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { bound, PAID, WAS_PAID } from './status.ts'

/** The orders, for a statement of another feature that has to stay one. The planner sees through it, to the table and its indexes. */
export const ORDERS =
  '(select order_id, order_no, user_id, status, payment_id, total_paise, captured_paise, paid_at, received_at, created_at, tax_settings_id from orders)'

/** The moment of an order's money: the gateway's time of its payment, or the day of an offline one. */
export const moneyAt = (order: string) => `coalesce(${order}.received_at, ${order}.paid_at)`

/** The moment of a refund: the day on which a transfer left, or when the gateway had made it. */
export const refundAt = (refund: string) =>
  `coalesce(${refund}.sent_on::timestamp at time zone 'Asia/Kolkata', ${refund}.updated_at)`

/** The refunds, for the same. */
export const REFUNDS =
  '(select refund_id, order_id, payment_id, amount_paise, reason, lines, status, channel, updated_at from refunds)'

/** When refunds left, and returned. */
export const REFUND_MOVES = '(select move_id, refund_id, returned, at from refund_moves)'

/** Each order's purchases as its buyer chose them, the courses of a bundle as one, in `includes`. */
export const SOLD_TOGETHER = `(select order_id, coalesce(bundle_id, course_id) as course_id, min(position) as position,
    coalesce(min(bundle_name), min(course_name)) as name, min(quantity) as quantity,
    string_agg(course_name, ', ' order by position) filter (where bundle_id is not null) as includes
  from order_lines group by order_id, bundle_id, coalesce(bundle_id, course_id))`

/** Rates in basis points and codes of courses at their purchase; null for those of the shop. */
export const LINE_TAXES = '(select order_id, course_id, gst_basis_points, sac from order_lines)'

/**
 * Selects accounts `a` that are known to belong to the mailbox holder: the address is proven, nobody else ever set a password, or an order
 * paid through the shop remains. Buyers seldom confirm theirs, and nobody pays to wait for a stranger's gift; an offline payment proves
 * nothing about the registrant. `:paid` is `PAID_STATES`; go on with `and a.id = …`.
 */
export const KNOWN_HOLDERS = `select a.id from ${ACCOUNTS} a
  where (a.is_holders or exists (
    select from orders o where o.user_id = a.id and o.status = any(:paid) and o.total_paise > 0
      and not exists (select from outside_payments p where p.order_id = o.order_id)))`

export const PAID_STATES = { paid: bound(PAID) }

export const WAS_PAID_STATES = { wasPaid: bound(WAS_PAID) }
