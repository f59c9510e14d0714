import type { Context } from '../../context.ts'
import { findCredentialsById, replacePassword } from '../users/credentials.queries.ts'
import { dropPending } from './contact-changes.queries.ts'
import type { Place } from './devices.ts'
import { hashPassword, refuseCommonPassword, requireCurrentPassword, wrongPassword } from './passwords.ts'
import { revokeSessions } from './sessions.queries.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'

/**
 * Sets a new password and returns a new session; every earlier one ends. A temporary password proves itself once it has
 * logged in, so it need not be sent again. 422 `wrong_password`, `common_password`.
 */
export async function changePassword(
  ctx: Context,
  userId: number,
  currentPassword: string | undefined,
  newPassword: string,
  place: Place,
): Promise<SessionAnswer> {
  const stored = await findCredentialsById(ctx.db, userId)
  // Without a password every open session began with the one-time one, which ended all others.
  const isProven = stored?.password_hash === null && currentPassword === undefined
  if (!isProven) await requireCurrentPassword(stored, currentPassword)
  if (!stored) throw wrongPassword()
  refuseCommonPassword(newPassword)
  const passwordHash = await hashPassword(newPassword)
  return ctx.db.transaction(async (trx) => {
    if (!(await replacePassword(trx, stored, passwordHash))) throw wrongPassword()
    await revokeSessions(trx, { audience: 'user', id: userId }, ctx.now())
    const session = await openUserSession(ctx, trx, { ...stored, password_hash: passwordHash }, place)
    // A pending change may be from someone who knew the old password.
    await dropPending(trx, userId)
    if (!session) throw wrongPassword()
    return session
  })
}
