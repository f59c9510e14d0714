import type { AdChannel, AdConnection } from 'contract/ads'
import type { Db } from '../../context.ts'
import type { AdConfigRow } from './ad-config.queries.ts'

export type AdEventRow = {
  id: number
  order_id: string
  channel: AdChannel
  kind: 'purchase' | 'refund'
  refund_id: string
  state: 'waiting' | 'sent' | 'dropped'
  created_at: string
}

/** Notes a sale for every active receiver, in the transaction that pays the order; returns the new rows. */
export async function insertPurchases(trx: Db, orderId: string, now: string): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `insert into ad_events (order_id, channel, kind, created_at)
     select :orderId, channel, 'purchase', :now from ad_config where active
     on conflict do nothing returning id`,
    { orderId, now },
  )
  return rows.map(({ id }) => id)
}

/** Notes refunds for Google, which alone takes any, of a sale that it heard of or will hear of. */
export async function insertRefunds(trx: Db, orderId: string, refundIds: string[], now: string): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `insert into ad_events (order_id, channel, kind, refund_id, created_at)
     select e.order_id, e.channel, 'refund', given.refund_id, :now from ad_events e cross join unnest(:refundIds::text[]) given (refund_id)
     where e.order_id = :orderId and e.channel = 'ga4' and e.kind = 'purchase' and e.state <> 'dropped'
     on conflict do nothing returning id`,
    { orderId, refundIds, now },
  )
  return rows.map(({ id }) => id)
}

export function findAdEvent(db: Db, id: number): Promise<AdEventRow | undefined> {
  return db<AdEventRow>('ad_events').where({ id }).first()
}

/** Returns the state of the sale that a refund belongs to. */
export async function findPurchaseState(
  db: Db,
  { order_id, channel }: AdEventRow,
): Promise<AdEventRow['state'] | undefined> {
  const row = await db<AdEventRow>('ad_events').where({ order_id, channel, kind: 'purchase' }).first('state')
  return row?.state
}

export async function endAdEvent(
  db: Db,
  id: number,
  end: { state: 'sent' | 'dropped'; reason: string | null; now: Date },
): Promise<void> {
  const { state, reason, now } = end
  await db('ad_events').where({ id, state: 'waiting' }).update({ state, reason, ended_at: now })
}

export async function noteAdTrouble(db: Db, id: number, reason: string): Promise<void> {
  await db('ad_events').where({ id, state: 'waiting' }).update({ reason })
}

export async function saveAdConfig(db: Db, row: AdConfigRow, now: Date): Promise<void> {
  const columns = { ...row, updated_at: now }
  await db('ad_config').insert(columns).onConflict('channel').merge(columns)
}

export type ConnectionRow = AdConfigRow & Omit<AdConnection, 'secret'>

/** Returns the connections with the counts of the events since a moment. */
export async function listConnections(db: Db, since: Date): Promise<ConnectionRow[]> {
  const { rows } = await db.raw<{ rows: ConnectionRow[] }>(
    `select c.channel, c.account, c.secret_sealed, c.test_code, c.active, told.*
     from ad_config c cross join lateral (
       select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'waiting') as waiting,
         count(*) filter (where state = 'dropped') as dropped, max(ended_at) filter (where state = 'sent') as last_sent_at,
         (array_agg(reason order by id desc) filter (where reason is not null))[1] as last_reason
       from ad_events e where e.channel = c.channel and e.created_at > :since
     ) told
     order by c.channel desc`,
    { since },
  )
  return rows
}
