import type { AdminRole, Db } from '../../context.ts'

export type AdminCredentials = {
  id: number
  admin_id: string
  email: string
  password_hash: string
  role: AdminRole
  name: string | null
  must_change_password: boolean
  /** Expiry of a one-time password; null for a chosen one. */
  one_time_until: string | null
}

const credentials = [
  'id',
  'admin_id',
  'email',
  'password_hash',
  'role',
  'name',
  'must_change_password',
  'one_time_until',
] as const

/** Finds an admin with active access; `email` in lower case. */
export async function findAdminByEmail(db: Db, email: string): Promise<AdminCredentials | undefined> {
  return db<AdminCredentials>('admins').where({ email }).whereNull('ended_at').first(credentials)
}

/** Finds an admin with active access by `admins.id`. */
export async function findAdminCredentials(db: Db, id: number): Promise<AdminCredentials | undefined> {
  return db<AdminCredentials>('admins').where({ id }).whereNull('ended_at').first(credentials)
}

/** Locks an admin whose one-time password is still valid, so that its logins run one after another. */
export async function holdOneTimePassword(trx: Db, id: number, now: Date): Promise<boolean> {
  const held = await trx('admins').where({ id }).where('one_time_until', '>', now).forNoKeyUpdate().first('id')
  return held !== undefined
}

export async function adminExists(db: Db, email: string): Promise<boolean> {
  return (await db('admins').where({ email }).first('id')) !== undefined
}

const OWN_PASSWORD = { must_change_password: false, one_time_until: null }

export type NewAdmin = { admin_id: string; email: string; password_hash: string; created_at: Date }

/** Inserts the admin; returns false and changes nothing when one exists. */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<boolean> {
  const rows = await db('admins').insert(admin).onConflict('email').ignore().returning('id')
  return rows.length > 0
}

/** Makes an existing admin an owner with a new password, and restores ended access. */
export async function resetAdmin(db: Db, email: string, passwordHash: string, now: Date): Promise<number | undefined> {
  const [row] = await db('admins')
    .where({ email })
    .update({
      ...OWN_PASSWORD,
      password_hash: passwordHash,
      role: 'owner',
      ended_at: null,
      second_factor_from: now,
      role_since: db.raw(`case when role = 'owner' and ended_at is null then role_since else ? end`, [now]),
    })
    .returning('id')
  return row?.id
}

export async function findOwnerAddresses(db: Db): Promise<string[]> {
  const rows: { email: string }[] = await db('admins').where({ role: 'owner' }).whereNull('ended_at').select('email')
  return rows.map(({ email }) => email)
}

/** Lists the addresses of admins of the role finance. */
export async function findAccountants(db: Db): Promise<string[]> {
  return db('admins').where({ role: 'finance' }).whereNull('ended_at').orderBy('id').pluck('email')
}

/** Counts the admins who may refund. */
export async function countRefunders(db: Db): Promise<number> {
  const held = db('admins').whereIn('role', ['owner', 'finance']).whereNull('ended_at')
  return Number((await held.count({ all: '*' }).first())?.all ?? 0)
}

/** Lists admins, former ones included; other features join it in their statements. */
export const ADMINS = '(select id, admin_id, email, role, ended_at, role_since from admins)'
