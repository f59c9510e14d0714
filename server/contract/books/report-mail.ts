import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Day, Email } from '../fields.ts'

const MOST = 5

export const ReportMailInput = z
  .object({
    /** On Monday at 8 am in India, of the week before. */
    weekly: z.boolean(),
    /** On the 1st at 8 am in India, of the month before. */
    monthly: z.boolean(),
    /** Admins, or an accountant outside. */
    to: z.array(Email).max(MOST, { error: `At most ${MOST} addresses` }),
    /** Language of the emails. */
    language: z.enum(['en', 'hi', 'mr']).default('en'),
  })
  .refine(({ weekly, monthly, to }) => to.length > 0 || !(weekly || monthly), {
    path: ['to'],
    error: 'Enter an email address, or switch the emails off',
  })
  .refine(({ to }) => new Set(to).size === to.length, { path: ['to'], error: 'An address is there twice' })

export const ReportMail = z.object({
  weekly: z.boolean(),
  monthly: z.boolean(),
  to: z.array(z.string()),
  language: z.enum(['en', 'hi', 'mr']),
  /** First days of the last week and month that are done: sent, or over when it was switched on. Null while it is off. */
  week_done: Day.nullable(),
  month_done: Day.nullable(),
})
export type ReportMail = z.output<typeof ReportMail>

export const books = {
  /** Returns which reports go out by email, and to whom. */
  reportMail: defineCall({
    method: 'GET',
    path: '/admin/report_mail',
    access: 'admin',
    roles: ['finance'],
    summary: 'Reports by email',
  }).output(ReportMail),

  /** Sets which reports go out. The first one is of the week or month that runs. */
  saveReportMail: defineCall({
    method: 'PUT',
    path: '/admin/report_mail',
    access: 'admin',
    confirm: 'caller',
    summary: 'Set the reports by email',
  })
    .input(ReportMailInput)
    .output(ReportMail),
}
