import type { Context } from '../../context.ts'
import { findCredentialsById, replacePassword } from '../users/credentials.queries.ts'
import { dropPending } from './contact-changes.queries.ts'
import type { Place } from './devices.ts'
import { hashPassword, refuseCommonPassword, requireCurrentPassword, wrongPassword } from './passwords.ts'
import { revokeSessions } from './sessions.queries.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'

/**
 * Sets a new password and answers a new session; every session before it is dead. The temporary password of a mail is
 * the current one once it has logged in, and need not be sent again. 422 `wrong_password`, `common_password`.
 */
export async function changePassword(
  ctx: Context,
  userId: number,
  currentPassword: string | undefined,
  newPassword: string,
  place: Place,
): Promise<SessionAnswer> {
  const stored = await findCredentialsById(ctx.db, userId)
  // Without a password every living session began with the one-time one, which has ended all others.
  const isProven = stored?.password_hash === null && currentPassword === undefined
  if (!isProven) await requireCurrentPassword(stored, currentPassword)
  if (!stored) throw wrongPassword()
  refuseCommonPassword(newPassword)
  const passwordHash = await hashPassword(newPassword)
  return ctx.db.transaction(async (trx) => {
    if (!(await replacePassword(trx, stored, passwordHash))) throw wrongPassword()
    await revokeSessions(trx, { audience: 'user', id: userId }, ctx.now())
    const session = await openUserSession(ctx, trx, { ...stored, password_hash: passwordHash }, place)
    // Whoever else has asked for another address or phone knew the old password.
    await dropPending(trx, userId)
    if (!session) throw wrongPassword()
    return session
  })
}
