import { CONFIRMED_MINUTES } from 'contract/define-call'
import { DAY_MS } from 'contract/indian-time'
import type { CallContext, Context } from '../../context.ts'
import { appError, plainError, sessionExpired } from '../../errors.ts'
import { noteUserSeen, SEEN_ANEW_MS } from '../users/users.queries.ts'
import { type AdminSession, findAdminSession, findUserSession, touchSession } from './sessions.queries.ts'
import { type Audience, readToken, type SessionToken } from './tokens.ts'

type AuthContext = Pick<Context, 'config' | 'db' | 'now'>

/** Bounds the writes that note a session's use. */
const SEEN_MS = 10 * 60_000

/**
 * Finds the student of the `Authorization` bearer token (RFC 6750, scheme in any case) in one query. 401
 * `authentication_required` without a bearer token, `authentication_expired` for an invalid or ended one.
 */
export async function authenticateUser(
  ctx: AuthContext,
  header: string | undefined,
): Promise<NonNullable<CallContext['user']>> {
  const token = bearerToken(header)
  if (!token) throw appError('authentication_required', 'Authentication required')
  const now = ctx.now()
  const claims = readToken(ctx.config, 'user', token, now)
  const user = claims && (await findUserSession(ctx.db, claims.session_id, now))
  if (!user || user.user_id !== claims.subject) {
    throw sessionExpired()
  }
  await noteSeen(ctx, user, now)
  const { id, user_id, session_id, viewed_by, student_seen_at } = user
  const isSeen = student_seen_at !== null && now.getTime() - Date.parse(student_seen_at) < SEEN_ANEW_MS
  if (viewed_by === null && !isSeen) await noteUserSeen(ctx.db, id, now)
  return { id, user_id, session_id, viewed_by }
}

/** Finds the admin of the bearer token, with the console's error texts. */
export async function authenticateAdmin(
  ctx: AuthContext,
  header: string | undefined,
): Promise<NonNullable<CallContext['admin']>> {
  const token = bearerToken(header)
  if (!token) throw plainError('authentication_required', 'Admin authentication required')
  const now = ctx.now()
  const claims = readToken(ctx.config, 'admin', token, now)
  const admin = claims && (await findAdminSession(ctx.db, claims.session_id, now))
  if (!admin || admin.admin_id !== claims.subject) {
    throw plainError('authentication_expired', 'Could not validate admin credentials')
  }
  await noteSeen(ctx, admin, now)
  const { id, admin_id, email, role, must_change_password, session_id } = admin
  const confirmedAt = admin.confirmed_at === null ? 0 : Date.parse(admin.confirmed_at)
  const confirmed = now.getTime() - confirmedAt < CONFIRMED_MINUTES * 60_000
  const second_factor_due_at = secondFactorDueAt(ctx, admin)
  return { id, admin_id, email, role, must_change_password, session_id, confirmed, second_factor_due_at }
}

/** Returns the deadline for an admin who moves money and lacks a second factor; null for everybody else. */
function secondFactorDueAt({ config }: AuthContext, admin: AdminSession): Date | null {
  if ((admin.role !== 'owner' && admin.role !== 'finance') || admin.has_second_factor) return null
  return new Date(Date.parse(admin.second_factor_from) + config.secondFactorDays * DAY_MS)
}

async function noteSeen(
  ctx: AuthContext,
  session: { session_id: string; last_seen_at: string },
  now: Date,
): Promise<void> {
  if (now.getTime() - Date.parse(session.last_seen_at) > SEEN_MS) await touchSession(ctx.db, session.session_id, now)
}

/** Reads the session that a bearer token is signed for, without a look at the database; it may have ended. */
export function sessionOf(
  { config, now }: Pick<Context, 'config' | 'now'>,
  audience: Audience,
  header: string | undefined,
): SessionToken | undefined {
  const token = bearerToken(header)
  return token ? readToken(config, audience, token, now()) : undefined
}

/**
 * Returns the text after the scheme; undefined for another scheme or no text. Reads each character once: anybody can
 * send a header of any shape.
 */
function bearerToken(header = ''): string | undefined {
  const shown = header.trim()
  return /^bearer\s/i.test(shown) ? shown.slice('bearer'.length).trimStart() : undefined
}
