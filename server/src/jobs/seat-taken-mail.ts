import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { seatTakenLetter } from '../mail/seat-taken.ts'
import type { Job } from '../queue/queue.ts'
import { findSeatTaken } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ enrolment_id: z.string() })

/** Tells who redeemed a gift code that the course is gone with the refund of its order; nothing once the account is gone. */
export function seatTakenMailJob(ctx: Context): Job {
  return {
    name: 'seat-taken-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { enrolment_id: id } = Payload.parse(payload)
        const taken = await findSeatTaken(ctx.db, id)
        if (!taken) return
        failpoint(ctx, 'mail:before-send')
        await sendLetter(ctx, { to: taken.email, messageId: `seat-taken.${id}` }, (shop) =>
          seatTakenLetter({ ...taken, ...shop }),
        )
        ctx.log.info({ enrolment_id: id }, 'seat taken mail sent')
      }),
  }
}
