import type { Billing } from 'contract/billing'
import type { OrderStatus } from 'contract/orders/orders'
import type { Credit, Reduction } from 'contract/orders/price-cart'
import type { Channel } from 'contract/sources/channels'
import type { Touches } from 'contract/sources/read-touch'
import type { Db } from '../../context.ts'
import { ENROLMENTS, isOwned } from '../../courses/enrolments/enrolments.sql.ts'
import { prepared } from '../../platform/db/knex.ts'
import { IN_TEST } from '../../shop/settings/settings.sql.ts'
import { type Buyer, LIVING_BUYER } from '../../shop/users/accounts.sql.ts'
import { DISCLAIMED, disclaimedValues } from './disclaimers.queries.ts'
import { isPaidFor, PAID_GRANT } from './owned-courses.queries.ts'
import { PAID } from './status.ts'

/** An order as stored; amounts in paise, times in ISO 8601. */
export type OrderRow = Billing & {
  order_id: string
  /** The order's number for people; set when the row is inserted. */
  order_no: string
  user_id: number
  status: OrderStatus
  fingerprint: string
  subtotal_paise: number
  /** Credit, discount of the promo code and reductions. */
  discount_paise: number
  /** Credit for what the buyer had already. */
  credit_paise: number
  /** Null without any. */
  reductions: Reduction[] | null
  /** Tax added to prices that exclude it; else 0. */
  tax_paise: number
  minimum_charge_paise: number
  total_paise: number
  /** Tax settings of its price; null without tax. */
  tax_settings_id: number | null
  /** The order's prices were agreed with the tax of another day: they include the tax, whatever the settings say. */
  holds_tax: boolean
  promocode: string | null
  /** The code's own id, which it keeps when it is deleted. */
  promocode_id: number | null
  promocode_discount: number | null
  /** The code discounted one seat of a course that has more. */
  promocode_seats: number | null
  /** The code's minimum when it was made; null without one. */
  promocode_minimum_paise: number | null
  gateway_link_id: string | null
  payment_link: string | null
  /** The gateway's own order behind the link. */
  gateway_order_id: string | null
  /** The gateway's order of the pay page; null until the buyer opens the payment dialog. */
  page_order_id: string | null
  /** The key that made its link, or a later one of the same account; null without one. */
  gateway_key_id: string | null
  payment_id: string | null
  polled_at: string | null
  poll_after: string | null
  polls: number
  created_at: string
  expires_at: string
  /** When it was settled and granted. */
  paid_at: string | null
  /** The moment of its money where that is known: the gateway's time, or the day of an offline payment. */
  received_at: string | null
  /** Captured amount; null before, and for free orders. */
  captured_paise: number | null
  /** Since when the gateway fails to answer about it; null while it answers. */
  unanswered_since: string | null
  /** Null where its sales pages disclaimed nothing. */
  disclaimer_id: number | null
  /** The trace of the click that made it; null unless traces were on. */
  traceparent: string | null
  channel: Channel
  /** The links that led its buyer here; null for orders from before, and without a link. */
  source: Touches | null
}

export type OrderLineRow = {
  order_id: string
  position: number
  course_id: string
  course_name: string
  course_banner: string
  price_paise: number
  quantity: number
  /** Credit, discount of the promo code and reductions. */
  discount_paise: number
  /** Taken off by reductions. */
  reduction_paise: number
  /** Taken off the buyer's own seat for what they have already; where `owned`, its whole price. */
  credit_paise: number
  total_paise: number
  /** The buyer's own seat of it is credited whole: it grants nothing, and no refund pays it. */
  owned: boolean
  /** The bundle that it was bought in; null for a course bought alone. */
  bundle_id: string | null
  bundle_name: string | null
  bundle_banner: string | null
  /** For how long it gives its course; null if it never expires. */
  access_period: string | null
  offer_id: number | null
  /** Price of its course alone, where an offer or a bundle changed it; null else. */
  list_price_paise: number | null
  /** The offer's words when it was made. */
  offer_headline: string | null
  /** Courses that the offer stood beside; null without an offer, and beside any. */
  offer_with: string[] | null
  /** The order extends access that its buyer has, as a further part of a plan does: owning the course does not refuse it. */
  continues: boolean
  /** Rate and accounting code of its course alone; null for those of the shop, and without tax. */
  gst_basis_points: number | null
  sac: string | null
}

/** An order before it has a number. */
export type NewOrder = Omit<OrderRow, 'order_no'>

/** A line before its order is stored, with the date whose seat it sells; null for the course itself. */
export type NewLine = Omit<OrderLineRow, 'order_id'> & { run_id: string | null }

/** Open orders of one buyer; an older one makes room. */
const MOST_OPEN = 20

