import type { ReportMail } from 'contract/books/report-mail'
import { calls } from '../../context.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { findReportMail, storeReportMail } from './report-mail.queries.ts'
import { dueSpan } from './report-span.ts'

const noted = ({ weekly, monthly, to, language }: ReportMail) => ({ weekly, monthly, to, language })

export const reportMailHandlers = {
  reportMail: calls.books.reportMail.handler(({ context }) => findReportMail(context.ctx.db)),

  saveReportMail: calls.books.saveReportMail.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    return db.transaction(async (trx) => {
      const before = await findReportMail(trx, { locked: true })
      // The first report is of the span that runs at the switch.
      const after = {
        ...input,
        week_done: input.weekly ? (before.week_done ?? dueSpan('week', now())) : null,
        month_done: input.monthly ? (before.month_done ?? dueSpan('month', now())) : null,
      }
      await storeReportMail(trx, after)
      const change = changedFields(noted(before), noted(after))
      await noteChange(trx, { kind: 'settings', id: 'report_mail', name: 'Reports by email', ...change })
      return after
    })
  }),
}
