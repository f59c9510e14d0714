import type { Knex } from 'knex'

/** An order as the shop has it, with its money at the gateway. */
export type ReadOrder = {
  order_id: string
  status: string
  total_paise: number
  captured_paise: number | null
  /** Grows with each order that the shop hears to be paid; null before. */
  heard: string | null
  heardAt: string | null
  /** Captured payments of its link, the first one first. */
  payments: { id: string; paise: number }[]
  refunds: { id: string; own: string | null; paise: number; status: 'pending' | 'processed' | 'failed' }[]
  disputes: { id: string; status: string; paise: number }[]
  /** The owner heard of a refund of it that failed. */
  told: boolean
}

const list = (columns: string, from: string) =>
  `coalesce((select json_agg(json_build_object(${columns})) from ${from}), '[]')`
/** Captured payments of the order `o`, of its link or as a debit. */
const PAYMENTS = `(
  select p.* from sandbox.links k join sandbox.payments p on p.link_id = k.link_id and p.captured where k.reference_id = o.order_id
  union all select p.* from sandbox.payments p where p.payment_id = o.payment_id and p.link_id is null and p.captured
) p`

/** Reads orders in the shop and their money at the gateway, by id. */
export async function readOrders(db: Knex, orderIds: readonly string[]): Promise<Map<string, ReadOrder>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: ReadOrder[] }>(
    `select o.order_id, o.status, o.total_paise, o.captured_paise,
       (select min(e.id) from order_events e where e.order_id = o.order_id and e.kind = 'paid') as heard,
       (select min(e.created_at) from order_events e where e.order_id = o.order_id and e.kind = 'paid') as "heardAt",
       exists (select from refunds f join owner_alerts a on a.alert_key = 'refund_failed:' || f.refund_id where f.order_id = o.order_id and f.status = 'failed') as told,
       ${list("'id', p.payment_id, 'paise', p.amount_paise", `(select * from ${PAYMENTS} order by p.position) p`)} as payments,
       ${list("'id', r.refund_id, 'own', r.notes ->> 'refund_id', 'paise', r.amount_paise, 'status', r.status", `${PAYMENTS} join sandbox.refunds r on r.payment_id = p.payment_id`)} as refunds,
       ${list("'id', d.dispute_id, 'status', d.status, 'paise', d.deducted_paise", `${PAYMENTS} join sandbox.disputes d on d.payment_id = p.payment_id`)} as disputes
     from orders o where o.order_id = any(:orderIds)`,
    { orderIds: [...orderIds] },
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** A partner as the owner's list has it, in rupees. */
export type ReadPartner = { partner_id: string; orders: number; pending: number; due: number; paid: number }

export type ReadShop = {
  /** Sums of the documents by order, and what its sale has without tax. */
  papers: Map<string, number>
  nets: Map<string, number>
  /** Ends of access by `USER COURSE`: null for never; absent without any. */
  access: Map<string, number | null>
  coins: Map<number, { balance: number; ledger: number }>
}

/** Reads what people have and what was issued for orders. */
export async function readShop(db: Knex, of: { orderIds: string[]; userIds: number[] }): Promise<ReadShop> {
  const { rows: papers } = await db.raw<{ rows: { order_id: string; paise: number; net: number }[] }>(
    `select order_id, sum(case when kind in ('credit_note', 'refund_receipt') then -1 else 1 end * (facts ->> 'total_paise')::bigint)::bigint as paise,
       sum((facts ->> 'taxable_paise')::bigint) filter (where kind not in ('credit_note', 'refund_receipt', 'debit_note'))::bigint as net
     from documents where order_id = any(:orderIds) group by order_id`,
    of,
  )
  const { rows: access } = await db.raw<{ rows: { user_id: number; course_id: string; ends_at: string | null }[] }>(
    `select user_id, course_id, ends_at from enrolments where user_id = any(:userIds) and revoked_at is null and not continued`,
    of,
  )
  const { rows: coins } = await db.raw<{ rows: { id: number; coins: number; ledger: number }[] }>(
    `select u.id, u.coins, (select coalesce(sum(change), 0)::bigint from coin_ledger l where l.user_id = u.id) as ledger
     from users u where u.id = any(:userIds)`,
    of,
  )
  return {
    papers: new Map(papers.map(({ order_id, paise }) => [order_id, Number(paise)])),
    nets: new Map(papers.map(({ order_id, net }) => [order_id, Number(net)])),
    access: new Map(
      access.map(({ user_id, course_id, ends_at }) => [
        `${user_id} ${course_id}`,
        ends_at === null ? null : Date.parse(ends_at),
      ]),
    ),
    coins: new Map(coins.map((row) => [Number(row.id), { balance: Number(row.coins), ledger: Number(row.ledger) }])),
  }
}

/** The sum that a letter about the end of their access named for a renewal; undefined without one. */
export async function readNamed(db: Knex, userId: number, courseId: string): Promise<number | undefined> {
  const row = await db('renewal_letters as l')
    .join('enrolments as e', 'e.id', 'l.enrolment_id')
    .where({ 'e.user_id': userId, 'e.course_id': courseId, 'e.continued': false })
    .whereNull('e.revoked_at')
    .first('l.total_paise')
  return row?.total_paise == null ? undefined : Number(row.total_paise)
}

export type Delivery = {
  delivery_id: number
  event_id: string
  event: string
  subject: string
  body: string
  signature: string
}

/** The gateway's events after this one, in their order. */
export const readEvents = (db: Knex, after: number): Promise<Delivery[]> =>
  db('sandbox.deliveries')
    .where('delivery_id', '>', after)
    .orderBy('delivery_id')
    .select('delivery_id', 'event_id', 'event', 'subject', 'body', 'signature')
