import { emailKey } from 'contract/typed-keys'
import { calls } from '../../context.ts'
import { appError } from '../../errors.ts'
import { placeOf } from '../auth/devices.ts'
import { isOn, logInByCode, sendCode } from './login-codes.service.ts'

export const loginCodesHandlers = {
  send: calls.loginCodes.send.handler(async ({ input, context: { ctx } }) => {
    if (!(await isOn(ctx))) throw appError('not_found', 'This shop has no login by a code')
    return { challenge: await sendCode(ctx, emailKey(input.email)) }
  }),

  verify: calls.loginCodes.verify.handler(async ({ input, context }) => {
    if (!(await isOn(context.ctx))) throw appError('invalid_credentials', 'Invalid or expired code')
    return logInByCode(context.ctx, input, placeOf(context))
  }),
}
