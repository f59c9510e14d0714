import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findCoursesForSale } from '../courses/courses.queries.ts'
import { findNotified } from './interest.queries.ts'
import { addInterest, findSeatsFree, notifyWaiting } from './interest.service.ts'
import { interestEmail, onSaleEmail } from './interest-emails.ts'

/** Mails the link that joins the list. The token is in no payload; another email has the same. */
export const interestMailJob = oneMail({
  name: 'interest-mail',
  payload: z.object({
    course_id: z.string(),
    email: z.string(),
    name: z.string(),
    language: z.enum(['en', 'hi', 'mr']),
  }),
  retries: 10,
  async find(ctx, interest) {
    const added = await addInterest(ctx, interest)
    if (!added) return undefined
    return {
      to: interest.email,
      receiver: 'counted',
      language: interest.language,
      letter: interestEmail(added),
      about: { course_id: interest.course_id },
    }
  },
})

/** Mails that a course is on sale or has a free seat, once; nothing once it is off again. */
export const onSaleMailJob = oneMail({
  name: 'on-sale-mail',
  payload: z.object({ interest_id: z.string() }),
  async find(ctx, { interest_id }) {
    const found = await findNotified(ctx.db, interest_id)
    const [course] = found ? await findCoursesForSale(ctx.db, [found.course_id], ctx.now()) : []
    if (!found || !course) return undefined
    const { email, language } = found
    const bySeats = (await findSeatsFree(ctx.db, course.course_id, ctx.now())) !== undefined
    return {
      to: email,
      receiver: 'shop',
      language,
      letter: onSaleEmail({ course, bySeats }),
      about: { interest_id, course_id: course.course_id },
    }
  },
})

/** Looks every five minutes for lists whose course went on sale, by hand or by its plan. */
export function notifyInterestJob(ctx: Context): Job {
  return {
    name: 'notify-interest',
    schedule: '*/5 * * * *',
    retries: 0,
    run: async () => void (await notifyWaiting(ctx)),
  }
}
