import type { CallContext, Db } from '../context.ts'
import { prepared } from '../db/knex.ts'

export type NewSession = { session_id: string; created_at: Date; expires_at: Date }

/**
 * A session for a student whose password was just proven. Answers false, and makes none, when the account was deleted
 * or the proven hash is not the stored one any more: a password change that ran in between has ended it. `passwordHash`
 * null stands for a used temporary password, the only state without a password.
 */
export async function insertUserSession(
  db: Db,
  userId: number,
  passwordHash: string | null,
  session: NewSession,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into sessions (session_id, audience, user_id, created_at, expires_at)
    select :session_id, 'user', held.id, :created_at, :expires_at
    from (
      select id from users
      where id = :userId and deleted_at is null and password_hash is not distinct from :passwordHash
      for share
    ) held
    returning session_id`,
    { ...session, userId, passwordHash },
  )
  return rows.length > 0
}

/** A session for an admin, unless the admin's access has ended or the password is another one by now. */
export async function insertAdminSession(
  db: Db,
  adminId: number,
  passwordHash: string,
  session: NewSession,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into sessions (session_id, audience, admin_id, created_at, expires_at)
    select :session_id, 'admin', held.id, :created_at, :expires_at
    from (
      select id from admins where id = :adminId and ended_at is null and password_hash = :passwordHash for share
    ) held
    returning session_id`,
    { ...session, adminId, passwordHash },
  )
  return rows.length > 0
}

export type UserSession = { id: number; user_id: string; session_id: string }

/** The student of a living session. */
export async function findUserSession(db: Db, sessionId: string, now: Date): Promise<UserSession | undefined> {
  const { rows } = await db
    .raw<{ rows: UserSession[] }>(
      `select u.id, u.user_id, s.session_id
       from sessions s
       join users u on u.id = s.user_id
       where s.session_id = :sessionId and s.audience = 'user' and s.revoked_at is null and s.expires_at > :now
         and u.deleted_at is null`,
      { sessionId, now },
    )
    .options(prepared('user session'))
  return rows[0]
}

export type AdminSession = NonNullable<CallContext['admin']>

/** The admin of a living session. */
export async function findAdminSession(db: Db, sessionId: string, now: Date): Promise<AdminSession | undefined> {
  const { rows } = await db.raw<{ rows: AdminSession[] }>(
    `select a.id, a.admin_id, a.email, a.role, a.must_change_password, s.session_id
    from sessions s
    join admins a on a.id = s.admin_id
    where s.session_id = :sessionId and s.audience = 'admin' and s.revoked_at is null and s.expires_at > :now
      and a.ended_at is null`,
    { sessionId, now },
  )
  return rows[0]
}

/** Ends one session, at once. */
export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db('sessions').where({ session_id: sessionId }).whereNull('revoked_at').update({ revoked_at: now })
}

/** Ends every session of a student, at once. */
export async function revokeUserSessions(db: Db, userId: number, now: Date): Promise<void> {
  await db('sessions').where({ user_id: userId }).whereNull('revoked_at').update({ revoked_at: now })
}

/** Ends every session of an admin, at once. */
export async function revokeAdminSessions(db: Db, adminId: number, now: Date): Promise<void> {
  await db('sessions').where({ admin_id: adminId }).whereNull('revoked_at').update({ revoked_at: now })
}
