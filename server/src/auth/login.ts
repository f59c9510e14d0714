import { phoneKey } from '../../contract/fields.ts'
import type { AdminRole, Context } from '../context.ts'
import { appError } from '../errors.ts'
import type { Turn } from '../turns.ts'
import { findAdminByEmail } from './admins.queries.ts'
import { type AccountKey, type Credentials, findCredentials, useTemporaryPassword } from './auth.queries.ts'
import { verifyPassword } from './passwords.ts'
import { revokeUserSessions } from './sessions.queries.ts'
import { openAdminSession, openUserSession, type SessionAnswer } from './sessions.ts'

export type LoginAnswer = SessionAnswer & { must_change_password?: boolean }

export type AdminLoginAnswer = LoginAnswer & { role: AdminRole; name: string | null }

/** One of the two is given; the email when both are. */
export function accountOf({ email, phone }: { email: string | null; phone: string | null }): AccountKey {
  return email ? { email: email.toLowerCase() } : { phone_key: phoneKey(phone ?? '') }
}

/**
 * A session for the right password, or for a living temporary one. 401 `invalid_credentials` else, with the same words
 * and after the same work whether or not there is such an account.
 */
export async function login(ctx: Context, account: AccountKey, password: string, turn?: Turn): Promise<LoginAnswer> {
  const user = await findCredentials(ctx.db, account)
  const answer =
    (await loginWithPassword(ctx, user, password, turn)) ??
    (await loginWithTemporaryPassword(ctx, user, password, turn))
  if (answer) return answer
  throw appError('invalid_credentials', 'email' in account ? 'Invalid email or password' : 'Invalid phone or password')
}

async function loginWithPassword(
  ctx: Context,
  user: Credentials | undefined,
  password: string,
  turn: Turn | undefined,
): Promise<LoginAnswer | undefined> {
  const matches = await verifyPassword(user?.password_hash, password, turn)
  return user && matches ? openUserSession(ctx, ctx.db, user) : undefined
}

/** Single use: it ends the old password and every other session, and asks for a new password. */
async function loginWithTemporaryPassword(
  ctx: Context,
  user: Credentials | undefined,
  password: string,
  turn: Turn | undefined,
): Promise<LoginAnswer | undefined> {
  const usable = user?.temporary_password_expires_at ? user.temporary_password_hash : null
  const matches = await verifyPassword(usable, password, turn)
  if (!user || !usable || !matches) return undefined
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    if (!(await useTemporaryPassword(trx, user.id, usable, now))) return undefined
    await revokeUserSessions(trx, user.id, now)
    const session = await openUserSession(ctx, trx, { ...user, password_hash: null })
    return session && { ...session, must_change_password: true }
  })
}

/** A session for an admin. 401 `invalid_credentials` after the same work whether or not there is such an admin. */
export async function adminLogin(
  ctx: Context,
  email: string,
  password: string,
  turn?: Turn,
): Promise<AdminLoginAnswer> {
  const admin = await findAdminByEmail(ctx.db, email.toLowerCase())
  const matches = await verifyPassword(admin?.password_hash, password, turn)
  const session = admin && matches ? await openAdminSession(ctx, ctx.db, admin) : undefined
  if (!admin || !session) throw appError('invalid_credentials', 'Invalid admin credentials')
  const { role, name, must_change_password } = admin
  return { ...session, role, name, ...(must_change_password ? { must_change_password } : {}) }
}
