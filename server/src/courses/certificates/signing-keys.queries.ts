import type { JsonWebKey } from 'node:crypto'
import type { Db } from '../../context.ts'

type StoredKey = { key_id: string; public_jwk: JsonWebKey; private_sealed: string; made_at: string }

/** Lists the keys, newest first. */
export function findKeys(db: Db): Promise<StoredKey[]> {
  return db('certificate_keys')
    .orderBy([{ column: 'made_at', order: 'desc' }, 'key_id'])
    .select('key_id', 'public_jwk', 'private_sealed', 'made_at')
}

export async function insertKey(trx: Db, key: StoredKey): Promise<void> {
  await trx('certificate_keys').insert({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
}
