import type { JsonWebKey } from 'node:crypto'
import type { Db } from '../../context.ts'

type StoredKey = { key_id: string; public_jwk: JsonWebKey; private_sealed: string; made_at: string }

/** Lists the keys, newest first. */
export function findKeys(db: Db): Promise<StoredKey[]> {
  return db('certificate_keys')
    .orderBy([{ column: 'made_at', order: 'desc' }, 'key_id'])
    .select('key_id', 'public_jwk', 'private_sealed', 'made_at')
}

/** Stores a private key that was sealed anew. */
export function replaceSealedKey(db: Db, keyId: string, before: string, after: string): Promise<number> {
  return db('certificate_keys').where({ key_id: keyId, private_sealed: before }).update({ private_sealed: after })
}

export async function insertKey(trx: Db, key: StoredKey): Promise<void> {
  await trx('certificate_keys').insert({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
}
