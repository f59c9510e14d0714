import type { Admin } from 'contract/admins'
import type { AdminRole, Db } from '../../context.ts'
import { HAS_SECOND_FACTOR } from './sessions.queries.ts'

/** Adds to the wire's fields what only the server reads. */
export type AdminRow = Admin & { id: number; password_hash: string; has_second_factor: boolean; show_all: boolean }

const rows = (db: Db) =>
  db('admins as a').select(
    'a.id',
    'a.admin_id',
    'a.email',
    'a.name',
    'a.role',
    'a.created_at',
    'a.ended_at',
    'a.must_change_password',
    'a.password_hash',
    'a.show_all',
    db.raw('(select max(s.created_at) from sessions s where s.admin_id = a.id) as last_login_at'),
    db.raw(`${HAS_SECOND_FACTOR} as has_second_factor`),
  )

/** Lists active admins first, then by email; at most 1000. */
export function listAdmins(db: Db): Promise<AdminRow[]> {
  return rows(db).orderByRaw('a.ended_at is not null, a.email').limit(1000)
}

export function findAdmin(db: Db, adminId: string): Promise<AdminRow | undefined> {
  return rows(db).where({ 'a.admin_id': adminId }).first()
}

export function findAdminByMail(db: Db, email: string): Promise<AdminRow | undefined> {
  return rows(db).where({ 'a.email': email }).first()
}

/** Returns true for the address of an admin who may log in. */
export async function isAdminAddress(db: Db, email: string): Promise<boolean> {
  return (await db('admins').where({ email }).whereNull('ended_at').first('id')) !== undefined
}

/**
 * Locks the set of owners until the transaction ends and counts the active ones. The lock is weak enough for foreign
 * keys: activity entries of other admins do not wait, which prevents a deadlock.
 */
export async function lockOwners(trx: Db): Promise<number> {
  const owners = await trx('admins')
    .where({ role: 'owner' })
    .whereNull('ended_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
  return owners.length
}

export type InvitedAdmin = {
  admin_id: string
  email: string
  name: string | null
  role: AdminRole
  password_hash: string
  created_at: Date
  one_time_until: Date
}

/** Creates an admin with a one-time password, or restores ended access; returns false when an active one exists. */
export async function insertInvitedAdmin(db: Db, admin: InvitedAdmin): Promise<boolean> {
  const { role, name, password_hash, one_time_until, created_at: second_factor_from } = admin
  const again = { role, name, password_hash, one_time_until, second_factor_from, role_since: second_factor_from }
  const made = await db('admins')
    .insert({ ...admin, second_factor_from, must_change_password: true })
    .onConflict('email')
    .merge({ ...again, must_change_password: true, ended_at: null })
    .whereNotNull('admins.ended_at')
    .returning('id')
  return made.length > 0
}

export async function updateAdmin(
  db: Db,
  id: number,
  change: Partial<Pick<AdminRow, 'role' | 'name' | 'password_hash' | 'must_change_password'>> & {
    ended_at?: Date
    one_time_until?: Date | null
    second_factor_from?: Date
    role_since?: Date
    show_all?: boolean
  },
): Promise<void> {
  await db('admins').where({ id }).update(change)
}

/** Replaces the proven password; returns false when it is no longer the stored one. */
export async function replaceAdminPassword(db: Db, id: number, provenHash: string, passwordHash: string) {
  const changed = await db('admins')
    .where({ id, password_hash: provenHash })
    .whereNull('ended_at')
    .update({ password_hash: passwordHash, must_change_password: false, one_time_until: null })
  return changed === 1
}
