import { billingNames } from 'contract/billing'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { bound, PAID, WAS_PAID } from './status.ts'

/** The orders, for a statement of another feature that has to stay one. The planner sees through it, to the table and its indexes. */
export const ORDERS =
  '(select order_id, order_no, user_id, status, payment_id, total_paise, captured_paise, paid_at, received_at, created_at, tax_settings_id, test from orders)'

/** The moment of an order's money: the gateway's time of its payment, or the day of an offline one. */
export const moneyAt = (order: string) => `coalesce(${order}.received_at, ${order}.paid_at)`

/** The moment of a refund: the day on which a transfer left, or when the gateway had made it. */
export const refundAt = (refund: string) =>
  `coalesce(${refund}.sent_on::timestamp at time zone 'Asia/Kolkata', ${refund}.updated_at)`

/** The refunds, for the same. */
export const REFUNDS =
  '(select refund_id, order_id, payment_id, amount_paise, reason, lines, status, channel, updated_at from refunds)'

export type BilledRefund = {
  refund_id: string
  amount_paise: number
  /** `requested`: stored, and not yet known to have reached the gateway. */
  status: 'requested' | 'pending' | 'processed' | 'failed'
  /** Way of the refund; one outside the gateway was processed when it was recorded. */
  channel: 'gateway' | 'bank' | 'dispute'
  reason: string | null
  /** The refund's split over the invoice's lines, with the seats picked; null where nobody picked. */
  lines: { paise: number; seats: number }[] | null
}

/** When refunds left, and returned. */
export const REFUND_MOVES = '(select move_id, refund_id, returned, at from refund_moves)'

/** Each order's purchases as its buyer chose them, the courses of a bundle as one, in `includes`. */
export const SOLD_TOGETHER = `(select order_id, coalesce(bundle_id, course_id) as course_id, min(position) as position,
    coalesce(min(bundle_name), min(course_name)) as name, min(quantity) as quantity,
    string_agg(course_name, ', ' order by position) filter (where bundle_id is not null) as includes
  from order_lines group by order_id, bundle_id, coalesce(bundle_id, course_id))`

/** Paid orders with what their documents say of them. */
export const BILLED_ORDERS = `(select order_id, order_no, user_id, payment_id, paid_at, received_at, promocode, tax_paise, minimum_charge_paise, total_paise,
    captured_paise, tax_settings_id, holds_tax, test, ${billingNames.join(', ')},
    (select p.reference from outside_payments p where p.order_id = o.order_id) as payment_reference,
    (select p.method from order_payments p where p.payment_id = o.payment_id) as payment_method
  from orders o where paid_at is not null)`

export const BILLED_LINES =
  '(select order_id, position, course_id, course_name, bundle_name, access_period, quantity, price_paise, discount_paise, total_paise from order_lines)'

/** Adds a line to the timeline of an order. */
export const ADD_ORDER_EVENT =
  'insert into order_events (order_id, kind, detail, created_at) values (:order_id, :kind, :detail, :created_at)'

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
