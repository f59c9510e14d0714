import { z } from 'zod'
import { giftLetter } from '../../platform/mail/gift.ts'
import { findGiftToSend } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Sends the buyer a gift code that was made in the place of another, unless it is gone by then. */
export const giftMailJob = mailJob({
  name: 'gift-mail',
  payload: z.object({ code: z.string() }),
  async find(ctx, { code }) {
    const gift = await findGiftToSend(ctx.db, code)
    return (
      gift && {
        to: gift.email,
        language: gift.language,
        messageId: `gift.${code}`,
        letter: (shop) => giftLetter({ ...gift, code, ...shop }),
        about: { order_id: gift.order_id },
      }
    )
  },
})
