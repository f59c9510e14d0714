import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { newDeviceLetter } from '../mail/new-device.ts'
import type { Job } from '../queue/queue.ts'
import { findHolder } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ audience: z.enum(['user', 'admin']), id: z.number(), device: z.string(), at: z.string() })

const SETTINGS = { user: '/dashboard/settings', admin: '/admin?tab=password' }

/** Tells the holder of an account of a sign-in on a device that the account did not know. */
export function newDeviceMailJob(ctx: Context): Job {
  return {
    name: 'new-device-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { audience, id, device, at } = Payload.parse(payload)
        const holder = await findHolder(ctx.db, audience, id)
        if (!holder) return
        failpoint(ctx, 'mail:before-send')
        const data = { name: holder.name, device, at: new Date(at), settingsPath: SETTINGS[audience] }
        await sendLetter(ctx, { to: holder.email }, (shop) => newDeviceLetter({ ...data, ...shop }))
        ctx.log.info({ audience, holder_id: holder.public_id }, 'told of a new device')
      }),
  }
}
