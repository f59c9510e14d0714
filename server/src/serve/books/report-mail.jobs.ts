import { addDays } from 'contract/indian-time'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { oneMail } from '../../shop/mails/mail-once.ts'
import { readReport } from './report.ts'
import { reportEmail } from './report-email.ts'
import { findReportMail, storeReportMail } from './report-mail.queries.ts'
import { dueSpan, lastOf, spanBefore } from './report-span.ts'

/**
 * Sends the report of the last week and month from 8 am in India of the day after it. A shop that was off sends the last one alone, which names
 * those before it.
 */
export function reportsDueJob(ctx: Context): Job {
  return {
    name: 'reports-due',
    // The job runs at each full hour in India, and sends from 8 am on the days of a report.
    schedule: '30 * * * *',
    retries: 0,
    run: async () => {
      const { weekly, monthly } = await findReportMail(ctx.db)
      if (!weekly && !monthly) return
      await ctx.db.transaction(async (trx) => {
        // The row is locked: another instance finds it done.
        const settings = await findReportMail(trx, { lock: true })
        const done = { week: settings.week_done, month: settings.month_done }
        for (const kind of ['week', 'month'] as const) {
          const last = done[kind]
          const from = dueSpan(kind, ctx.now())
          if (last === null || last >= from) continue
          const before = spanBefore(kind, from)
          const skipped = last < before ? { from: addDays(lastOf(kind, last), 1), to: lastOf(kind, before) } : null
          for (const to of settings.to) await ctx.queue.send(trx, 'report-mail', { kind, from, skipped, to })
          done[kind] = from
        }
        await storeReportMail(trx, { ...settings, week_done: done.week, month_done: done.month })
      })
    },
  }
}

const Days = z.object({ from: z.string(), to: z.string() })
const Payload = z.object({
  kind: z.enum(['week', 'month']),
  from: z.string(),
  /** Days without a report before it. */
  skipped: Days.nullable(),
  to: z.string(),
})

/** Sends a report to one address; nothing once the address was removed. */
export const reportMailJob = oneMail({
  name: 'report-mail',
  payload: Payload,
  concurrency: 1,
  async find(ctx, { kind, from, skipped, to }) {
    const settings = await findReportMail(ctx.db)
    if (!settings.to.includes(to)) return undefined
    const until = lastOf(kind, from)
    const report = await readReport(ctx, kind, from, until)
    return {
      to,
      receiver: 'shop',
      language: settings.language,
      messageId: `report.${kind}.${from}.${to}`,
      letter: reportEmail({ kind, from, until, skipped, report, adminUrl: `${ctx.config.storeUrl}/admin` }),
      about: { kind, from },
    }
  },
})
