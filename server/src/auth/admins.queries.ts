import type { AdminRole, Db } from '../context.ts'

export type AdminCredentials = {
  id: number
  admin_id: string
  password_hash: string
  role: AdminRole
  name: string | null
  must_change_password: boolean
}

/** An admin whose access has not ended; `email` in lower case. */
export async function findAdminByEmail(db: Db, email: string): Promise<AdminCredentials | undefined> {
  return db('admins')
    .where({ email })
    .whereNull('ended_at')
    .first('id', 'admin_id', 'password_hash', 'role', 'name', 'must_change_password')
}

export async function adminExists(db: Db, email: string): Promise<boolean> {
  return (await db('admins').where({ email }).first('id')) !== undefined
}

export type NewAdmin = { admin_id: string; email: string; password_hash: string; created_at: Date }

/** Leaves an existing admin as it is. Answers whether one was made. */
export async function insertAdmin(db: Db, admin: NewAdmin): Promise<boolean> {
  const rows = await db('admins').insert(admin).onConflict('email').ignore().returning('id')
  return rows.length > 0
}

/** Makes an existing admin an owner with another password, and gives the access back if it had ended. */
export async function resetAdmin(db: Db, email: string, passwordHash: string): Promise<number | undefined> {
  const [row] = await db('admins')
    .where({ email })
    .update({ password_hash: passwordHash, must_change_password: false, role: 'owner', ended_at: null })
    .returning('id')
  return row?.id
}
