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

/** Events that fit nothing, and money at the gateway of which no event names the order, in the shape of an event. */
const UNMATCHED_ROWS = `
  select event_id, event, body, outcome, received_at from gateway_events where outcome like 'unmatched%'
  union all
  select entity_id, kind || ' found at Razorpay',
    json_build_object('event', kind, 'payload', json_build_object(kind, json_build_object('entity', json_build_object(
      'id', entity_id, 'payment_id', payment_id, 'amount', amount_paise,
      'notes', json_build_object('order_id', reference)))))::text,
    'unmatched: no matching order', found_at
  from unknown_money where in_list`

/** One page of what fits nothing, newest first, and how many there are in all. */
export async function listUnmatchedEvents(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ rows: UnmatchedRow[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: UnmatchedRow[] }>(
      `select * from (${UNMATCHED_ROWS}) unmatched order by received_at desc, event_id limit :limit offset :offset`,
      page,
    ),
    db.raw<{ rows: { total: number }[] }>(`select count(*) as total from (${UNMATCHED_ROWS}) unmatched`),
  ])
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}
