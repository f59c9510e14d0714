import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../failpoint.ts'
import { profileChangedLetter } from '../mail/profile-changed.ts'
import type { Job } from '../queue/queue.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { mailShop } from './mail-shop.ts'
import { findRecipient } from './recipients.queries.ts'

const Payload = z.object({
  user_id: z.string(),
  old_email: z.string(),
  changed: z.array(z.enum(['email', 'phone'])).min(1),
})

/** Tells the address an account had before that its contact data changed, so that a takeover does not stay unseen. */
export function profileChangedMailJob(ctx: Context): Job {
  return {
    name: 'profile-changed-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { user_id: userId, old_email: oldEmail, changed } = Payload.parse(payload)
        const user = await findRecipient(ctx.db, userId)
        if (!user) return
        failpoint(ctx, 'mail:before-send')
        const shop = await mailShop(ctx)
        const letter = profileChangedLetter({ name: user.name, changed, ...shop })
        await ctx.mailer.send({ ...letter, fromName: shop.shopName, to: oldEmail })
        ctx.log.info({ user_id: userId }, 'old address told of a changed profile')
      }),
  }
}
