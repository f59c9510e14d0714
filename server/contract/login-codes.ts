import { z } from 'zod'
import { LoginAnswer } from './auth.ts'
import { DAY, HOUR, limit, MINUTE, QUARTER } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, text } from './fields.ts'

/** Lifetime of a code. */
export const LOGIN_CODE_MINUTES = 10

/** A wait between two codes to one address, in seconds; the limit `login_code_minute` holds it. */
export const LOGIN_CODE_WAIT = MINUTE

const CODE = 'Enter the 6 digits of the email'
const CHALLENGE = 'Please ask for a new code'
const SENT = 'A code was sent a moment ago. Please look into your inbox and spam folder, or try again in a minute.'

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
    limits: [
      limit('login_code_client', 'client', 60, HOUR),
      limit('login_code_minute', 'account', 1, LOGIN_CODE_WAIT, { knownApart: true, says: SENT }),
      limit('login_code', 'account', 5, HOUR, { knownApart: true }),
      limit('login_code_day', 'account', 15, DAY, { knownApart: true }),
    ],
    account: 'address',
    codes: ['not_found'],
  })
    .input(z.object({ email: Email }))
    .output(z.object({ challenge: z.string() })),

  /**
   * Logs in by a code, once, within 10 minutes, and proves the address; answers as `POST /login`. 401 `invalid_credentials`
   * for a wrong code, after 5 tries of one code or 20 of an address within a day, and while the shop has it switched off.
   */
  verify: defineCall({
    method: 'POST',
    path: '/login/code/verify',
    access: 'public',
    summary: 'Log in by a code',
    limits: [limit('login_code_tries', 'client', 60, QUARTER, { failuresOnly: true })],
    codes: ['invalid_credentials'],
  })
    .input(
      z.object({
        challenge: text(1, 100, CHALLENGE),
        code: z
          .string({ error: CODE })
          .transform((typed) => typed.replace(/[\s-]/g, ''))
          .pipe(z.string().regex(/^\d{6}$/, { error: CODE })),
      }),
    )
    .output(LoginAnswer),
}
