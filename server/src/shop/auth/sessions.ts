import { randomBytes } from 'node:crypto'
import type { Context, Db } from '../../context.ts'
import { clientOf, type Place } from './devices.ts'
import { dropSessionsBeyond, insertAdminSession, insertUserSession, type NewSession } from './sessions.queries.ts'
import { type Audience, signToken } from './tokens.ts'

/** Lifetimes in seconds. */
const SESSION_SECONDS: Record<Audience, number> = { user: 30 * 86_400, admin: 8 * 3_600 }

export type SessionAnswer = { access_token: string; token_type: 'bearer'; expires_in: number }

type Needed = Pick<Context, 'config' | 'now'>

/**
 * Opens a session for a student whose password was proven against `password_hash`; null means a temporary password that
 * this login uses up. Undefined when the proof no longer holds.
 */
export async function openUserSession(
  ctx: Needed,
  db: Db,
  user: { id: number; user_id: string; password_hash: string | null },
  place?: Place,
): Promise<SessionAnswer | undefined> {
  // A student's session stores the device, and of the address a keyed hash alone.
  const known = place && { device: place.device, client: clientOf(ctx.config, place) }
  const session = newSession(ctx, 'user', known)
  if (!(await insertUserSession(db, user.id, user.password_hash, session))) return undefined
  await dropSessionsBeyond(db, { audience: 'user', id: user.id })
  return answer(ctx, 'user', user.user_id, session)
}

/** Opens an admin's session; undefined when the proven password no longer holds. */
export async function openAdminSession(
  ctx: Needed,
  db: Db,
  admin: { id: number; admin_id: string; password_hash: string },
  place?: Place,
  confirmedAt?: Date | string | null,
): Promise<SessionAnswer | undefined> {
  const session = newSession(ctx, 'admin', place)
  const confirmed = confirmedAt === undefined ? session.created_at : confirmedAt
  if (!(await insertAdminSession(db, admin.id, admin.password_hash, session, confirmed))) return undefined
  await dropSessionsBeyond(db, { audience: 'admin', id: admin.id })
  return answer(ctx, 'admin', admin.admin_id, session)
}

function newSession(ctx: Needed, audience: Audience, place: Partial<Place> & { client?: string } = {}): NewSession {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS[audience] * 1000)
  const { device = null, address = null, client = null } = place
  const session_id = randomBytes(24).toString('base64url')
  return { session_id, created_at: now, expires_at: expiresAt, device, address, client }
}

function answer(ctx: Needed, audience: Audience, subject: string, session: NewSession): SessionAnswer {
  const { session_id, created_at: issuedAt, expires_at: expiresAt } = session
  return answerOf(ctx, audience, subject, { session_id, issuedAt, expiresAt })
}

type Times = { session_id: string; issuedAt: Date; expiresAt: Date }

/** Returns the token of a session and its lifetime in seconds. */
export function answerOf(
  ctx: Pick<Context, 'config'>,
  audience: Audience,
  subject: string,
  { session_id, issuedAt, expiresAt }: Times,
): SessionAnswer {
  const accessToken = signToken(ctx.config, audience, { session_id, subject, issuedAt, expiresAt })
  const seconds = Math.round((expiresAt.getTime() - issuedAt.getTime()) / 1000)
  return { access_token: accessToken, token_type: 'bearer', expires_in: seconds }
}
