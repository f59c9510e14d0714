import type { Db } from '../../context.ts'
import type { OrderRow } from '../orders.queries.ts'

/** True for the one caller who may ask the gateway about an open order now: nobody has since `before`. */
export async function claimPoll(db: Db, orderId: string, now: string, before: string): Promise<boolean> {
  const claimed = await db<OrderRow>('orders')
    .where({ order_id: orderId, status: 'created' })
    .andWhere((either) => either.whereNull('polled_at').orWhere('polled_at', '<=', before))
    .update({ polled_at: now })
  return claimed === 1
}

const tables = {
  orders: { key: 'order_id', rows: (db: Db) => db('orders') },
  refunds: { key: 'refund_id', rows: (db: Db) => db('refunds') },
}
export type Polled = keyof typeof tables

/** Orders or refunds whose time to be asked about has come, oldest first; claimed by moving that time to `nextTry`. */
export async function claimDue<T>(
  db: Db,
  polled: Polled,
  { now, nextTry, limit }: { now: string; nextTry: string; limit: number },
): Promise<T[]> {
  const { key, rows } = tables[polled]
  const due = rows(db).where('poll_after', '<=', now).orderBy('poll_after').limit(limit).forUpdate().skipLocked()
  return rows(db)
    .whereIn(key, due.select(key))
    .update({ poll_after: nextTry, polls: db.raw('polls + 1') }, '*')
}

/** Moves the time to be asked about again, of what is still asked about. */
export async function postpone(db: Db, polled: Polled, id: string, until: string): Promise<void> {
  const { key, rows } = tables[polled]
  await rows(db).where(key, id).whereNotNull('poll_after').update({ poll_after: until })
}

/** Notes since when the gateway does not say how an order stands; null: it answers. */
export async function noteAnswer(db: Db, orderId: string, unanswered_since: string | null): Promise<void> {
  const order = db<OrderRow>('orders').where({ order_id: orderId })
  if (unanswered_since) await order.whereNull('unanswered_since').update({ unanswered_since })
  else await order.whereNotNull('unanswered_since').update({ unanswered_since })
}

/**
 * Ends an open order whose link is `linkId`, which is not to be used any more, or that has none yet (null). Money that comes all
 * the same is still asked about. False when nothing was ended: it is not open, or was given a link meanwhile.
 */
export async function expireOpen(db: Db, orderId: string, linkId: string | null, now: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `with closed as (
       update orders set status = 'expired'
       where order_id = :orderId and status = 'created' and gateway_link_id is not distinct from :linkId
       returning order_id
     )
     insert into order_events (order_id, kind, created_at) select order_id, 'expired', :now from closed returning id`,
    { orderId, linkId, now },
  )
  return rows.length > 0
}

/** Until when the gateway asked to be left alone; undefined when it did not, or that is over. */
export async function findPause(db: Db, now: string): Promise<string | undefined> {
  const row: { until: string } | undefined = await db('gateway_pause').where('until', '>', now).first('until')
  return row?.until
}

/** Leaves the gateway alone until then, or longer when that was said before. */
export async function pauseGateway(db: Db, until: string): Promise<void> {
  await db.raw(
    `insert into gateway_pause (until) values (:until)
     on conflict (single_row) do update set until = greatest(gateway_pause.until, excluded.until)`,
    { until },
  )
}
