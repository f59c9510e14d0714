import { isByDay } from 'contract/indian-time'
import { formatRupees, toPaise } from 'contract/money'
import { RENEWAL_LETTERS } from 'contract/renewals/renewal-window'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findEndingWithin, findStanding, markAnnounced } from '../../courses/enrolments/ending.queries.ts'
import { findEndAfter } from '../../courses/enrolments/grants.queries.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { chargeOf } from '../orders/checkout/price-at.ts'
import { renewalEmail } from './renewal-email.ts'
import { findReader, findRenewedCourse, findRenewedCourses, findWritten, takeLetters } from './renewals.queries.ts'
import { priceOfRenewal } from './renewals.service.ts'

/**
 * Has the students written to whose access ends in 14 days, and again in 3, to courses that have a price for a renewal; the usual letter of 7
 * days before does not go out then. The last days get the last letter alone.
 */
export function renewalsDueJob(ctx: Context): Job {
  return {
    name: 'renewals-due',
    schedule: '26 * * * *',
    retries: 0,
    run: async () => {
      if (!isByDay(ctx.now()) || !(await findDelivery(ctx.db)).access_reminder) return
      const tax = await taxAt(ctx.db, ctx.now())
      const renewed = await findRenewedCourses(ctx.db)
      if (renewed.length === 0) return
      const totals = new Map(
        renewed.map(({ course_id, renew_price }) => [course_id, chargeOf(toPaise(renew_price ?? 0), tax, course_id)]),
      )
      const courseIds = [...totals.keys()]
      await ctx.db.transaction(async (trx) => {
        const now = ctx.now()
        for (const letter of ['last', 'first'] as const) {
          const ending = await findEndingWithin(trx, { courseIds, days: RENEWAL_LETTERS[letter], now })
          const ids = ending.map(({ enrolment_id }) => enrolment_id)
          const written = await findWritten(trx, ids)
          // An end that another letter announced, or that is no end, such as of a plan that is being paid.
          const open = ending.filter(
            ({ enrolment_id: id, announced }) => !announced || (letter === 'last' && written.has(id)),
          )
          const taken = await takeLetters(
            trx,
            letter,
            open.map(({ enrolment_id, course_id }) => ({ enrolment_id, total_paise: totals.get(course_id) ?? 0 })),
            now,
          )
          await markAnnounced(trx, taken, now)
          for (const enrolment_id of taken) await ctx.queue.send(trx, 'renewal-mail', { enrolment_id, letter })
        }
      })
    },
  }
}

/** Offers a renewal to a student; nothing once it was bought, reminders are off, or the course is not sold any more. */
export const renewalMailJob = oneMail({
  name: 'renewal-mail',
  payload: z.object({ enrolment_id: z.string(), letter: z.enum(['first', 'last']) }),
  async find(ctx, { enrolment_id, letter }) {
    const now = ctx.now()
    const standing = await findStanding(ctx.db, enrolment_id)
    if (!standing || new Date(standing.ends_at) <= now) return undefined
    const [course, reader] = await Promise.all([
      findRenewedCourse(ctx.db, standing.course_id),
      findReader(ctx.db, standing.user_id),
    ])
    if (!course || course.renew_price === null || !reader?.reminders) return undefined
    const about = { userId: standing.user_id, courseId: course.course_id, period: course.access_period, now }
    const until = await findEndAfter(ctx.db, about)
    const { end, headers } = reminderEnd(ctx.config.storeUrl, reader.reminder_token)
    const price = toPaise(course.renew_price)
    const { total_paise } = await priceOfRenewal(ctx.db, { ...standing, price_paise: price, now })
    return {
      to: reader.email,
      receiver: 'shop',
      language: reader.language,
      messageId: `renewal.${enrolment_id}.${letter}`,
      headers,
      letter: (shop) =>
        renewalEmail({
          name: reader.name,
          end,
          course_name: course.name,
          amount: formatRupees(total_paise),
          ends_at: standing.ends_at,
          until: until.toISOString(),
          address: `${shop.storeUrl}/dashboard?${new URLSearchParams({ renew: course.course_id })}`,
        })(shop),
      about: { enrolment_id, letter },
    }
  },
})
