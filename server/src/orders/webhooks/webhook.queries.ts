import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../users/accounts.sql.ts'

/** Begins the outcome of an event that fits nothing here; an index goes by it. */
export const UNMATCHED = 'unmatched: '

/** True when the event has to be worked on: it is new, or an earlier try did not come to its end. */
export async function rememberEvent(
  db: Db,
  event: { event_id: string; event: string; body: string; received_at: string },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { processed_at: string | null }[] }>(
    `with added as (? on conflict do nothing returning processed_at)
     select processed_at from added
     union all select processed_at from gateway_events where event_id = ?`,
    [db('gateway_events').insert(event), event.event_id],
  )
  // Another instance may be inserting it at this moment; both may work on it, settling twice changes nothing.
  return rows[0]?.processed_at == null
}

/** Notes what became of an event; from now on it is not worked on again. Of a buyer who is gone nothing personal stays. */
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
