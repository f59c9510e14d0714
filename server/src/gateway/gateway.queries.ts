import type { Db } from '../context.ts'
import { findSavedKeys, PROVIDER, type SavedKeys } from '../payments/saved-keys.queries.ts'

export async function saveKeys(db: Db, keys: SavedKeys, now: Date): Promise<void> {
  const columns = { ...keys, updated_at: now }
  await db('gateway_config')
    .insert({ provider: PROVIDER, ...columns })
    .onConflict('provider')
    .merge(columns)
}

/** The saved keys, held until the transaction ends: whoever saves keys at this moment is not written over. */
export function lockSavedKeys(trx: Db): Promise<SavedKeys | undefined> {
  return findSavedKeys(trx).forUpdate()
}

/** Notes that the gateway took the keys that were tried, unless others were saved meanwhile. */
export async function markKeysVerified(db: Db, tried: SavedKeys, now: Date): Promise<void> {
  const { api_key, api_secret_sealed } = tried
  await db('gateway_config').where({ provider: PROVIDER, api_key, api_secret_sealed }).update({ verified_at: now })
}
