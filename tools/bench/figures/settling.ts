import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createDb } from '../../../server/src/platform/db/knex.ts'

const SETTLED_WITHIN_MS = 600_000

/** Pays every open link at the gateway without a webhook. */
export async function payAll(gateway: Knex): Promise<void> {
  await gateway.raw(
    `with paid as (
       update sandbox.links set status = 'paid', amount_paid_paise = amount_paise, order_id = 'order_' || right(link_id, 14)
       where status = 'created' returning *
     ), behind as (
       insert into sandbox.orders (order_id, link_id, amount_paise, amount_paid_paise, currency, receipt, status, attempts, notes, created_at)
       select order_id, link_id, amount_paise, amount_paise, currency, reference_id, 'paid', 1, notes, now() from paid returning *
     )
     insert into sandbox.payments (payment_id, order_id, link_id, amount_paise, currency, status, captured, method, notes, created_at)
     select 'pay_' || right(link_id, 14), order_id, link_id, amount_paise, currency, 'captured', true, 'upi', notes, now() from behind`,
  )
  await gateway('sandbox.calls').delete()
}

/** Counts calls to the gateway about orders since their payment. */
export async function countQuestions(gateway: Knex): Promise<number> {
  const kinds = ['payment_links.fetch', 'payment_links.list', 'orders.payments', 'payments.refunds']
  const row = await gateway('sandbox.calls').whereIn('kind', kinds).count({ calls: '*' }).first()
  return Number(row?.calls ?? 0)
}

/** Waits until no order is left to poll; returns the number of orders settled since the first event, and their rate. */
export async function untilSettled(db: Knex): Promise<{ orders: number; perSecond: number }> {
  const waiting = () =>
    db('pgboss.job').where({ name: 'reconcile-order' }).whereIn('state', ['created', 'retry', 'active']).first('id')
  const deadline = Date.now() + SETTLED_WITHIN_MS
  while ((await waiting()) && Date.now() < deadline) await sleep(250)
  const { rows } = await db.raw<{ rows: { orders: number; seconds: number }[] }>(
    `select count(distinct o.order_id)::int as orders, extract(epoch from max(o.paid_at) - min(e.received_at))::float as seconds
     from gateway_events e join orders o on o.order_id = e.order_id where o.status = 'paid'`,
  )
  const { orders = 0, seconds = 1 } = rows[0] ?? {}
  return { orders, perSecond: orders / seconds }
}

export async function withDb<T>(url: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = createDb(url, { poolMax: 1, timeouts: { statement: 60_000, query: 65_000 } })
  return work(db).finally(() => db.destroy())
}

/** Counts accepted events whose order is not settled. */
export async function countUnsettled(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from gateway_events e join orders o on o.order_id = e.order_id
     where o.status <> 'paid' or exists (select from order_lines l where l.order_id = o.order_id and not exists (
       select from enrolments n where n.user_id = o.user_id and n.course_id = l.course_id))`,
  )
  return rows[0]?.count ?? 0
}
