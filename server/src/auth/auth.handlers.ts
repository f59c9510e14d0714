import { calls, requireAdmin, requireUser } from '../implement.ts'
import { limitAdminLogin, limitForgot, limitLogin, limitRegister } from '../rate-limits.ts'
import type { AccountKey } from './auth.queries.ts'
import { changePassword } from './change-password.ts'
import { accountOf, adminLogin, login } from './login.ts'
import { register } from './register.ts'
import { revokeSession } from './sessions.queries.ts'

export const authHandlers = {
  login: calls.auth.login.handler(async ({ input, context }) => {
    const account = accountOf(input)
    const attempt = await limitLogin(context, nameOf(account))
    const answer = await login(context.ctx, account, input.password)
    await attempt.succeeded()
    return answer
  }),

  register: calls.auth.register.handler(async ({ input, context }) => {
    await limitRegister(context)
    const { user, session } = await register(context.ctx, input)
    return {
      user,
      user_id: user.user_id,
      token: session.access_token,
      token_type: session.token_type,
      message: 'Registration successful' as const,
    }
  }),

  // Everything that differs between a known and an unknown account happens in the job.
  forgetPassword: calls.auth.forgetPassword.handler(async ({ input, context }) => {
    const account = accountOf(input)
    await limitForgot(context, nameOf(account))
    await context.ctx.queue.send(context.ctx.db, 'forgotten-password', account)
    return { message: 'If there is an account, a new password is on its way to its email address' }
  }),

  logout: calls.auth.logout.handler(async ({ context }) => {
    await revokeSession(context.ctx.db, requireUser(context).session_id, context.ctx.now())
  }),

  adminLogin: calls.auth.adminLogin.handler(async ({ input, context }) => {
    const attempt = await limitAdminLogin(context, input.email.toLowerCase())
    const answer = await adminLogin(context.ctx, input.email, input.password)
    await attempt.succeeded()
    return answer
  }),

  adminLogout: calls.auth.adminLogout.handler(async ({ context }) => {
    await revokeSession(context.ctx.db, requireAdmin(context).session_id, context.ctx.now())
  }),
}

/** Belongs to the account in the contract, and to passwords and sessions in its work. */
export const passwordHandlers = {
  changePassword: calls.account.changePassword.handler(async ({ input, context }) => {
    const { current_password: current, new_password: next } = input
    const session = await changePassword(context.ctx, requireUser(context).id, current, next)
    return { message: 'Password changed', ...session }
  }),
}

const nameOf = (account: AccountKey) => ('email' in account ? account.email : account.phone_key)
