import { z } from 'zod'
import { refundLetter } from '../../platform/mail/refund.ts'
import { findRefund } from '../../sales/orders/refunds/refunds.queries.ts'
import { currencyOf } from '../../sales/orders/settlement/payments.queries.ts'
import { findBuyer } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Tells the buyer of a refund once the gateway has taken it; nothing when it failed. */
export const refundMailJob = mailJob({
  name: 'refund-mail',
  payload: z.object({ refund_id: z.string() }),
  async find(ctx, { refund_id }) {
    const refund = await findRefund(ctx.db, refund_id)
    const buyer = refund && (await findBuyer(ctx.db, refund.order_id))
    if (!buyer || refund.status === 'failed') return undefined
    const { order_id, payment_id, amount_paise, origin, channel, reference } = refund
    const currency = await currencyOf(ctx.db, payment_id)
    return {
      to: buyer.email,
      language: buyer.language,
      messageId: `refund.${refund_id}`,
      letter: (shop) =>
        refundLetter({ ...buyer, order_id, amount_paise, currency, origin, channel, reference, ...shop }),
      about: { refund_id },
    }
  },
})
