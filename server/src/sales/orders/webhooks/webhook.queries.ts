import type { Db } from '../../../context.ts'
import { ACCOUNTS } from '../../../shop/users/accounts.sql.ts'

/** Begins the outcome of an event that fits nothing here; an index goes by it. */
export const UNMATCHED = 'unmatched: '

/** Returns false for a known event; of two at once the second waits for the first. */
export async function rememberEvent(
  trx: Db,
  event: { event_id: string; event: string; body: string; received_at: string },
): Promise<boolean> {
  return (await trx('gateway_events').insert(event).onConflict().ignore().returning('event_id')).length > 0
}

/** Notes the outcome of an event; drops personal data of a deleted buyer. */
export async function closeEvent(
  db: Db,
  eventId: string,
  end: { outcome: string; order_id: string | null; processed_at: string },
): Promise<void> {
  await db('gateway_events')
    .where({ event_id: eventId })
    .update({
      ...end,
      body: db.raw(
        `case when exists (select from orders o join ${ACCOUNTS} u on u.id = o.user_id
           where o.order_id = ? and u.deleted_at is not null) then '{}' else body end`,
        [end.order_id],
      ),
    })
}

export type UnmatchedRow = { event_id: string; event: string; body: string; outcome: string; received_at: string }

/** One page of the events that fit nothing, newest first, and how many there are in all. */
export async function listUnmatchedEvents(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const unmatchedEvents = () => db('gateway_events').whereRaw(`outcome like 'unmatched%'`)
  const [rows, counted] = await Promise.all([
    unmatchedEvents()
      .select('event_id', 'event', 'body', 'outcome', 'received_at')
      .orderBy([{ column: 'received_at', order: 'desc' }, 'event_id'])
      .limit(limit)
      .offset(offset),
    unmatchedEvents().count({ total: '*' }).first(),
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}
