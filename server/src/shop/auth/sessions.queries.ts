import { students } from 'contract/students'
import type { AdminRole, Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { ACCOUNTS, PROVEN_STUDENT } from '../users/accounts.sql.ts'
import type { Holder } from './devices.queries.ts'

/** Checks for a passkey, or an app that returned a code, of admin `a`. */
export const HAS_SECOND_FACTOR = `(
  exists (select 1 from admin_passkeys p where p.admin_id = a.id)
  or exists (select 1 from admin_apps t where t.admin_id = a.id and t.confirmed_at is not null)
)`

export type NewSession = {
  session_id: string
  created_at: Date
  expires_at: Date
  device: string | null
  address: string | null
  /** Keyed hash of device and address; null of an admin. */
  client: string | null
}

/**
 * Inserts a session for a student whose password was just proven. Returns false when the account was deleted or the
 * proven hash is no longer stored. `passwordHash` null means a used temporary password, the only state without a
 * password.
 */
export async function insertUserSession(
  db: Db,
  userId: number,
  passwordHash: string | null,
  session: NewSession,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into sessions (session_id, audience, user_id, created_at, expires_at, device, address, client)
    select :session_id, 'user', held.id, :created_at, :expires_at, :device, :address, :client
    from (${PROVEN_STUDENT}) held
    returning session_id`,
    { ...session, userId, passwordHash },
  )
  return rows.length > 0
}

/** Inserts an admin's session, confirmed at `confirmedAt`, unless access ended or the password changed. */
export async function insertAdminSession(
  db: Db,
  adminId: number,
  passwordHash: string,
  session: NewSession,
  confirmedAt: Date | string | null,
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into sessions (session_id, audience, admin_id, created_at, expires_at, confirmed_at, device, address)
    select :session_id, 'admin', held.id, :created_at, :expires_at, :confirmedAt, :device, :address
    from (
      select id from admins where id = :adminId and ended_at is null and password_hash = :passwordHash for share
    ) held
    returning session_id`,
    { ...session, adminId, passwordHash, confirmedAt },
  )
  return rows.length > 0
}

/** Roles that may view the shop as a student, from the contract. */
const MAY_LOOK_ON = students.beginView['~orpc'].meta.roles.map((role) => `'${role}'`).join(', ')

export type UserSession = {
  id: number
  user_id: string
  session_id: string
  last_seen_at: string
  /** When the student was last seen in any session; null before the first time. */
  student_seen_at: string | null
  /** `admins.id` of the viewing admin; null for the student. */
  viewed_by: number | null
}

const queryUserSession = prepared<UserSession>(
  'user session',
  () => `select u.id, u.user_id, s.session_id, s.viewed_by, coalesce(s.last_seen_at, s.created_at) as last_seen_at,
        u.last_seen_at as student_seen_at
       from sessions s
       join ${ACCOUNTS} u on u.id = s.user_id
       where s.session_id = :sessionId and s.audience = 'user' and s.revoked_at is null and s.expires_at > :now
         and u.deleted_at is null
         and (s.viewed_by is null or exists (
           select from admins a
           join sessions own on own.admin_id = a.id and own.audience = 'admin'
           where a.id = s.viewed_by and a.ended_at is null and a.role in (${MAY_LOOK_ON})
             and own.revoked_at is null and own.expires_at > :now))`,
)

/** Finds the student of an active session. A view ends with its admin's login, role and password. */
export async function findUserSession(db: Db, sessionId: string, now: Date): Promise<UserSession | undefined> {
  const rows = await queryUserSession(db, { sessionId, now })
  return rows[0]
}

export type AdminSession = {
  id: number
  admin_id: string
  email: string
  role: AdminRole
  must_change_password: boolean
  session_id: string
  last_seen_at: string
  confirmed_at: string | null
  has_second_factor: boolean
  second_factor_from: string
}

