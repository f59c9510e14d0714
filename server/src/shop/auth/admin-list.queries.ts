import type { Admin } from 'contract/admins'
import type { AdminRole, Db } from '../../context.ts'
import { HAS_SECOND_FACTOR } from './sessions.queries.ts'

/** All that is known of an admin, beside what the wire shows. */
export type AdminRow = Admin & { id: number; password_hash: string; has_second_factor: boolean }

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
    db.raw('(select max(s.created_at) from sessions s where s.admin_id = a.id) as last_login_at'),
    db.raw(`${HAS_SECOND_FACTOR} as has_second_factor`),
  )

/** Living ones first, each by email. A shop has a handful; a thousand is the bound. */
export function listAdmins(db: Db): Promise<AdminRow[]> {
  return rows(db).orderByRaw('a.ended_at is not null, a.email').limit(1000)
}

export function findAdmin(db: Db, adminId: string): Promise<AdminRow | undefined> {
  return rows(db).where({ 'a.admin_id': adminId }).first()
}

export function findAdminByMail(db: Db, email: string): Promise<AdminRow | undefined> {
  return rows(db).where({ 'a.email': email }).first()
}

/**
 * Keeps the set of owners as it is until the transaction ends, and says how many living ones there are. Not so strongly that what other
 * admins do would wait, whose entries of activity name their rows: who has changed a row and waits for that would be a deadlock.
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

/** Makes an admin whose password is a one-time one, or gives one whose access had ended the access back; false when there is one already. */
export async function insertInvitedAdmin(db: Db, admin: InvitedAdmin): Promise<boolean> {
  const { role, name, password_hash, one_time_until, created_at: second_factor_from } = admin
  const again = { role, name, password_hash, one_time_until, second_factor_from }
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
  },
): Promise<void> {
  await db('admins').where({ id }).update(change)
}

/** Sets the own password in place of the proven one; false when that is not the stored one any more. */
export async function replaceAdminPassword(db: Db, id: number, provenHash: string, passwordHash: string) {
  const changed = await db('admins')
    .where({ id, password_hash: provenHash })
    .whereNull('ended_at')
    .update({ password_hash: passwordHash, must_change_password: false, one_time_until: null })
  return changed === 1
}
