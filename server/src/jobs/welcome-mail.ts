import { z } from 'zod'
import { makeWelcomeLink, WELCOME_DAYS } from '../auth/contact-changes.ts'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { welcomeLetter } from '../mail/welcome.ts'
import type { Job } from '../queue/queue.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ user_id: z.string() })

/** Greets a new account. A run that was cut off after the sending sends it again, with the same message id. */
export function welcomeMailJob(ctx: Context): Job {
  return {
    name: 'welcome-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { user_id: userId } = Payload.parse(payload)
        const user = await findRecipient(ctx.db, userId)
        if (!user) return
        failpoint(ctx, 'mail:before-send')
        const envelope = { to: user.email, messageId: `welcome.${userId}` }
        const token = await makeWelcomeLink(ctx, userId)
        const { referral_code } = user
        await sendLetter(ctx, envelope, (shop) => welcomeLetter({ referral_code, token, days: WELCOME_DAYS, ...shop }))
        ctx.log.info({ user_id: userId }, 'welcome mail sent')
      }),
  }
}
