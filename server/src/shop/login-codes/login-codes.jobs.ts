import { z } from 'zod'
import { oneMail } from '../mails/mail-once.ts'
import { loginCodeEmail } from './login-code-email.ts'
import { makeLoginCode } from './login-codes.service.ts'

/** Mails the code of a challenge, if its address has an account. The code is in no payload; a further try makes another one. */
export const loginCodeMailJob = oneMail({
  name: 'login-code-mail',
  payload: z.strictObject({ challenge_hash: z.string() }),
  retries: 3,
  async find(ctx, { challenge_hash }) {
    const made = await makeLoginCode(ctx, challenge_hash)
    if (!made) return undefined
    const { email, user_id, language, code } = made
    return {
      to: email,
      receiver: 'counted',
      language,
      letter: loginCodeEmail({ code }),
      about: { user_id },
    }
  },
})
