import type { Db } from '../../context.ts'
import { type EncryptionKeys, openOrNone, resealRows, seal } from '../../platform/payments/secret-box.ts'

export type EndpointRow = {
  webhook_id: string
  url: string
  events: string[]
  format: 'full' | 'flat'
  header_name: string | null
  header_sealed: string | null
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: string | null
  active: boolean
  by_program: boolean
  off_reason: 'gone' | 'failing' | null
  failing_since: string | null
  warned_at: string | null
  last_done_at: string | null
  created_at: string
}

const SEALED = ['secret_sealed', 'old_secret_sealed', 'header_sealed'] as const

const aadOf = (webhookId: string) => `webhooks:${webhookId}`

export const sealFor = (webhookId: string, plain: string, keys: EncryptionKeys) =>
  seal(plain, { keys, aad: aadOf(webhookId) })

/** Decrypts a secret of an address; undefined without one, or where no key opens it. */
export const openFor = (webhookId: string, sealed: string | null, keys: EncryptionKeys) =>
  openOrNone(sealed, { keys, aad: aadOf(webhookId) })

export function findEndpoint(db: Db, webhookId: string): Promise<EndpointRow | undefined> {
  return db<EndpointRow>('webhook_endpoints').where({ webhook_id: webhookId }).first()
}

/** Finds an address that another transaction cannot change until this one ends. */
export function lockEndpoint(trx: Db, webhookId: string): Promise<EndpointRow | undefined> {
  return trx<EndpointRow>('webhook_endpoints').where({ webhook_id: webhookId }).forUpdate().first()
}

export function findSubscription(trx: Db, url: string, event: string): Promise<EndpointRow | undefined> {
  return trx<EndpointRow>('webhook_endpoints')
    .where({ url, by_program: true })
    .whereRaw('events = array[?]', [event])
    .first()
}

/** Counts all addresses; the caller adds one in the same transaction, and no other does meanwhile. */
export async function countEndpoints(trx: Db): Promise<number> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`)
  const row = await trx('webhook_endpoints').count({ count: '*' }).first()
  return Number(row?.count ?? 0)
}

export async function insertEndpoint(trx: Db, row: EndpointRow): Promise<void> {
  await trx('webhook_endpoints').insert(row)
}

export async function updateEndpoint(trx: Db, webhookId: string, changes: Partial<EndpointRow>): Promise<void> {
  await trx('webhook_endpoints').where({ webhook_id: webhookId }).update(changes)
}

/** Removes an address with its deliveries. */
export async function deleteEndpoint(trx: Db, webhookId: string): Promise<void> {
  await trx('webhook_deliveries').where({ webhook_id: webhookId }).delete()
  await trx('webhook_endpoints').where({ webhook_id: webhookId }).delete()
}

export async function hasActiveEndpoint(db: Db): Promise<boolean> {
  return (await db('webhook_endpoints').where({ active: true }).first('webhook_id')) !== undefined
}

/** Lists the hosts that get events, each once. */
export async function findActiveHosts(db: Db): Promise<string[]> {
  const urls: string[] = await db('webhook_endpoints').where({ active: true }).orderBy('created_at').pluck('url')
  return [...new Set(urls.map((url) => new URL(url).hostname))]
}

/** Lists addresses that are on and have failed since before a moment. */
export function listFailing(db: Db, before: Date): Promise<{ webhook_id: string }[]> {
  return db('webhook_endpoints').where({ active: true }).where('failing_since', '<=', before).select('webhook_id')
}

const WANTS = `(:event = any(events) or '*' = any(events))`

/** Returns since when an address wants an event; undefined if none does. Addresses that are off count: it can be sent again. */
export async function wantedSince(db: Db, event: string): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { since: string | null }[] }>(
    `select min(created_at) as since from webhook_endpoints where ${WANTS}`,
    { event },
  )
  return rows[0]?.since ? new Date(rows[0].since) : undefined
}

export type EndpointCounts = { today: number; done_today: number; waiting: number; failed: number }

/** Lists the addresses, oldest first, with the counts of their deliveries. */
export async function listEndpoints(db: Db, midnight: Date): Promise<(EndpointRow & EndpointCounts)[]> {
  const { rows } = await db.raw<{ rows: (EndpointRow & EndpointCounts)[] }>(
    `select a.*, c.* from webhook_endpoints a cross join lateral (
       select count(*) filter (where e.at >= :midnight)::int as today,
         count(*) filter (where e.at >= :midnight and d.status = 'done')::int as done_today,
         count(*) filter (where d.status = 'waiting')::int as waiting,
         count(*) filter (where d.status = 'failed')::int as failed
       from webhook_deliveries d join webhook_events e using (event_id) where d.webhook_id = a.webhook_id
     ) c order by a.created_at, a.webhook_id`,
    { midnight },
  )
  return rows
}

/** Seals the secrets with the current key that an older one sealed; returns their number. */
export const resealEndpoints = (db: Db, keys: EncryptionKeys) =>
  resealRows<EndpointRow>(
    () => db('webhook_endpoints'),
    keys,
    ({ webhook_id }) => Object.fromEntries(SEALED.map((column) => [column, aadOf(webhook_id)])),
  )
