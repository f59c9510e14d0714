import { type OrderState, orderStates } from 'contract/orders/statuses'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { countMost, readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { narrowOrders, type OrderFilter } from './order-search.ts'
import type { OrderRow } from './orders.queries.ts'

/** A window of one student's orders, newest first by the date that is shown: of the payment once there was one; and how many there are. */
export async function findUserOrders(
  db: Db,
  userId: number,
  { limit, offset = 0 }: { limit: number; offset?: number | undefined },
): Promise<{ orders: OrderRow[]; total: number }> {
  const mine = () => db<OrderRow>('orders').where({ user_id: userId })
  const [orders, counted] = await Promise.all([
    mine().orderByRaw('coalesce(paid_at, created_at) desc, order_id desc').limit(limit).offset(offset),
    mine().count({ total: '*' }).first(),
  ])
  return { orders, total: Number(counted?.total ?? 0) }
}

export type BuyerColumns = { buyer_id: string | null; buyer_name: string; buyer_email: string; buyer_phone: string }

/** Each order of the list has an index, which is read forwards or backwards. */
const orderings: Record<string, string> = {
  newest: 'orders.created_at desc, orders.order_id',
  oldest: 'orders.created_at, orders.order_id desc',
  total: 'orders.total_paise, orders.order_id',
  '-total': 'orders.total_paise desc, orders.order_id desc',
}

type Window = { sort: string; limit?: number | undefined; offset?: number | undefined }

/**
 * One window of the orders, and how many there are in all. The window first, by ids alone: what is passed over is not
 * joined. A search is made once for both; without one the two are read from indexes side by side.
 */
export async function listOrders(
  db: Db,
  filter: OrderFilter,
  { sort, limit, offset = 0 }: Window,
): Promise<{ orders: (OrderRow & BuyerColumns)[]; total: number }> {
  const order = orderings[sort] ?? 'orders.order_id'
  const matching = db('orders').modify(narrowOrders, db, filter, 'orders')
  const read = (wanted: Knex.QueryBuilder | string[]) =>
    withBuyer(db)
      .whereIn('orders.order_id', wanted as string[])
      .orderByRaw(order)
  const idsOf = (window: Knex.QueryBuilder) => window.select('orders.order_id').orderByRaw(order)
  if (!filter.q) {
    const { rows, total } = await readPage(db, matching, { limit, offset }, (window) => read(idsOf(window)))
    return { orders: rows, total }
  }
  const ids = idsOf(matching.clone().offset(offset)).select(db.raw('count(*) over () as total'))
  if (limit !== undefined) ids.limit(limit)
  const found: { order_id: string; total: number }[] = await ids
  const total = found[0]?.total ?? (offset > 0 ? Number((await matching.count({ total: '*' }).first())?.total) : 0)
  return { orders: await read(found.map(({ order_id }) => order_id)), total }
}

/** Counts the orders of some days by group, each as a list counts its rows. */
export async function countStates(db: Db, { from, before }: OrderFilter): Promise<Record<OrderState, number>> {
  const counted = Object.entries(orderStates).map(([state, statuses]) =>
    countMost(db, db('orders').modify(narrowOrders, db, { statuses, from, before }, 'orders')).as(state),
  )
  return db.select(counted).first()
}

export function findOrderWithBuyer(db: Db, orderId: string): Promise<(OrderRow & BuyerColumns) | undefined> {
  return withBuyer(db).where({ order_id: orderId }).first()
}

function withBuyer(db: Db) {
  return db('orders')
    .select('orders.*', {
      buyer_id: db.raw('case when users.deleted_at is null then users.user_id end'),
      buyer_name: 'users.name',
      buyer_email: db.raw(`coalesce(users.email, '')`),
      buyer_phone: db.raw(`coalesce(users.phone, '')`),
    })
    .join(db.raw(`${ACCOUNTS} as users`), 'users.id', 'orders.user_id')
}
