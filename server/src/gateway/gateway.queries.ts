import type { Db } from '../context.ts'

export type SavedKeys = {
  api_key: string
  api_secret_sealed: string
  webhook_secret_sealed: string | null
  /** The one before it, and until when events signed with it are taken. */
  former_webhook_secret_sealed: string | null
  former_webhook_secret_until: string | null
  /** When the gateway last took these keys; ISO 8601 in UTC. */
  verified_at: string | null
}

const provider = 'razorpay'

export async function findSavedKeys(db: Db): Promise<SavedKeys | undefined> {
  return db('gateway_config')
    .where({ provider })
    .first(
      ...(['api_key', 'api_secret_sealed', 'webhook_secret_sealed', 'verified_at'] as const),
      ...(['former_webhook_secret_sealed', 'former_webhook_secret_until'] as const),
    )
}

export async function saveKeys(db: Db, keys: SavedKeys, now: Date): Promise<void> {
  const columns = { ...keys, updated_at: now }
  await db('gateway_config')
    .insert({ provider, ...columns })
    .onConflict('provider')
    .merge(columns)
}

/** Notes that the gateway took the keys that were tried, unless others were saved meanwhile. */
export async function markKeysVerified(db: Db, tried: SavedKeys, now: Date): Promise<void> {
  const { api_key, api_secret_sealed } = tried
  await db('gateway_config').where({ provider, api_key, api_secret_sealed }).update({ verified_at: now })
}
