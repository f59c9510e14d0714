import { button, email, oneLine } from '../../platform/mail/email.ts'
import { footOf } from '../../platform/mail/reminder-emails.ts'

/** `lost`: there was no seat for the reader's payment. */
export const runMailKinds = ['day', 'hour', 'soon', 'moved', 'cancelled', 'lost'] as const
export type RunMailKind = (typeof runMailKinds)[number]

type RunEmailData = {
  kind: RunMailKind
  name: string | null
  /** Turns reminders off; absent for news. */
  end: string | undefined
  course_id: string
  course_name: string
  /** ISO 8601. */
  starts_at: string
}

/** Writes to a buyer about the date of a workshop. */
export const runEmail = email<RunEmailData>(({ kind, name, end, course_id, course_name, starts_at }, sender) => {
  const { t, moment, storeUrl } = sender
  const values = { course: oneLine(course_name), moment: moment(starts_at) }
  const begins = t('‘{course}’ begins on {moment} IST. The way to join is in the course.', values)
  const words: Record<RunMailKind, [subject: string, ...shown: string[]]> = {
    day: [t('Tomorrow: {course}, {moment} IST', values), begins],
    hour: [t('In an hour: {course}, {moment} IST', values), begins],
    soon: [t('Ten minutes to go: {course}', values), begins],
    moved: [
      t('Your new date: {course}, {moment} IST', values),
      t('your seat in ‘{course}’ is now on {moment} IST.', values),
      t('If you cannot come then, answer this email.'),
    ],
    cancelled: [
      t('Cancelled: {course} on {moment} IST', values),
      t('‘{course}’ on {moment} IST does not take place. We are sorry.', values),
      t('Choose in your dashboard: the next date, or your money back. Nothing changes before you press.'),
    ],
    lost: [
      t('Not booked: {course}', values),
      t('your payment for ‘{course}’ on {moment} IST came too late for a seat.', values),
      t('Nothing was booked, and your payment is on its way back to you.'),
    ],
  }
  const [subject, ...shown] = words[kind]
  const press = {
    lost: button(`${storeUrl}/course/${encodeURIComponent(course_id)}`, t('See other dates')),
    cancelled: button(`${storeUrl}/dashboard`, t('Choose now')),
  }
  const blocks = [...shown, press[kind as 'lost'] ?? button(`${storeUrl}/dashboard`, t('Go to my courses'))]
  return { name, subject, blocks, foot: end === undefined ? undefined : footOf(sender, end) }
})