/** The open orders of `:userId` beyond the newest, the oldest first; none that a payment may be under way for. */
const openBeyond = (most: number) => `select order_id from (
    select order_id, created_at from orders o where user_id = :userId and status = 'created'
    order by created_at desc, order_id desc offset ${most}
  ) o where not exists (
    select from order_payments p where p.order_id = o.order_id and p.status in ('created', 'authorized'))
  order by created_at`

/** Placed order: its buyer, the courses they own, and its number; null when none was made. A made one leaves no place for `beyond`. */
export type Placed = {
  buyer: Buyer
  owned: string[]
  order_no: string | null
  disclaimer_id: number | null
  beyond: string[]
}

const queryInsertOrder = prepared<Buyer & Omit<Placed, 'buyer'>>(
  'insert order',
  () => `with buyer as (
         ${LIVING_BUYER}
       ), line as (
         select * from jsonb_to_recordset(:lines) as given (position integer, course_id text, course_name text,
           course_banner text, price_paise bigint, quantity integer, discount_paise bigint, total_paise bigint, access_period text, offer_id bigint,
           credit_paise bigint, owned boolean, bundle_id text, bundle_name text, bundle_banner text,
           list_price_paise bigint, offer_headline text, offer_with text[], reduction_paise bigint, continues boolean, gst_basis_points integer, sac text, run_id text)
       ), ${DISCLAIMED}, owned as (
         select e.course_id from ${ENROLMENTS} e join line on line.course_id = e.course_id and not line.owned and not line.continues
         where e.user_id = :userId and ${isOwned('e', { run: 'line.run_id', order: 'null' }, 'cast(:now as timestamptz)')}
           and (line.bundle_id is null or e.course_id <> all(:credited) and ${isPaidFor('e')})
       ), placed as (
         insert into orders (order_id, order_no, user_id, fingerprint, subtotal_paise, discount_paise, tax_paise,
           minimum_charge_paise, total_paise, tax_settings_id, billing_state, billing_gstin, billing_name, billing_address,
           billing_place, billing_pin, billing_sez, promocode, promocode_id, promocode_discount, promocode_seats, disclaimer_id, created_at, expires_at, poll_after, channel, source, credit_paise,
           promocode_minimum_paise, reductions, holds_tax, traceparent, test)
         select given.order_id, order_number(given.created_at, nextval('order_numbers')), buyer.id, given.fingerprint, given.subtotal_paise, given.discount_paise,
           given.tax_paise, given.minimum_charge_paise, given.total_paise, given.tax_settings_id, given.billing_state,
           given.billing_gstin, given.billing_name, given.billing_address, given.billing_place, given.billing_pin, given.billing_sez, given.promocode, given.promocode_id, given.promocode_discount,
           given.promocode_seats, (select disclaimer_id from disclaimed), given.created_at, given.expires_at, given.poll_after, given.channel, given.source, given.credit_paise, given.promocode_minimum_paise, given.reductions, given.holds_tax, given.traceparent, coalesce(given.test, ${IN_TEST})
         from buyer, jsonb_to_record(:order) as given (order_id text, fingerprint text, subtotal_paise bigint,
           discount_paise bigint, tax_paise bigint, minimum_charge_paise bigint, total_paise bigint, tax_settings_id bigint,
           billing_state text, billing_gstin text, billing_name text, billing_address text, billing_place text, billing_pin text, billing_sez boolean, promocode text,
           promocode_id bigint, promocode_discount integer, promocode_seats integer, created_at timestamptz, expires_at timestamptz, poll_after timestamptz, channel text, source jsonb, credit_paise bigint,
           promocode_minimum_paise bigint, reductions jsonb, holds_tax boolean, traceparent text, test boolean)
         where not exists (select from owned)
         on conflict do nothing
         returning order_id, order_no
       ), placed_lines as (
         insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity,
           discount_paise, total_paise, access_period, offer_id, credit_paise, owned, bundle_id, bundle_name, bundle_banner,
           list_price_paise, offer_headline, offer_with, reduction_paise, continues, gst_basis_points, sac)
         select placed.order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise,
           total_paise, access_period, offer_id, credit_paise, owned, bundle_id, bundle_name, bundle_banner,
           list_price_paise, offer_headline, offer_with, reduction_paise, continues, gst_basis_points, sac
         from placed, line
       )
       select name, email, phone, array(select course_id from owned) as owned, (select order_no from placed) as order_no,
         (select disclaimer_id from disclaimed) as disclaimer_id,
         array(${openBeyond(MOST_OPEN - 1)}) as beyond
       from buyer`,
)

