import { z } from 'zod'
import { issueTemporaryPassword, TEMPORARY_PASSWORD_MINUTES } from '../auth/forgotten-password.ts'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { forgottenPasswordLetter } from '../mail/forgotten-password.ts'
import type { Job } from '../queue/queue.ts'
import { mailOnce } from './mail-once.ts'
import { mailShop } from './send-letter.ts'

const Payload = z.union([z.strictObject({ email: z.string() }), z.strictObject({ phone_key: z.string() })])

/**
 * Makes a temporary password for the account, if there is one, and mails it. The password is in no table and no payload;
 * a further try makes another one, which ends the one before.
 */
export function forgottenPasswordJob(ctx: Context): Job {
  return {
    name: 'forgotten-password',
    concurrency: 8,
    retries: 10,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const shop = await mailShop(ctx)
        const issued = await issueTemporaryPassword(ctx, Payload.parse(payload))
        if (!issued) return
        failpoint(ctx, 'mail:before-send')
        const { name, password } = issued
        const letter = forgottenPasswordLetter({ name, password, minutes: TEMPORARY_PASSWORD_MINUTES, ...shop })
        await ctx.mailer.send({ ...letter, fromName: shop.shopName, to: issued.email })
        ctx.log.info({ user_id: issued.user_id }, 'temporary password sent')
      }),
  }
}
