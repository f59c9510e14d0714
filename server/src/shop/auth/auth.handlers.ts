import { emailKey } from 'contract/typed-keys'
import { type CallContext, type Context, calls, requireAdmin, requireUser } from '../../context.ts'
import { findCredentialsById, replacePassword } from '../users/credentials.queries.ts'
import { adminLogin } from './admin-login.ts'
import { setAdminPassword } from './admin-password-link.ts'
import { dropPending } from './contact-changes.queries.ts'
import { type Place, placeOf } from './devices.ts'
import { accountOf, login } from './login.ts'
import { hashPassword, refuseCommonPassword, requireCurrentPassword, wrongPassword } from './passwords.ts'
import { register } from './register.ts'
import { endOneSession, endOtherSessions, openSessions } from './session-list.ts'
import { revokeSession, revokeSessions } from './sessions.queries.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'
import { logOut } from './views.ts'

export const authHandlers = {
  login: calls.auth.login.handler(({ input, context }) =>
    login(context.ctx, accountOf(input), input.password, placeOf(context)),
  ),

  register: calls.auth.register.handler(async ({ input, context }) => {
    const { user, session } = await register(context.ctx, input, placeOf(context))
    return {
      user,
      user_id: user.user_id,
      token: session.access_token,
      token_type: session.token_type,
      message: 'Registration successful' as const,
    }
  }),

  // The job does all work that differs between known and unknown accounts.
  forgetPassword: calls.auth.forgetPassword.handler(async ({ input, context }) => {
    await context.ctx.queue.send(context.ctx.db, 'forgotten-password', accountOf(input))
    return { message: 'If there is an account, a new password is on its way to its email address' }
  }),

  logout: calls.auth.logout.handler(async ({ context }) => {
    await logOut(context.ctx, requireUser(context))
  }),

  adminLogin: calls.auth.adminLogin.handler(({ input, context }) => adminLogin(context.ctx, input, placeOf(context))),

  // The job does all work that differs between an admin and nobody.
  forgetAdminPassword: calls.auth.forgetAdminPassword.handler(async ({ input, context }) => {
    await context.ctx.queue.send(context.ctx.db, 'forgotten-admin-password', { email: emailKey(input.email) })
    return { message: 'If there is an admin with this address, a link is on its way to it' }
  }),

  newAdminPassword: calls.auth.newAdminPassword.handler(({ input, context }) =>
    setAdminPassword(context.ctx, input, placeOf(context)),
  ),

  adminLogout: calls.auth.adminLogout.handler(async ({ context }) => {
    await revokeSession(context.ctx.db, requireAdmin(context).session_id, context.ctx.now())
  }),
}

/** Groups the account calls that this feature implements. */
export const passwordHandlers = {
  changePassword: calls.account.changePassword.handler(async ({ input, context }) => {
    const { current_password: current, new_password: next } = input
    const session = await changePassword(context.ctx, requireUser(context).id, current, next, placeOf(context))
    return { message: 'Password changed', ...session }
  }),

  sessions: calls.account.sessions.handler(async ({ context }) => ({
    sessions: await openSessions(context.ctx, student(context)),
  })),

  endSession: calls.account.endSession.handler(async ({ input, context }) => {
    await endOneSession(context.ctx, student(context), input.params.session_id)
    return { message: 'Logged out of that device' }
  }),

  endOtherSessions: calls.account.endOtherSessions.handler(async ({ context }) => {
    await endOtherSessions(context.ctx, student(context))
    return { message: 'Logged out of all other devices' }
  }),
}

const student = (context: CallContext) => ({ audience: 'user' as const, ...requireUser(context) })

/**
 * Sets a new password and returns a new session; every earlier one ends. A temporary password proves itself once it has
 * logged in, so it need not be sent again. 422 `wrong_password`, `common_password`.
 */
async function changePassword(
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
