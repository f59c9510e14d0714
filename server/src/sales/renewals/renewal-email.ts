import { inLanguage } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  oneLine,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
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
} & MailShop

/** Offers a student whose access ends soon a further period at its price. */
export function renewalEmail({
  name,
  end,
  course_name,
  amount,
  ends_at,
  until,
  address,
  ...shop
}: RenewalData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const values = { course: oneLine(course_name), amount, day: speech.longDay(ends_at), until: speech.longDay(until) }
  const title = t('Your access to {course} ends on {day}', values)
  const greeting = greetingOf(speech, name)
  const till = t('your access to {course} ends on {day}. Until then the lessons are open to you as before.', values)
  const after = t(
    'Renew it for {amount}, and it is yours until {until}. The new time begins when the present one ends, so paying early loses no day.',
    values,
  )
  const stays = t('Your notes and your progress stay, whether you renew or not.')
  const label = t('Renew for {amount}', { amount })
  const foot = footOf(t, end)
  const text = `${greeting}

${till}

${after}

${stays}

${label}: ${address}

${foot.text}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${till}`)}
${paragraph(html`${after}`)}
${paragraph(html`${stays}`)}
${button(address, label)}`
  return composeEmail(shop, title, text, body, foot.html)
}
