import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { refundLetter } from '../mail/refund.ts'
import { findRefund } from '../orders/refunds/refunds.queries.ts'
import type { Job } from '../queue/queue.ts'
import { findBuyer } from '../reports/mails/recipients.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ refund_id: z.string() })

/** Tells the buyer of a refund once the gateway has taken it; nothing when it failed or the account is gone by now. */
export function refundMailJob(ctx: Context): Job {
  return {
    name: 'refund-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { refund_id: refundId } = Payload.parse(payload)
        const refund = await findRefund(ctx.db, refundId)
        const buyer = refund && (await findBuyer(ctx.db, refund.order_id))
        if (!buyer || refund.status === 'failed') return
        failpoint(ctx, 'mail:before-send')
        const { order_id, amount_paise, origin } = refund
        await sendLetter(ctx, { to: buyer.email, messageId: `refund.${refundId}` }, (shop) =>
          refundLetter({ ...buyer, order_id, amount_paise, origin, ...shop }),
        )
        ctx.log.info({ refund_id: refundId }, 'refund mail sent')
      }),
  }
}
