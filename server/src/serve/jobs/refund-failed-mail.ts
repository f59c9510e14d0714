import { z } from 'zod'
import { refundFailedLetter } from '../../platform/mail/refund-failed.ts'
import { findRefund } from '../../sales/orders/refunds/refunds.queries.ts'
import { currencyOf } from '../../sales/orders/settlement/payments.queries.ts'
import { findBuyer } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Tells the buyer that a refund which they were told of has failed; nothing when it went through since. */
export const refundFailedMailJob = mailJob({
  name: 'refund-failed-mail',
  payload: z.object({ refund_id: z.string() }),
  async find(ctx, { refund_id }) {
    const refund = await findRefund(ctx.db, refund_id)
    const buyer = refund && (await findBuyer(ctx.db, refund.order_id))
    if (!buyer || refund.status !== 'failed') return undefined
    const { order_id, payment_id, amount_paise } = refund
    const currency = await currencyOf(ctx.db, payment_id)
    return {
      to: buyer.email,
      language: buyer.language,
      messageId: `refund-failed.${refund_id}`,
      letter: (shop) => refundFailedLetter({ ...buyer, order_id, amount_paise, currency, ...shop }),
      about: { refund_id },
    }
  },
})
