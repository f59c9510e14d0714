import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import { runEmail, runMailKinds } from './run-emails.ts'
import { findRunReader, findSeated, type ReminderKind, takeReminders } from './workshops.queries.ts'

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
    const found = await findRunReader(ctx.db, order_id)
    const isReminder = (reminderKinds as readonly string[]).includes(kind)
    if (!found || (kind !== 'lost' && !found.taken)) return undefined
    if (kind !== 'lost' && (kind === 'cancelled') !== (found.cancelled_at !== null)) return undefined
    if (isReminder && (new Date(found.starts_at) <= ctx.now() || !found.reminders)) return undefined
    const { end, headers } = reminderEnd(ctx.config.storeUrl, found.reminder_token)
    return {
      to: found.email,
      receiver: 'shop',
      language: found.language,
      messageId: `run.${kind}.${order_id}.${Date.parse(at)}`,
      ...(isReminder && { headers }),
      letter: runEmail({ ...found, kind, end: isReminder ? end : undefined }),
      about: { order_id, kind },
    }
  },
})
