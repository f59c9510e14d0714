import type { Db } from '../context.ts'

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

/** Notes what became of an event; from now on it is not worked on again. */
export async function closeEvent(
  db: Db,
  eventId: string,
  end: { outcome: string; order_id: string | null; processed_at: string },
): Promise<void> {
  await db('gateway_events').where({ event_id: eventId }).update(end)
}