/**
 * Makes an order with its lines in one statement, so that it costs one round trip and is whole or not at all. It is not
 * made when the student owns one of its courses, beside those of bundles that `credits` counts, or has an equal order open. `disclaimer` is
 * what its pages disclaimed, `test` whether its money is practice money. Undefined once the account is deleted.
 */
export async function insertOrder(
  db: Db,
  order: NewOrder,
  lines: readonly NewLine[],
  {
    credits,
    disclaimer,
    test,
  }: { credits: readonly Pick<Credit, 'course_id'>[]; disclaimer: string | null; test: boolean | 'as the shop is' },
): Promise<Placed | undefined> {
  const rows = await queryInsertOrder(db, {
    ...PAID_GRANT,
    ...disclaimedValues(disclaimer),
    userId: order.user_id,
    order: JSON.stringify({ ...order, test: test === 'as the shop is' ? null : test }),
    lines: JSON.stringify(lines),
    credited: credits.map(({ course_id }) => course_id),
    now: order.created_at,
  })
  const [row] = rows
  if (!row) return undefined
  const { owned, order_no, disclaimer_id, beyond, ...buyer } = row
  return { buyer, owned, order_no, disclaimer_id, beyond }
}

export function findOpenOrder(db: Db, userId: number, fingerprint: string) {
  return db<OrderRow>('orders').where({ user_id: userId, fingerprint, status: 'created' }).first()
}

export async function lockOpenOrder(trx: Db, userId: number, fingerprint: string): Promise<void> {
  await findOpenOrder(trx, userId, fingerprint).forNoKeyUpdate()
}

/** Finds the open orders of a buyer that an own newer one leaves no place for. */
export async function findOpenBeyond(db: Db, userId: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(openBeyond(MOST_OPEN), { userId })
  return rows.map(({ order_id }) => order_id)
}

/** Saves the buyer's latest details; a closed order stays unchanged. */
export async function saveBilling(db: Db, orderId: string, billing: Billing): Promise<void> {
  await db<OrderRow>('orders').where({ order_id: orderId, status: 'created' }).update(billing)
}

export function findOrder(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return db<OrderRow>('orders').where({ order_id: orderId }).first()
}

export function findOrders(db: Db, orderIds: readonly string[]): Promise<OrderRow[]> {
  return db<OrderRow>('orders')
    .whereIn('order_id', [...orderIds])
    .orderBy('order_id')
}

export async function isStillPaid(trx: Db, orderId: string): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  return order !== undefined && PAID.includes(order.status)
}

export function lockOrder(trx: Db, orderId: string): Promise<OrderRow | undefined> {
  return trx<OrderRow>('orders').where({ order_id: orderId }).forNoKeyUpdate().first()
}

/** When the last order was made, if any. */
export const findLastOrderAt = async (db: Db): Promise<string | undefined> =>
  (await db('orders').orderBy('created_at', 'desc').first('created_at'))?.created_at

/** Keeps every order of the buyer from being settled until the transaction ends; answers those that can be paid still. */
export async function lockOrdersOf(trx: Db, userId: number): Promise<string[]> {
  const orders: Pick<OrderRow, 'order_id' | 'status'>[] = await trx('orders')
    .where({ user_id: userId })
    .orderBy('order_id')
    .forNoKeyUpdate()
    .select('order_id', 'status')
  return orders.flatMap(({ order_id, status }) => (status === 'created' ? order_id : []))
}

export function findOrderLines(db: Db, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  return db<OrderLineRow>('order_lines')
    .whereIn('order_id', [...orderIds])
    .orderBy(['order_id', 'position'])
}

export async function updateOrder(db: Db, orderId: string, changes: Partial<OrderRow>): Promise<void> {
  await db<OrderRow>('orders').where({ order_id: orderId }).update(changes)
}

export function findOrderByPayment(
  db: Db,
  ids: Partial<Record<'payment_id' | 'gateway_order_id' | 'gateway_link_id', string | null | undefined>>,
): Promise<OrderRow | undefined> {
  return db<OrderRow>('orders')
    .where((any) => {
      any.whereRaw('false')
      for (const [column, id] of Object.entries(ids)) if (id) any.orWhere({ [column]: id })
      if (ids.gateway_order_id) any.orWhere({ page_order_id: ids.gateway_order_id })
      // A second payment of a link, or a failed attempt.
      const { payment_id } = ids
      if (payment_id) any.orWhereIn('order_id', db('order_payments').where({ payment_id }).select('order_id'))
    })
    .first()
}

export async function countOrdersSince(db: Db, since: string): Promise<number> {
  const row = await db('orders').where('created_at', '>=', since).count({ count: '*' }).first()
  return Number(row?.count ?? 0)
}
