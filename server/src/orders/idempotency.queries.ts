import type { Db } from '../context.ts'

const KEPT_MS = 24 * 60 * 60_000

export type KeptAnswer = { request_hash: string; answer: { order_id: string } }

/** What a purchase with this key answered in the last 24 hours. */
export function findKeptAnswer(db: Db, scope: string, key: string, now: Date): Promise<KeptAnswer | undefined> {
  return db('idempotency_keys')
    .select('request_hash', 'answer')
    .where({ scope, key })
    .where('created_at', '>', new Date(now.getTime() - KEPT_MS).toISOString())
    .first()
}

/** Remembers the order of a key; of two at once, the first stays. */
export async function keepAnswer(
  trx: Db,
  {
    scope,
    key,
    request_hash,
    order_id,
    now,
  }: { scope: string; key: string; request_hash: string; order_id: string; now: Date },
): Promise<void> {
  await trx('idempotency_keys')
    .insert({ scope, key, request_hash, answer: JSON.stringify({ order_id }), created_at: now.toISOString() })
    .onConflict(['scope', 'key'])
    .merge()
    .where('idempotency_keys.created_at', '<=', new Date(now.getTime() - KEPT_MS).toISOString())
}

/** Frees the keys of an order that nobody was answered. */
export async function forgetAnswer(db: Db, scope: string, orderId: string): Promise<void> {
  await db('idempotency_keys').where({ scope }).whereRaw(`answer ->> 'order_id' = ?`, [orderId]).delete()
}
