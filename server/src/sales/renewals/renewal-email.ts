import { email, namedButton, oneLine } from '../../platform/mail/email.ts'
import { footOf } from '../../platform/mail/reminder-emails.ts'

type RenewalData = {
  name: string | null
  /** Turns reminders off. */
  end: string
  course_name: string
  /** Formatted. */
  amount: string
  /** ISO 8601. */
  ends_at: string
  /** End of the new period. */
  until: string
  /** The page that renews it. */
  address: string
}

/** Offers a student whose access ends soon a further period at its price. */
export const renewalEmail = email<RenewalData>(
  ({ name, end, course_name, amount, ends_at, until, address }, sender) => {
    const { t, longDay } = sender
    const values = { course: oneLine(course_name), amount, day: longDay(ends_at), until: longDay(until) }
    return {
      name,
      subject: t('Your access to {course} ends on {day}', values),
      blocks: [
        t('your access to {course} ends on {day}. Until then the lessons are open to you as before.', values),
        t(
          'Renew it for {amount}, and it is yours until {until}. The new time begins when the present one ends, so paying early loses no day.',
          values,
        ),
        t('Your notes and your progress stay, whether you renew or not.'),
        namedButton(address, t('Renew for {amount}', values)),
      ],
      foot: footOf(sender, end),
    }
  },
)
