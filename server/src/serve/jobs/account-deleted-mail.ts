import { z } from 'zod'
import { accountDeletedLetter } from '../../platform/mail/account-deleted.ts'
import { mailJob } from './mail-job.ts'

const payload = z.object({ email: z.string(), language: z.enum(['en', 'hi', 'mr']).default('en') })

/** Says good-bye to the address of an account that is gone; the address goes from the queue with it. */
export const accountDeletedMailJob = mailJob({
  name: 'account-deleted-mail',
  payload,
  keepSeconds: 60,
  find: async (_ctx, { email, language }) => ({ to: email, language, letter: accountDeletedLetter, about: {} }),
})
