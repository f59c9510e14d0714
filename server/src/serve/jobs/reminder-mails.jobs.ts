import { isByDay } from 'contract/indian-time'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findDueWork, takeDueWork } from '../../courses/assignments/reminders.queries.ts'
import { takeEnding } from '../../courses/enrolments/ending.queries.ts'
import { lessonAddress } from '../../platform/mail/lesson-address.ts'
import { accessEndingEmail, workDueEmail } from '../../platform/mail/reminder-emails.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { findEnding } from '../reports/mails/recipients.queries.ts'

const AT_ONCE = 500

/** Has the students written to whose access ends within 7 days, each once for each end, unless the shop does not want it. */
export function accessEndingJob(ctx: Context): Job {
  return {
    name: 'access-ending',
    schedule: '41 * * * *',
    retries: 0,
    run: async () => {
      if (!isByDay(ctx.now()) || !(await findDelivery(ctx.db)).access_reminder) return
      for (let taken = AT_ONCE; taken === AT_ONCE; ) {
        taken = await ctx.db.transaction(async (trx) => {
          const ids = await takeEnding(trx, ctx.now(), AT_ONCE)
          for (const enrolment_id of ids) await ctx.queue.send(trx, 'access-ending-mail', { enrolment_id })
          return ids.length
        })
      }
    },
  }
}

/** Tells a student when their access ends, and that it can be bought again; nothing once it was, or the course was taken. */
export const accessEndingMailJob = oneMail({
  name: 'access-ending-mail',
  payload: z.object({ enrolment_id: z.string() }),
  async find(ctx, { enrolment_id }) {
    const ending = await findEnding(ctx.db, enrolment_id)
    if (!ending || new Date(ending.ends_at) <= ctx.now()) return undefined
    const { end, headers } = reminderEnd(ctx.config.storeUrl, ending.reminder_token)
    return {
      to: ending.email,
      receiver: 'shop',
      language: ending.language,
      messageId: `access-ending.${enrolment_id}`,
      headers,
      letter: accessEndingEmail({ ...ending, end }),
      about: { enrolment_id },
    }
  },
})

const WorkDue = z.object({ user_id: z.coerce.number(), lesson_id: z.string(), due_at: z.string() })

/** Has the students written to whose work is due within a day, each once for a deadline. */
export function workDueJob(ctx: Context): Job {
  return {
    name: 'work-due',
    schedule: '*/15 * * * *',
    retries: 0,
    run: async () => {
      if (!isByDay(ctx.now())) return
      for (let taken = AT_ONCE; taken === AT_ONCE; ) {
        taken = await ctx.db.transaction(async (trx) => {
          const due = await takeDueWork(trx, ctx.now(), AT_ONCE)
          for (const work of due) await ctx.queue.send(trx, 'work-due-mail', work)
          return due.length
        })
      }
    },
  }
}

/** Reminds a student of work; nothing once it was submitted, its deadline moved, or reminders are off. */
export const workDueMailJob = oneMail({
  name: 'work-due-mail',
  payload: WorkDue,
  async find(ctx, work) {
    const found = await findDueWork(ctx.db, work, ctx.now())
    if (!found) return undefined
    const { email: to, language, reminder_token, title, course_name, name } = found
    const { end, headers } = reminderEnd(ctx.config.storeUrl, reminder_token)
    const { lesson_id, user_id, due_at } = work
    const about = { title, course_name, name, due_at, end }
    return {
      to,
      receiver: 'shop',
      language,
      headers,
      messageId: `work-due.${lesson_id}.${user_id}.${Date.parse(due_at)}`,
      letter: (shop) =>
        workDueEmail({ ...about, address: lessonAddress(shop.storeUrl, { ...found, lesson_id }) })(shop),
      about: { lesson_id },
    }
  },
})
