import type { Db } from '../../../context.ts'
import type { OrderRow } from '../orders.queries.ts'
import { bound, OPEN_TO_MONEY } from '../status.ts'

/** True for the one caller who may ask the gateway about an open order now: nobody has since `before`. */
export async function claimPoll(db: Db, orderId: string, now: string, before: string): Promise<boolean> {
  const claimed = await db<OrderRow>('orders')
    .where({ order_id: orderId, status: 'created' })
    .andWhere((either) => either.whereNull('polled_at').orWhere('polled_at', '<=', before))
    .update({ polled_at: now })
  return claimed === 1
}

/** Orders whose time to be asked about has come, oldest first; claimed by moving that time to `nextTry`. */
export async function claimDueOrders(db: Db, now: string, nextTry: string, limit: number): Promise<OrderRow[]> {
  const oldest = db('orders').where('poll_after', '<=', now).orderBy('poll_after').limit(limit).select('order_id')
  const later = { poll_after: nextTry, polls: db.raw('polls + 1') }
  return db('orders').whereIn('order_id', oldest.forNoKeyUpdate().skipLocked()).update(later, '*')
}

/** Moves the time to be asked about again, of an order that is still asked about. */
export async function postponePoll(db: Db, orderId: string, until: string): Promise<void> {
  await db<OrderRow>('orders').where({ order_id: orderId }).whereNotNull('poll_after').update({ poll_after: until })
}

/** Has an order asked about at that time, or sooner: something of it has not ended. */
export async function keepAsking(trx: Db, orderId: string, at: string): Promise<void> {
  const order = trx('orders').where({ order_id: orderId })
  await order.update({ poll_after: trx.raw('least(poll_after, cast(? as timestamptz))', [at]), polls: 0 })
}

/**
 * Asks no more about an order of which nothing can come: its link's end is before `late`, or it was paid, and no attempt on it may still be
 * captured. Not while a refund of it has not ended.
 */
export async function endAsking(trx: Db, orderId: string, late: string): Promise<void> {
  await trx.raw(
    `update orders o set poll_after = null
     where order_id = :orderId and poll_after is not null
       and not exists (select from refunds r where r.order_id = o.order_id and r.status in ('requested', 'pending'))
       and (expires_at < :late or (status <> all(:open) and not exists (
         select from order_payments p where p.order_id = o.order_id and p.status in ('created', 'authorized', 'failed'))))`,
    { orderId, late, open: bound(OPEN_TO_MONEY) },
  )
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
