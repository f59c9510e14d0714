import { z } from 'zod'
import { guaranteeDeclinedLetter } from '../../platform/mail/guarantee-declined.ts'
import { findDeclined } from '../../sales/orders/guarantee/guarantee.queries.ts'
import { findBuyer } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Tells the buyer why the money that they asked for does not go back. */
export const guaranteeDeclinedMailJob = mailJob({
  name: 'guarantee-declined-mail',
  payload: z.object({ request_id: z.string() }),
  async find(ctx, { request_id }) {
    const declined = await findDeclined(ctx.db, request_id)
    const buyer = declined && (await findBuyer(ctx.db, declined.order_id))
    if (!buyer) return undefined
    const { order_id, answer } = declined
    return {
      to: buyer.email,
      language: buyer.language,
      messageId: `guarantee.${request_id}`,
      letter: (shop) => guaranteeDeclinedLetter({ ...buyer, order_id, answer: answer ?? '', ...shop }),
      about: { order_id },
    }
  },
})
