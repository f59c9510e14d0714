import { z } from 'zod'
import { forgottenPasswordLetter } from '../../platform/mail/forgotten-password.ts'
import { issueTemporaryPassword, TEMPORARY_PASSWORD_MINUTES } from '../../shop/auth/forgotten-password.ts'
import { mailJob } from './mail-job.ts'

/**
 * Makes a temporary password for the account, if there is one, and mails it. The password is in no table and no payload;
 * a further try makes another one, which ends the one before.
 */
export const forgottenPasswordJob = mailJob({
  name: 'forgotten-password',
  payload: z.union([z.strictObject({ email: z.string() }), z.strictObject({ phone_key: z.string() })]),
  retries: 10,
  async find(ctx, account) {
    const issued = await issueTemporaryPassword(ctx, account)
    if (!issued) return undefined
    const { name, password, user_id } = issued
    return {
      to: issued.email,
      language: issued.language,
      letter: (shop) => forgottenPasswordLetter({ name, password, minutes: TEMPORARY_PASSWORD_MINUTES, ...shop }),
      about: { user_id },
    }
  },
})
