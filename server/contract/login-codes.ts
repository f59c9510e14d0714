import { z } from 'zod'
import { LoginAnswer } from './auth.ts'
import { limit, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email } from './fields.ts'
import { codeLimits, typedCode } from './mailed-codes.ts'

/** Login by a code of six digits in an email, where the owner switched it on. */
export const loginCodes = {
  /**
   * Always 200 for a well-formed request, with the same words and work for a known and an unknown address; the email goes out in the
   * background. Only the browser with the challenge can use the code. 404 `not_found` while the shop has it switched off.
   */
  send: defineCall({
    method: 'POST',
    path: '/login/code',
    access: 'public',
    summary: 'Email a code that logs in',
    cost: 'mail',
    limits: codeLimits('login_code'),
    account: 'address',
    codes: ['not_found'],
  })
    .input(z.object({ email: Email }))
    .output(z.object({ challenge: z.string() })),

  /**
   * Logs in by a code, once, within 10 minutes, and proves the address; answers as `POST /login`. 401 `invalid_credentials`
   * for a wrong code, after 5 tries of one code, and while the shop has it switched off.
   */
  verify: defineCall({
    method: 'POST',
    path: '/login/code/verify',
    access: 'public',
    summary: 'Log in by a code',
    limits: [limit('login_code_tries', 'client', 60, QUARTER, { failuresOnly: true })],
    account: 'code',
    codes: ['invalid_credentials'],
  })
    .input(z.object(typedCode))
    .output(LoginAnswer),
}
