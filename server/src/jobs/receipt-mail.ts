import { z } from 'zod'
import type { Context } from '../context.ts'
import { failpoint } from '../db/failpoint.ts'
import { receiptLetter } from '../mail/receipt.ts'
import type { Job } from '../queue/queue.ts'
import { findReceipt } from '../reports/mails/receipt.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { saleDocument } from './sale-document.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ order_id: z.string() })

/** Sends the receipt of a paid order, with its document, to the buyer's present address; nothing when the account is gone by now. */
export function receiptMailJob(ctx: Context): Job {
  return {
    name: 'receipt-mail',
    concurrency: 8,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const { order_id: orderId } = Payload.parse(payload)
        const receipt = await findReceipt(ctx.db, orderId)
        if (!receipt) return
        const document = await saleDocument(ctx, orderId)
        // It bears the name and the billing address as the buyer typed them.
        const attachments = receipt.name === null ? [] : document
        failpoint(ctx, 'mail:before-send')
        const envelope = { to: receipt.email, attachments, messageId: `receipt.${orderId}` }
        await sendLetter(ctx, envelope, (shop) => receiptLetter({ ...receipt, ...shop }))
        ctx.log.info({ order_id: orderId }, 'receipt sent')
      }),
  }
}