/** Finds the admin of an active session. */
export async function findAdminSession(db: Db, sessionId: string, now: Date): Promise<AdminSession | undefined> {
  const { rows } = await db.raw<{ rows: AdminSession[] }>(
    `select a.id, a.admin_id, a.email, a.role, a.must_change_password, s.session_id,
      coalesce(s.last_seen_at, s.created_at) as last_seen_at, s.confirmed_at, a.second_factor_from,
      ${HAS_SECOND_FACTOR} as has_second_factor
    from sessions s
    join admins a on a.id = s.admin_id
    where s.session_id = :sessionId and s.audience = 'admin' and s.revoked_at is null and s.expires_at > :now
      and a.ended_at is null`,
    { sessionId, now },
  )
  return rows[0]
}

export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db('sessions').where({ session_id: sessionId }).whereNull('revoked_at').update({ revoked_at: now })
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db('sessions').where({ session_id: sessionId }).update({ last_seen_at: now })
}

export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db('sessions').where({ session_id: sessionId }).update({ confirmed_at: now })
}

/** Logins of one account; a further one ends the one seen longest ago. */
const MOST_SESSIONS = 100

/** Deletes the sessions of an account beyond `MOST_SESSIONS`, ended ones first. An admin's view does not count. */
export async function dropSessionsBeyond(db: Db, holder: Holder): Promise<void> {
  const beyond = db('sessions')
    .where(heldBy(holder))
    .whereNull('viewed_by')
    .orderByRaw('revoked_at is null desc, coalesce(last_seen_at, created_at) desc')
    .offset(MOST_SESSIONS)
    .select('session_id')
  await db('sessions').whereIn('session_id', beyond).delete()
}

const heldBy = ({ audience, id }: Holder) => (audience === 'user' ? { user_id: id } : { admin_id: id })

export type SessionRow = {
  session_id: string
  device: string | null
  address: string | null
  last_seen_at: string
}

/** Lists active sessions, the latest seen first. */
export function listSessions(db: Db, holder: Holder, now: Date): Promise<SessionRow[]> {
  return db('sessions')
    .where(heldBy(holder))
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .orderByRaw('coalesce(last_seen_at, created_at) desc')
    .limit(MOST_SESSIONS)
    .select('session_id', 'device', 'address')
    .select(db.raw('coalesce(last_seen_at, created_at) as last_seen_at'))
}

/** Lists the clients that a student is logged in with, by their keyed hashes. */
export function findClients(db: Db, userId: number, now: Date): Promise<string[]> {
  return db('sessions')
    .where({ user_id: userId, revoked_at: null })
    .where('expires_at', '>', now)
    .whereNotNull('client')
    .distinct()
    .pluck('client')
}

/** Ends one session of the holder; returns false for another's or an ended one. */
export async function revokeOwnSession(db: Db, holder: Holder, sessionId: string, now: Date): Promise<boolean> {
  const ended = await db('sessions')
    .where({ ...heldBy(holder), session_id: sessionId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .update({ revoked_at: now })
  return ended === 1
}

export async function deleteEndedSessions(db: Db, before: Date): Promise<void> {
  await db('sessions').where('expires_at', '<', before.toISOString()).delete()
}

/** Ends every session of the holder at once, except `kept`, and the emailed link that opens one. */
export async function revokeSessions(
  db: Db,
  holder: Holder,
  now: Date,
  stored: readonly (string | null)[] = [],
): Promise<void> {
  const stay = stored.filter((id) => id !== null)
  if (holder.audience === 'user') await db('login_links').where({ user_id: holder.id }).delete()
  await db('sessions')
    .where(heldBy(holder))
    .whereNull('revoked_at')
    .whereNotIn('session_id', stay)
    .update({ revoked_at: now })
}

/** Finds which students (`users.id`) have logged in, or proven their address, since then. Ended sessions go after a day. */
export async function findSeenSince(db: Db, userIds: readonly number[], since: string): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select user_id as id from sessions
     where user_id = any(:ids) and viewed_by is null and coalesce(last_seen_at, created_at) >= :since
     union select id from ${ACCOUNTS} a where id = any(:ids) and email_proven_at >= :since`,
    { ids: [...userIds], since },
  )
  return rows.map(({ id }) => id)
}
