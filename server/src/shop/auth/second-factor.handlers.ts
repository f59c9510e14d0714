import type { Challenge, SubmittedProof } from 'contract/second-factor'
import { type CallContext, type Context, calls, requireAdmin } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { finishAdminLogin } from './admin-login.ts'
import { requireAdminRow } from './admins.service.ts'
import { placeOf } from './devices.ts'
import { verifyPassword } from './passwords.ts'
import {
  addApp,
  addPasskey,
  answerChallenge,
  beginApp,
  beginPasskey,
  challenge,
  findChallenge,
  readSecondFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from './second-factor.ts'
import { confirmSession } from './sessions.queries.ts'

export const secondFactorHandlers = {
  logIn: calls.secondFactor.logIn.handler(({ input, context }) =>
    finishAdminLogin(context.ctx, input, placeOf(context)),
  ),

  get: calls.secondFactor.get.handler(({ context }) => readSecondFactor(context.ctx, requireAdmin(context))),

  beginApp: calls.secondFactor.beginApp.handler(({ context }) => beginApp(context.ctx, requireAdmin(context))),

  addApp: calls.secondFactor.addApp.handler(async ({ input, context }) => ({
    message: 'Authenticator app added',
    recovery_codes: await addApp(context.ctx, requireAdmin(context), input.code),
  })),

  removeApp: calls.secondFactor.removeApp.handler(async ({ context }) => {
    await removeApp(context.ctx, requireAdmin(context))
    return { message: 'Authenticator app removed' }
  }),

  beginPasskey: calls.secondFactor.beginPasskey.handler(async ({ context }) => {
    const self = requireAdmin(context)
    const { password_hash } = await requireAdminRow(context.ctx.db, self.admin_id)
    return beginPasskey(context.ctx, { ...self, password_hash })
  }),

  addPasskey: calls.secondFactor.addPasskey.handler(async ({ input, context }) => ({
    message: 'Passkey added',
    recovery_codes: await addPasskey(context.ctx, requireAdmin(context), input),
  })),

  removePasskey: calls.secondFactor.removePasskey.handler(async ({ input, context }) => {
    await removePasskey(context.ctx, requireAdmin(context), input.params.passkey_id)
    return { message: 'Passkey removed' }
  }),

  renewRecoveryCodes: calls.secondFactor.renewRecoveryCodes.handler(async ({ context }) => ({
    recovery_codes: await renewRecoveryCodes(context.ctx, requireAdmin(context)),
  })),

  beginConfirm: calls.secondFactor.beginConfirm.handler(({ context }) =>
    beginConfirm(context.ctx, requireAdmin(context)),
  ),

  confirm: calls.secondFactor.confirm.handler(async ({ input, context }) => {
    await confirm(context.ctx, requireAdmin(context), input)
    return { message: 'Confirmed' }
  }),
}

type Self = NonNullable<CallContext['admin']>

/** Begins a confirmation: by the second factor where one exists, else by password. */
async function beginConfirm(ctx: Context, self: Self): Promise<Challenge> {
  const row = await requireAdminRow(ctx.db, self.admin_id)
  return (await challenge(ctx, row, 'confirm')) ?? { challenge_id: 'password', methods: ['password'], passkey: null }
}

/** Marks the session as just confirmed. 422 `wrong_password`, `invalid`. */
async function confirm(ctx: Context, self: Self, passed: SubmittedProof): Promise<void> {
  const proven =
    passed.password === undefined ? await byChallenge(ctx, self, passed) : await byPassword(ctx, self, passed.password)
  if (!proven) throw plainError('invalid', 'That is not right. Please try again.')
  await confirmSession(ctx.db, self.session_id, ctx.now())
}

async function byPassword(ctx: Context, self: Self, password: string): Promise<boolean> {
  const row = await requireAdminRow(ctx.db, self.admin_id)
  if (row.has_second_factor) throw plainError('invalid', 'Confirm with your second factor')
  if (!(await verifyPassword(row.password_hash, password))) throw plainError('wrong_password', 'Password is wrong')
  return true
}

async function byChallenge(ctx: Context, self: Self, passed: SubmittedProof): Promise<boolean> {
  const requested = await findChallenge(ctx, passed.challenge_id, 'confirm')
  if (requested?.admin_id !== self.id) return false
  return ctx.db.transaction(async (trx) => (await answerChallenge(ctx, trx, requested, passed)) !== undefined)
}
