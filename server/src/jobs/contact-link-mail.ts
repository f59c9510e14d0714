import { z } from 'zod'
import { LINK_MINUTES, makeLink } from '../auth/contact-changes.ts'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { contactLinkLetter, contactTakenLetter } from '../mail/contact-link.ts'
import type { Job } from '../queue/queue.ts'
import { mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ user_id: z.string(), kind: z.enum(['email', 'phone']) })

/**
 * Mails the link of a change that waits; when somebody else has the address or phone, that account is told instead. The
 * token is in no payload: a further try makes another one, which ends the one before.
 */
export function contactLinkMailJob(ctx: Context): Job {
  return {
    name: 'contact-link-mail',
    concurrency: 8,
    retries: 10,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { user_id: userId, kind } = Payload.parse(payload)
        const link = await makeLink(ctx, userId, kind)
        if (!link) return
        failpoint(ctx, 'mail:before-send')
        await sendLetter(ctx, { to: link.to }, (shop) =>
          link.taken
            ? contactTakenLetter({ kind, ...shop })
            : contactLinkLetter({ ...link, kind, minutes: LINK_MINUTES, ...shop }),
        )
        ctx.log.info({ user_id: userId, kind }, 'link of a contact sent')
      }),
  }
}
