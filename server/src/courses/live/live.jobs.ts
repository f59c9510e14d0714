import { liveEnd } from 'contract/live-times'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { lessonAddress } from '../../platform/mail/lesson-address.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { messageDue } from '../../shop/moments/moments.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { calendarMethod, calendarOf, organizerOf } from './calendar.ts'
import { liveEmail } from './live-emails.ts'
import {
  cancelOrphans,
  findNotice,
  lockRound,
  type Notice,
  noteEmails,
  noticeKinds,
  takeDue,
} from './notices.queries.ts'

const AT_ONCE = 500

const NoticePayload = z.object({ lesson_id: z.string(), kind: z.enum(noticeKinds), version: z.number() })

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
export function liveEmailsJob(ctx: Context): Job {
  return {
    name: 'live-letters',
    run: async (payload) => {
      const { after, ...telling } = NoticePayload.extend({ after: z.number() }).parse(payload)
      await ctx.db.transaction(async (trx) => {
        const { userIds, last } = await noteEmails(trx, telling, { after, atOnce: AT_ONCE, now: ctx.now() })
        for (const user_id of userIds) await ctx.queue.send(trx, 'live-mail', { ...telling, user_id })
        await messageReaders(ctx, trx, telling, userIds)
        if (last !== undefined) await ctx.queue.send(trx, 'live-letters', { ...telling, after: last })
      })
    },
  }
}

/** Reminds the same students by WhatsApp, where the shop does. */
async function messageReaders(ctx: Context, trx: Db, notice: Notice, userIds: readonly number[]): Promise<void> {
  const { lesson_id, kind, version } = notice
  const [first] = userIds
  if (first === undefined || (kind !== 'day' && kind !== 'soon')) return
  const found = await findNotice(trx, { lesson_id, user_id: first }, ctx.now())
  if (!found) return
  const { title: lesson, course_name: course, course_id, starts_at: at } = found
  const facts = { lesson, course, at, path: lessonAddress('', { course_id, lesson_id }) }
  const key = `${lesson_id} ${version} ${kind}`
  await messageDue(ctx, trx, { kind: 'live', key, userIds, until: new Date(at), facts })
}

/** Tells a student of a live lesson; nothing once it is over, or is not any more what the letter would say of it. */
export const liveMailJob = oneMail({
  name: 'live-mail',
  payload: NoticePayload.extend({ user_id: z.number() }),
  async find(ctx, { lesson_id, kind, version, user_id }) {
    const now = ctx.now()
    const found = await findNotice(ctx.db, { lesson_id, user_id }, now)
    if (!found || found.cancelled !== (kind === 'cancelled') || liveEnd(found) <= now) return undefined
    const isReminder = kind === 'day' || kind === 'soon'
    if (isReminder && !found.reminders) return undefined
    const { storeUrl } = ctx.config
    const { end, headers } = reminderEnd(storeUrl, found.reminder_token)
    const organizer = await organizerOf(ctx, found.language)
    const content = Buffer.from(await calendarOf(storeUrl, found, now, { language: found.language, organizer }))
    return {
      to: found.email,
      receiver: 'shop',
      language: found.language,
      messageId: `live.${kind}.${lesson_id}.${version}.${user_id}`,
      ...(isReminder && { headers }),
      attachments: [
        {
          filename: 'live-lesson.ics',
          content,
          contentType: `text/calendar; charset=utf-8; method=${calendarMethod(found)}`,
        },
      ],
      letter: (shop) =>
        liveEmail({
          ...found,
          kind,
          end: isReminder ? end : undefined,
          address: lessonAddress(shop.storeUrl, found),
        })(shop),
      about: { lesson_id, kind },
    }
  },
})
