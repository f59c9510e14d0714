import { z } from 'zod'
import { welcomeLetter } from '../../platform/mail/welcome.ts'
import { makeWelcomeLink, WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Greets a new account. */
export const welcomeMailJob = mailJob({
  name: 'welcome-mail',
  payload: z.object({ user_id: z.string() }),
  async find(ctx, { user_id }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    const { referral_code } = user
    const token = await makeWelcomeLink(ctx, user_id)
    return {
      to: user.email,
      language: user.language,
      messageId: `welcome.${user_id}`,
      letter: (shop) => welcomeLetter({ referral_code, token, days: WELCOME_DAYS, ...shop }),
      about: { user_id },
    }
  },
})
