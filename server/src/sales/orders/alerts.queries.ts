import type { Db } from '../../context.ts'

export type AlertRow = { alert_key: string; kind: string; order_id: string | null; created_at: string }

/** Returns false when the owners were notified of it before. */
export async function insertAlert(trx: Db, alert: AlertRow): Promise<boolean> {
  const added = await trx<AlertRow>('owner_alerts').insert(alert).onConflict().ignore().returning('alert_key')
  return added.length > 0
}

export function findAlert(db: Db, alertKey: string): Promise<(AlertRow & { order_no: string | null }) | undefined> {
  return db('owner_alerts as a')
    .leftJoin('orders as o', 'o.order_id', 'a.order_id')
    .where('a.alert_key', alertKey)
    .first('a.*', 'o.order_no')
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
