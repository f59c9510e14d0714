import { calls } from '../../context.ts'
import { setting } from '../../shop/settings/setting.ts'
import { findReportMail, storeReportMail } from './report-mail.queries.ts'
import { dueSpan } from './report-span.ts'

export const reportMail = setting({
  calls: [calls.books.reportMail, calls.books.saveReportMail],
  entry: { id: 'report_mail', name: 'Reports by email' },
  find: findReportMail,
  // The first report is of the span that runs at the switch.
  store: (trx, input, { before, now }) =>
    storeReportMail(trx, {
      ...input,
      week_done: input.weekly ? (before.week_done ?? dueSpan('week', now())) : null,
      month_done: input.monthly ? (before.month_done ?? dueSpan('month', now())) : null,
    }),
  noted: ({ week_done: _, month_done: __, ...chosen }) => chosen,
  answer: (saved) => saved,
})
