import { calls, requireAdmin } from '../../context.ts'
import { finishAdminLogin } from './admin-login.ts'
import { requireAdminRow } from './admins.service.ts'
import { beginConfirm, confirm } from './confirm.ts'
import { placeOf } from './devices.ts'
import {
  addApp,
  addPasskey,
  beginApp,
  beginPasskey,
  readSecondFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
} from './second-factor.ts'

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
