import type { WebhookAnswer, WebhookDelivery } from 'contract/webhooks'
import type { Db } from '../../context.ts'
import { readPage } from '../../platform/db/read-page.ts'
import type { EndpointRow } from './endpoints.queries.ts'

export type DueDelivery = { delivery_id: string; webhook_id: string; event_id: string; attempts: number }

/**
 * Takes due deliveries until `until`: a process that dies sends nothing, and they are due again then. Each address has `most` at once; `busy`
 * counts those under way, so that a slow address holds up no other.
 */
export async function takeDue(
  db: Db,
  { now, until, most, busy }: { now: Date; until: Date; most: number; busy: ReadonlyMap<string, number> },
): Promise<DueDelivery[]> {
  const { rows } = await db.raw<{ rows: DueDelivery[] }>(
    `with due as materialized (
       select due.delivery_id from webhook_endpoints a
       left join unnest(cast(:ids as text[]), cast(:counts as int[])) b (webhook_id, busy) using (webhook_id)
       cross join lateral (
         select delivery_id from webhook_deliveries w
         where w.webhook_id = a.webhook_id and w.status = 'waiting' and w.next_at <= :now
         order by w.next_at, w.delivery_id limit greatest(0, :most - coalesce(b.busy, 0)) for update skip locked
       ) due
       where a.active
     )
     update webhook_deliveries d set next_at = :until from due where d.delivery_id = due.delivery_id
     returning d.delivery_id::text, d.webhook_id, d.event_id, d.attempts`,
    { now, until, most, ids: [...busy.keys()], counts: [...busy.values()] },
  )
  return rows
}

type Outcome = { status: 'waiting' | 'done' | 'failed'; nextAt: Date | null; tried: WebhookAnswer & { at: string } }

/** Notes a try. One that another process has ended meanwhile stays. */
export async function noteTry(db: Db, deliveryId: string, { status, nextAt, tried }: Outcome): Promise<void> {
  await db.raw(
    `update webhook_deliveries set status = :status, next_at = :nextAt, attempts = attempts + 1,
       tries = tries || cast(:tried as jsonb)
     where delivery_id = :deliveryId and status = 'waiting'`,
    { deliveryId, status, nextAt, tried: JSON.stringify([tried]) },
  )
}

/** Ends what waits for an address that is switched off. */
export async function failWaiting(trx: Db, webhookId: string): Promise<void> {
  await trx('webhook_deliveries')
    .where({ webhook_id: webhookId, status: 'waiting' })
    .update({ status: 'failed', next_at: null })
}

export function findDelivery(
  db: Db,
  deliveryId: string,
): Promise<{ webhook_id: string; event_id: string } | undefined> {
  return db('webhook_deliveries').where({ delivery_id: deliveryId }).first('webhook_id', 'event_id')
}

/** Makes a delivery due now, with all its tries before it again if it had ended. */
export async function retryDelivery(trx: Db, deliveryId: string, now: Date): Promise<void> {
  await trx('webhook_deliveries')
    .where({ delivery_id: deliveryId })
    .update({
      status: 'waiting',
      next_at: now,
      attempts: trx.raw(`case when status = 'waiting' then attempts else 0 end`),
    })
}

/** Makes the events of a span due again at an address; returns how many. */
export async function resendSpan(
  trx: Db,
  { webhook_id }: Pick<EndpointRow, 'webhook_id'>,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into webhook_deliveries as d (webhook_id, event_id, user_id, status, next_at, attempts, tries)
     select a.webhook_id, e.event_id, e.user_id, 'waiting', :now, 0, '[]'
     from webhook_endpoints a join webhook_events e on e.event = any(a.events) or '*' = any(a.events)
     where a.webhook_id = :webhook_id and e.at >= :from and e.at <= :to order by e.seq
     on conflict (webhook_id, event_id) do update set status = 'waiting', next_at = excluded.next_at, attempts = 0
     returning 1`,
    { webhook_id, from, to, now },
  )
  return rows.length
}

type ListQuery = { status?: string | undefined; limit?: number | undefined; offset?: number | undefined }

/** Lists what was sent to an address, newest first, and the number of matches. */
export async function listDeliveries(
  db: Db,
  { webhook_id, format }: Pick<EndpointRow, 'webhook_id' | 'format'>,
  { status, limit = 50, offset = 0 }: ListQuery,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const wanted = db('webhook_deliveries as d').where({ webhook_id })
  if (status) wanted.where({ status })
  return readPage<WebhookDelivery>(db, wanted, { limit, offset }, (window) =>
    db('webhook_deliveries as d')
      .whereIn('d.delivery_id', window.select('d.delivery_id').orderBy('d.delivery_id', 'desc'))
      .join('webhook_events as e', 'e.event_id', 'd.event_id')
      .orderBy('d.delivery_id', 'desc')
      .select('e.event', 'e.event_id', 'e.at', 'd.status', 'd.next_at', 'd.tries')
      .select(db.raw('d.delivery_id::text'), db.raw('e.seq::int'), db.raw(`coalesce(e.${format}_body, '') as body`)),
  )
}
