import type { BuyFields } from 'contract/orders/buy-fields'
import type { OrderCondition } from 'contract/orders/conditions'
import type { OrderPlan } from 'contract/orders/fields'
import type { BoughtOrder } from 'contract/orders/orders'
import type { PricedCart } from 'contract/orders/price-cart'
import type { ShopSettings } from 'contract/shop/defaults'
import type { Context, Db } from '../../context.ts'
import type { CourseForSale } from '../../courses/courses/courses.queries.ts'
import type { GrantedCourse } from '../../courses/enrolments/grants.queries.ts'
import { hook } from '../../platform/features/hooks.ts'
import type { OrderRow } from './orders.queries.ts'

/**
 * `plan`: the part of a plan that it pays. `buy_again`: the page of the store that repeats its purchase. `coins_back`: coins that a refund gives back
 * of a paid order of nothing. `lost`: sold out when its payment arrived. `moved`: somebody else has its access. `stays`: the feature’s reason for which its access moves to nobody else, for the console. `named`: ids that webhooks name with it.
 */
export type ShownWithOrder = {
  order_id: string
  plan?: OrderPlan
  buy_again?: string
  coins_back?: number
  lost?: true
  moved?: true
  stays?: string
  named?: Readonly<Record<string, string>>
}

/** A purchase while it is priced: its buyer (`users.id`), its courses, an id repeated n times for n seats, and the fields of features. */
export type PricedPurchase = {
  user: { id: number }
  courseIds: readonly string[]
  /** The courses and bundles of the cart, each once, with the course of an offer that is taken. */
  courses: readonly CourseForSale[]
  fields: BuyFields
  shop: ShopSettings
  /** An order is made with this price, which is not only shown. */
  buying: boolean
  now: Date
}

/** An order as it is made. */
type MadeOrder = { order_id: string; order_no: string; user_id: number; total_paise: number; created_at: string }

/** Thrown while an order is made: open orders of the same buyer hold what this one needs. They are closed, and the purchase starts again. */
export class OrdersInTheWay extends Error {
  readonly orderIds: readonly string[]
  constructor(orderIds: readonly string[]) {
    super('Open orders of this buyer are in the way')
    this.orderIds = orderIds
  }
}

/**
 * An order is about to be granted, locked, at `now`: returns for how long its courses are granted where its lines do not decide that, and none
 * for an order that sold what another has paid for, `owned` if that was its buyer; null for the usual.
 */
export const accessDecided =
  hook<
    (
      ctx: Context,
      trx: Db,
      order: { order_id: string; user_id: number; now: Date },
    ) => Promise<{ courses: GrantedCourse[]; owned?: true } | null>
  >()

/** Returns the conditions of later orders that hang on a paid order: without its seats they cost more, or open nothing. */
export const orderHangs = hook<(db: Db, order: OrderRow) => Promise<readonly OrderCondition[]>>()

/**
 * A cart is priced for its buyer. Returns prices of its courses for this purchase, in paise, by id: the last word, which no code discounts and
 * no earlier purchase is credited on. `holdsTax`: they were agreed and hold the tax, whatever the settings say. An `appError` refuses.
 */
export const pricesSet =
  hook<
    (
      db: Db,
      cart: { purchase: PricedPurchase; priced: PricedCart },
    ) => Promise<{ prices: Readonly<Record<string, number>>; holdsTax?: boolean } | undefined>
  >()

/**
 * An order with a field of a feature is made, or its purchase is repeated and the equal order is open still. In the transaction that inserts it,
 * its buyer locked.
 */
export const orderMade =
  hook<
    (ctx: Context, trx: Db, made: { order: MadeOrder; fields: BuyFields; client?: string | undefined }) => Promise<void>
  >()

/** An order of more than nothing is paid, at `now`. */
export const orderPaid = hook<(ctx: Context, trx: Db, order: { order_id: string; now: string }) => Promise<void>>()

/**
 * An order of the feature's own ended unpaid, and its buyer pays again: makes the same purchase once more, on the same terms, or returns the
 * fields with which the same courses are bought. Null for any other order.
 */
export const boughtAgain =
  hook<
    (
      ctx: Context,
      order: { order_id: string; user: { id: number; user_id: string }; expectedTotal: number },
    ) => Promise<BoughtOrder | { fields: BuyFields } | null>
  >()

/** A share of somebody in the shop's sales, as the books have it: owed, or paid. In paise. */
export type BookedShare = {
  statement_id: string
  kind: 'share' | 'payment'
  /** ISO 8601. */
  at: string
  month: string
  /** Null once their account was erased. */
  partner: string | null
  reference: string | null
  shares_paise: number
  tds_paise: number
  section: string | null
}

/** Lists shares that were owed or paid in a span, the oldest first. */
export const sharesBooked = hook<(db: Db, span: { from: string; before: string }) => Promise<readonly BookedShare[]>>()

/** Returns what a feature shows with orders that are listed. */
export const ordersShown = hook<(db: Db, orderIds: readonly string[]) => Promise<readonly ShownWithOrder[]>>()

/** Returns the reason for which the access of an order moves to nobody else, for the console; undefined if it may. */
export const accessFixed = hook<(db: Db, order: OrderRow) => Promise<string | undefined>>()

/** Refunds of an order have arrived, and its status follows them; the same may be named again. Effects of the order follow by `ORDER_EFFECTS`. */
export const refundsArrived =
  hook<
    (ctx: Context, trx: Db, refunds: { order_id: string; refund_ids: readonly string[]; now: string }) => Promise<void>
  >()
