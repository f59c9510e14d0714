import { JOIN_MINUTES } from 'contract/live-times'
import { button, email, oneLine } from '../../platform/mail/email.ts'
import { footOf } from '../../platform/mail/reminder-emails.ts'

type LiveEmailData = {
  kind: 'day' | 'soon' | 'changed' | 'cancelled'
  name: string | null
  /** Turns reminders off; absent where the lesson changed or is cancelled, which everybody hears. */
  end: string | undefined
  title: string
  course_name: string
  /** ISO 8601. */
  starts_at: string
  minutes: number
  /** The lesson's page in the store. */
  address: string
}

/** Notifies a student of a live lesson. It omits the room's link: the lesson shows it on time. */
export const liveEmail = email<LiveEmailData>(
  ({ kind, name, end, title, course_name, starts_at, minutes, address }, sender) => {
    const { t, moment, storeUrl } = sender
    const values = { lesson: oneLine(title), course: oneLine(course_name), minutes, moment: moment(starts_at) }
    const words: Record<LiveEmailData['kind'], [subject: string, shown: string]> = {
      day: [
        t('Live on {moment} IST: {lesson}', values),
        t('the live lesson ‘{lesson}’ of {course} is on {moment} IST, for {minutes} minutes.', values),
      ],
      soon: [
        t('Soon live: {lesson}, {moment} IST', values),
        t('the live lesson ‘{lesson}’ of {course} begins soon: {moment} IST, for {minutes} minutes.', values),
      ],
      changed: [
        t('New time: {lesson}, {moment} IST', values),
        t('the live lesson ‘{lesson}’ of {course} has a new time: {moment} IST, for {minutes} minutes.', values),
      ],
      cancelled: [
        t('Cancelled: {lesson}', values),
        t('the live lesson ‘{lesson}’ of {course} on {moment} IST will not take place. We are sorry.', values),
      ],
    }
    const [subject, shown] = words[kind]
    const next =
      kind === 'cancelled'
        ? [
            t('The attached file removes it from your calendar. Your other lessons stay as they are.'),
            button(`${storeUrl}/dashboard`, t('Go to my courses')),
          ]
        : [
            t(
              'Join from the lesson, from {minutes} minutes before it begins. The attached file adds it to your calendar.',
              { minutes: JOIN_MINUTES },
            ),
            button(address, t('Open the lesson')),
          ]
    return {
      name,
      subject,
      blocks: [shown, ...next],
      foot: end === undefined ? undefined : footOf(sender, end),
    }
  },
)
