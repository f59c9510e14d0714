import type { OrderStatus } from 'contract/orders/actions'

/** Named sets of states of an order. SQL gets them bound: `status = any(:paid)`. */
type States = readonly OrderStatus[]

/** The order's buyer has what was bought. */
export const PAID: States = ['paid', 'partially_refunded']

/** Paid, and some or all of it was returned. */
export const REFUNDED: States = ['partially_refunded', 'refunded']

/** Paid once, also if refunded since. */
export const WAS_PAID: States = ['paid', 'partially_refunded', 'refunded']

/** The gateway has captured money for it, also where all of that went back: a refund may fail late. An unpaid one stores its refunds until it is paid. */
export const HOLDS_MONEY: States = ['paid', 'partially_refunded', 'review', 'refunded']

/** The order counts against the limits of its promo code: open orders hold a use, paid ones have used it. */
export const COUNTS_AGAINST_CODE: States = ['created', 'paid', 'partially_refunded', 'review']

/** Ended without money, which may still arrive. */
export const ENDED_UNPAID: States = ['failed', 'expired', 'cancelled']

/** The order's buyer began to pay, and neither paid nor cancelled it. */
export const LEFT_UNPAID: States = ['created', 'failed', 'expired']

/** From these it can still become paid: money that arrives late is never lost. */
export const OPEN_TO_MONEY: States = ['created', ...ENDED_UNPAID]

/** Copies states for a binding, which takes no read-only list. */
export const bound = (states: States): OrderStatus[] => [...states]
