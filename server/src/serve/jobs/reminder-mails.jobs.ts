import { liveEnd } from 'contract/live-times'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findDueWork, takeDueWork } from '../../courses/assignments/reminders.queries.ts'
import { takeEnding } from '../../courses/enrolments/ending.queries.ts'
import { calendarOf, lessonAddress } from '../../courses/live/calendar.ts'
import {
  cancelOrphans,
  findLetter,
  letterKinds,
  lockRound,
  noteLetters,
  takeDue,
} from '../../courses/live/notices.queries.ts'
import { accessEndingLetter, liveLetter, workDueLetter } from '../../platform/mail/reminder-letters.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { findEnding } from '../reports/mails/recipients.queries.ts'
import { oneMail } from './mail-once.ts'

const AT_ONCE = 500

/** Has the students written to whose access ends within 7 days, each once for each end, unless the shop does not want it. */
export function accessEndingJob(ctx: Context): Job {
  return {
    name: 'access-ending',
    schedule: '41 * * * *',
    retries: 0,
    run: async () => {
      if (!(await findDelivery(ctx.db)).access_reminder) return
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
      language: ending.language,
      messageId: `access-ending.${enrolment_id}`,
      headers,
      letter: (shop) => accessEndingLetter({ ...ending, end, ...shop }),
      about: { enrolment_id },
    }
  },
})

const NoticePayload = z.object({ lesson_id: z.string(), kind: z.enum(letterKinds), version: z.number() })

/** Notifies students of live lessons every minute, of a change or an end before a reminder. */
export function liveRoundJob(ctx: Context): Job {
  return {
    name: 'live-round',
    schedule: '* * * * *',
    retries: 0,
    run: () =>
      ctx.db.transaction(async (trx) => {
        const now = ctx.now()
        await lockRound(trx)
        await cancelOrphans(trx, now)
        for (const kind of ['cancelled', 'changed', 'soon', 'day'] as const) {
          for (const notice of await takeDue(trx, kind, now))
            await ctx.queue.send(trx, 'live-letters', { ...notice, after: 0 })
        }
      }),
  }
}

/** Has some hundred students written to, each once, and those behind them by a job of their own. */
export function liveLettersJob(ctx: Context): Job {
  return {
    name: 'live-letters',
    run: async (payload) => {
      const { after, ...telling } = NoticePayload.extend({ after: z.number() }).parse(payload)
      await ctx.db.transaction(async (trx) => {
        const { userIds, last } = await noteLetters(trx, telling, { after, atOnce: AT_ONCE, now: ctx.now() })
        for (const user_id of userIds) await ctx.queue.send(trx, 'live-mail', { ...telling, user_id })
        if (last !== undefined) await ctx.queue.send(trx, 'live-letters', { ...telling, after: last })
      })
    },
  }
}

/** Tells a student of a live lesson; nothing once it is over, or is not any more what the letter would say of it. */
export const liveMailJob = oneMail({
  name: 'live-mail',
  payload: NoticePayload.extend({ user_id: z.number() }),
  async find(ctx, { lesson_id, kind, version, user_id }) {
    const now = ctx.now()
    const found = await findLetter(ctx.db, { lesson_id, user_id }, now)
    if (!found || found.cancelled !== (kind === 'cancelled') || liveEnd(found) <= now) return undefined
    const isReminder = kind === 'day' || kind === 'soon'
    if (isReminder && !found.reminders) return undefined
    const { storeUrl } = ctx.config
    const { end, headers } = reminderEnd(storeUrl, found.reminder_token)
    const content = Buffer.from(calendarOf(storeUrl, found, now, found.language))
    return {
      to: found.email,
      language: found.language,
      messageId: `live.${kind}.${lesson_id}.${version}.${user_id}`,
      ...(isReminder && { headers }),
      attachments: [
        { filename: 'live-lesson.ics', content, contentType: 'text/calendar; charset=utf-8; method=PUBLISH' },
      ],
      letter: (shop) =>
        liveLetter({
          ...found,
          kind,
          end: isReminder ? end : undefined,
          address: lessonAddress(shop.storeUrl, found),
          ...shop,
        }),
      about: { lesson_id, kind },
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
      language,
      headers,
      messageId: `work-due.${lesson_id}.${user_id}.${Date.parse(due_at)}`,
      letter: (shop) =>
        workDueLetter({ ...about, address: lessonAddress(shop.storeUrl, { ...found, lesson_id }), ...shop }),
      about: { lesson_id },
    }
  },
})
