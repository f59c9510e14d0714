import { z } from 'zod'
import { seatTakenLetter } from '../../platform/mail/seat-taken.ts'
import { findSeatTaken } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

/** Tells who redeemed a gift code that the course is gone with the refund of its order. */
export const seatTakenMailJob = mailJob({
  name: 'seat-taken-mail',
  payload: z.object({ enrolment_id: z.string() }),
  async find(ctx, { enrolment_id }) {
    const taken = await findSeatTaken(ctx.db, enrolment_id)
    return (
      taken && {
        to: taken.email,
        language: taken.language,
        messageId: `seat-taken.${enrolment_id}`,
        letter: (shop) => seatTakenLetter({ ...taken, ...shop }),
        about: { enrolment_id },
      }
    )
  },
})
