import type { Scope } from 'contract/api-scopes'
import type { Db } from '../../context.ts'
import { ADMINS } from '../../shop/auth/admins.queries.ts'

export type KeyRow = {
  key_id: string
  name: string
  scopes: Scope[]
  start: string
  created_at: string
  last_used_at: string | null
  expires_on: string | null
  /** The owner who made it, as they are now. */
  maker_id: number
  maker_admin_id: string
  maker_email: string
  /** The key's maker is an owner, and was one all the time since. */
  is_owner: boolean
}

const FIELDS = `k.key_id, k.name, k.scopes, k.start, k.created_at, k.last_used_at, k.expires_on, a.id as maker_id,
  a.admin_id as maker_admin_id, a.email as maker_email,
  (a.role = 'owner' and a.ended_at is null and k.created_at >= coalesce(a.role_since, '-infinity')) as is_owner`

const rowsOf = (db: Db) =>
  db({ k: 'api_keys' }).joinRaw(`join ${ADMINS} a on a.id = k.created_by`).select(db.raw(FIELDS))

export async function findKeyByHash(db: Db, keyHash: Buffer): Promise<KeyRow | undefined> {
  return rowsOf(db).where({ 'k.key_hash': keyHash }).first()
}

/** Lists all keys, the newest first. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  return rowsOf(db).orderBy([{ column: 'k.created_at', order: 'desc' }, 'k.key_id'])
}

type NewKey = Pick<KeyRow, 'key_id' | 'name' | 'scopes' | 'start' | 'expires_on'> & {
  key_hash: Buffer
  created_at: Date
  created_by: number
}

/** Inserts a key unless there are `most`; simultaneous calls take turns. */
export async function insertKey(trx: Db, key: NewKey, most: number): Promise<boolean> {
  await trx.raw('lock table api_keys in share row exclusive mode')
  const counted = await trx('api_keys').count({ all: '*' }).first()
  if (Number(counted?.all) >= most) return false
  await trx('api_keys').insert(key)
  return true
}

/** Deletes a key; returns what it was, undefined for an unknown one. */
export async function deleteKey(
  trx: Db,
  keyId: string,
): Promise<Pick<KeyRow, 'name' | 'scopes' | 'start'> | undefined> {
  const [deleted] = await trx('api_keys').where({ key_id: keyId }).delete().returning(['name', 'scopes', 'start'])
  return deleted
}

export async function noteUse(db: Db, keyId: string, now: Date): Promise<void> {
  await db('api_keys').where({ key_id: keyId }).update({ last_used_at: now })
}
