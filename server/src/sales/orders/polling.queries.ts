import type { Db } from '../../context.ts'
import type { OrderRow } from './orders.queries.ts'
import { bound, OPEN_TO_MONEY } from './status.ts'

/** Claims the check of an open order; returns true for one caller, if nobody checked since `before`. */
export async function claimPoll(db: Db, orderId: string, now: string, before: string): Promise<boolean> {
  const claimed = await db<OrderRow>('orders')
    .where({ order_id: orderId, status: 'created' })
    .andWhere((either) => either.whereNull('polled_at').orWhere('polled_at', '<=', before))
    .update({ polled_at: now })
  return claimed === 1
}

/** Claims due orders, oldest first, by moving their next check to `nextTry`. */
export async function claimDueOrders(db: Db, now: string, nextTry: string, limit: number): Promise<OrderRow[]> {
  const oldest = db('orders').where('poll_after', '<=', now).orderBy('poll_after').limit(limit).select('order_id')
  const later = { poll_after: nextTry, polls: db.raw('polls + 1') }
  return db('orders').whereRaw('order_id = any(array(?))', oldest.forNoKeyUpdate().skipLocked()).update(later, '*')
}

/** Moves the next check of an order that is still checked. */
export async function postponePoll(db: Db, orderId: string, until: string): Promise<void> {
  await db<OrderRow>('orders').where({ order_id: orderId }).whereNotNull('poll_after').update({ poll_after: until })
}

/** Schedules a check of an order at that time, or sooner: something of it has not ended. */
export async function continuePolling(trx: Db, orderId: string, at: string): Promise<void> {
  const order = trx('orders').where({ order_id: orderId })
  await order.update({ poll_after: trx.raw('least(poll_after, cast(? as timestamptz))', [at]), polls: 0 })
}

/**
 * Ends the checks of a settled order: its link ended before `late`, or it was paid, and no attempt on it may still be
 * captured. Not while a refund of it is pending.
 */
export async function endPolling(trx: Db, orderId: string, late: string): Promise<void> {
  await trx.raw(
    `update orders o set poll_after = null
     where order_id = :orderId and poll_after is not null
       and not exists (select from refunds r where r.order_id = o.order_id and r.status in ('requested', 'pending'))
       and (expires_at < :late or (status <> all(:open) and not exists (
         select from order_payments p where p.order_id = o.order_id and p.status in ('created', 'authorized', 'failed'))))`,
    { orderId, late, open: bound(OPEN_TO_MONEY) },
  )
}

/** Notes since when the gateway gives no status of an order; null: it answers. */
export async function noteAnswer(db: Db, orderId: string, unanswered_since: string | null): Promise<void> {
  const order = db<OrderRow>('orders').where({ order_id: orderId })
  if (unanswered_since) await order.whereNull('unanswered_since').update({ unanswered_since })
  else await order.whereNotNull('unanswered_since').update({ unanswered_since })
}

/**
 * Expires an open order with the link `linkId`, now unusable, or without one (null). Late money is still checked for.
 * Returns false when it is not open, or got a link meanwhile.
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

/** Finds the end of the gateway's requested pause; undefined without one, or past it. */
export async function findPause(db: Db, now: string): Promise<string | undefined> {
  const row: { until: string } | undefined = await db('gateway_pause').where('until', '>', now).first('until')
  return row?.until
}

/** Pauses gateway calls until then, or until a later end noted before. */
export async function pauseGateway(db: Db, until: string): Promise<void> {
  await db.raw(
    `insert into gateway_pause (until) values (:until)
     on conflict (single_row) do update set until = greatest(gateway_pause.until, excluded.until)`,
    { until },
  )
}

/**
 * Detects a silent gateway: an order was paid over an hour ago without an event of its own, and no event at all arrived
 * since. Returns the time of the last event, `never` when there was none; undefined when all is well.
 */
export async function findSilence(
  db: Db,
  { from, before }: { from: string; before: string },
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { since: string }[] }>(
    `with last as (select max(received_at) as at from gateway_events)
     select coalesce(last.at::text, 'never') as since
     from orders o, last
     where o.paid_at > :from and o.paid_at < :before and o.payment_id is not null
       and (last.at is null or last.at < o.paid_at - interval '1 minute')
       and not exists (select from gateway_events e where e.order_id = o.order_id)
     limit 1`,
    { from, before },
  )
  return rows[0]?.since
}
