import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { findReader } from '../../shop/users/language.queries.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { calendarOf } from './run-calendar.ts'
import { runEmail, runMailKinds } from './run-emails.ts'
import { findMailed, findSeated, type ReminderKind, takeReminders } from './workshops.queries.ts'

const reminderKinds: readonly ReminderKind[] = ['day', 'hour', 'soon']

/** Reminds who has a seat a day, an hour and ten minutes before, each once. */
export function runRoundJob(ctx: Context): Job {
  return {
    name: 'run-round',
    schedule: '* * * * *',
    retries: 0,
    run: () =>
      ctx.db.transaction(async (trx) => {
        const now = ctx.now()
        for (const kind of reminderKinds)
          for (const runId of await takeReminders(trx, kind, now)) {
            const seats = (await findSeated(trx, runId)).filter(({ reminders }) => reminders)
            const mails = seats.map(({ order_id }) => ({ order_id, kind, at: now.toISOString() }))
            await ctx.queue.sendAll(trx, 'run-mail', mails)
          }
      }),
  }
}

/** Writes about the date of an order; no reminder once it began, is cancelled, or the seat is free. */
export const runMailJob = oneMail({
  name: 'run-mail',
  payload: z.object({ order_id: z.string(), kind: z.enum(runMailKinds), at: z.string() }),
  async find(ctx, { order_id, kind, at }) {
    const { db, now, config } = ctx
    const found = await findMailed(db, order_id)
    const reader = found && (await findReader(db, found.user_id))
    if (!reader) return undefined
    const isReminder = (reminderKinds as readonly string[]).includes(kind)
    const isOff = (kind === 'cancelled') !== (found.cancelled_at !== null)
    if (kind !== 'lost' && (!found.taken || isOff)) return undefined
    if (isReminder && (new Date(found.starts_at) <= now() || !reader.reminders)) return undefined
    const { end, headers } = reminderEnd(config.storeUrl, reader.reminder_token)
    const { file, type } = await calendarOf(ctx, found.user_id, found)
    return {
      ...reader,
      receiver: 'shop',
      messageId: `run.${kind}.${order_id}.${Date.parse(at)}`,
      ...(isReminder && { headers }),
      // A seat that was never had is in no calendar.
      ...(kind !== 'lost' && {
        attachments: [{ filename: 'workshop.ics', content: Buffer.from(file), contentType: type }],
      }),
      letter: runEmail({ ...found, name: reader.name, kind, end: isReminder ? end : undefined }),
      about: { order_id, kind },
    }
  },
})
