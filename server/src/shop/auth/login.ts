import { phoneKey } from 'contract/email-and-phone'
import { emailKey } from 'contract/typed-keys'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import {
  type AccountKey,
  type Credentials,
  findCredentials,
  useTemporaryPassword,
} from '../users/credentials.queries.ts'
import { setLanguage } from '../users/language.queries.ts'
import { dropPending } from './contact-changes.queries.ts'
import { noticeDevice, type Place } from './devices.ts'
import { verifyPassword } from './passwords.ts'
import { revokeSessions } from './sessions.queries.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'

export type LoginAnswer = SessionAnswer & { must_change_password?: boolean }

/** Prefers the email when both are sent. */
export function accountOf({ email, phone }: { email: string | null; phone: string | null }): AccountKey {
  return email ? { email: emailKey(email) } : { phone_key: phoneKey(phone ?? '') }
}

/**
 * Opens a session for the correct password or a valid temporary one. 401 `invalid_credentials` otherwise, with the same
 * words and work for a wrong password and an unknown account.
 */
export async function login(ctx: Context, account: AccountKey, password: string, place: Place): Promise<LoginAnswer> {
  const user = await findCredentials(ctx.db, account)
  const answer =
    (await loginWithPassword(ctx, user, password, place)) ??
    (await loginWithTemporaryPassword(ctx, user, password, place))
  if (answer) return answer
  // Only the reader of the mailbox knows the password.
  if (user?.temporary_password_expires_at && (await verifyPassword(user.temporary_password_hash, password)))
    throw appError('invalid_credentials', 'This password has expired. Ask for a new one by “Forgot password”.')
  throw appError('invalid_credentials', 'email' in account ? 'Invalid email or password' : 'Invalid phone or password')
}

async function loginWithPassword(
  ctx: Context,
  user: Credentials | undefined,
  password: string,
  place: Place,
): Promise<LoginAnswer | undefined> {
  const matches = await verifyPassword(user?.password_hash, password)
  if (!user || !matches) return undefined
  return ctx.db.transaction(async (trx) => {
    // Written before other rows are locked, and before the email about a new device.
    if (place.language) await setLanguage(trx, user.id, place.language)
    const session = await openUserSession(ctx, trx, user, place)
    if (session) await noticeDevice(ctx, trx, { audience: 'user', id: user.id }, place)
    return session
  })
}

/** Ends the old password and every other session, and requires a new one, with which the temporary one ends. */
async function loginWithTemporaryPassword(
  ctx: Context,
  user: Credentials | undefined,
  password: string,
  place: Place,
): Promise<LoginAnswer | undefined> {
  const usable = user?.temporary_password_expires_at ? user.temporary_password_hash : null
  if (!user || !usable || !(await verifyPassword(usable, password))) return undefined
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    if (!(await useTemporaryPassword(trx, user.id, usable, now))) return undefined
    await ctx.queue.send(trx, 'waiting-courses', { user_id: user.user_id })
    if (place.language) await setLanguage(trx, user.id, place.language)
    await revokeSessions(trx, { audience: 'user', id: user.id }, now)
    const session = await openUserSession(ctx, trx, { ...user, password_hash: null }, place)
    if (session) await noticeDevice(ctx, trx, { audience: 'user', id: user.id }, place)
    await dropPending(trx, user.id)
    return session && { ...session, must_change_password: true }
  })
}
