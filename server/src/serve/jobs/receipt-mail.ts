import { z } from 'zod'
import { receiptLetter } from '../../platform/mail/receipt.ts'
import { findReceipt } from '../reports/mails/receipt.queries.ts'
import { mailJob } from './mail-job.ts'
import { saleDocument } from './sale-document.ts'

/** Sends the receipt of a paid order, with its document, to the buyer's present address. */
export const receiptMailJob = mailJob({
  name: 'receipt-mail',
  payload: z.object({ order_id: z.string() }),
  async find(ctx, { order_id }) {
    const receipt = await findReceipt(ctx.db, order_id)
    if (!receipt) return undefined
    const document = await saleDocument(ctx, order_id)
    return {
      to: receipt.email,
      language: receipt.language,
      // It bears the name and the billing address as the buyer typed them.
      attachments: receipt.name === null ? [] : document,
      messageId: `receipt.${order_id}`,
      letter: (shop) => receiptLetter({ ...receipt, ...shop }),
      about: { order_id },
    }
  },
})
