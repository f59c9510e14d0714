import { z } from 'zod'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { signupEmail } from './signup-emails.ts'
import { storeSignup } from './signups.service.ts'

/** Mails the link that confirms a wish for news. The token is in no payload; another email has the same. */
export const signupMailJob = oneMail({
  name: 'signup-mail',
  payload: z.object({ email: z.string(), name: z.string(), language: z.enum(['en', 'hi', 'mr']) }),
  retries: 10,
  async find(ctx, signup) {
    const token = await storeSignup(ctx, signup)
    return {
      to: signup.email,
      receiver: 'counted',
      language: signup.language,
      letter: signupEmail({ token }),
      about: {},
    }
  },
})
