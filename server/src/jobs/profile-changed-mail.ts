import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { profileChangedLetter } from '../mail/profile-changed.ts'
import type { Job } from '../queue/queue.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({
  user_id: z.string(),
  old_email: z.string(),
  changed: z.array(z.enum(['email', 'phone'])).min(1),
  /** It was only asked for. */
  asked: z.boolean().optional(),
})

/** Tells the address an account had before that its contact data changed, so that a takeover does not stay unseen. */
export function profileChangedMailJob(ctx: Context): Job {
  return {
    name: 'profile-changed-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { user_id: userId, old_email: oldEmail, changed, asked = false } = Payload.parse(payload)
        if (!(await findRecipient(ctx.db, userId))) return
        failpoint(ctx, 'mail:before-send')
        await sendLetter(ctx, { to: oldEmail }, (shop) => profileChangedLetter({ changed, asked, ...shop }))
        ctx.log.info({ user_id: userId }, 'old address told of a changed profile')
      }),
  }
}
