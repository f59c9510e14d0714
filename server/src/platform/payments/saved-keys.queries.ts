import type { Knex } from 'knex'

/** The row of the gateway's keys, sealed. */
export type SavedKeys = {
  api_key: string
  api_secret_sealed: string
  webhook_secret_sealed: string | null
  /** The previous secret, and the end of its validity. */
  former_webhook_secret_sealed: string | null
  former_webhook_secret_until: string | null
  /** Time when the gateway last accepted these keys; ISO 8601 in UTC. */
  verified_at: string | null
}

export const PROVIDER = 'razorpay'

export function findSavedKeys(db: Knex): Knex.QueryBuilder<SavedKeys, SavedKeys | undefined> {
  return db('gateway_config')
    .where({ provider: PROVIDER })
    .first(
      ...(['api_key', 'api_secret_sealed', 'webhook_secret_sealed', 'verified_at'] as const),
      ...(['former_webhook_secret_sealed', 'former_webhook_secret_until'] as const),
    )
}

export async function saveKeys(db: Knex, keys: SavedKeys, now: Date): Promise<void> {
  const columns = { ...keys, updated_at: now }
  await db('gateway_config')
    .insert({ provider: PROVIDER, ...columns })
    .onConflict('provider')
    .merge(columns)
}

/**
 * Reads and locks the saved keys until the transaction ends, so that simultaneous saves do not overwrite each other.
 */
export function lockSavedKeys(trx: Knex): Promise<SavedKeys | undefined> {
  return findSavedKeys(trx).forUpdate()
}

/** Marks the tested keys as verified, unless others were saved meanwhile. */
export async function markKeysVerified(db: Knex, tried: SavedKeys, now: Date): Promise<void> {
  const { api_key, api_secret_sealed } = tried
  await db('gateway_config').where({ provider: PROVIDER, api_key, api_secret_sealed }).update({ verified_at: now })
}
