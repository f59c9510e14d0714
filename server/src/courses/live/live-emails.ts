import type { Values } from 'contract/fill'
import { JOIN_MINUTES } from 'contract/live-times'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
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
} & MailShop

/** Notifies a student of a live lesson. It omits the room's link: the lesson shows it on time. */
export function liveEmail({
  kind,
  name,
  end,
  title,
  course_name,
  starts_at,
  minutes,
  address,
  ...shop
}: LiveEmailData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  const [lesson, course] = [oneLine(title), oneLine(course_name)]
  const values = { lesson, course, minutes, moment: speech.moment(starts_at) }
  const [subject, shown] = wordsOf(kind, t, values)
  const after =
    kind === 'cancelled'
      ? t('The attached file removes it from your calendar. Your other lessons stay as they are.')
      : t(
          'Join from the lesson, from {minutes} minutes before it begins. The attached file adds it to your calendar.',
          { minutes: JOIN_MINUTES },
        )
  const [where, label] =
    kind === 'cancelled' ? [`${shop.storeUrl}/dashboard`, t('Go to my courses')] : [address, t('Open the lesson')]
  const foot = end === undefined ? undefined : footOf(t, end)
  const text = `${greeting}

${shown}

${after}

${where}${foot ? `\n\n${foot.text}` : ''}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${paragraph(html`${after}`)}
${button(where, label)}`
  return composeEmail(shop, subject, text, body, foot ? foot.html : undefined)
}

/** Returns subject and first sentence. */
function wordsOf(kind: LiveEmailData['kind'], t: Speech['t'], values: Values): [string, string] {
  if (kind === 'day')
    return [
      t('Live on {moment} IST: {lesson}', values),
      t('the live lesson ‘{lesson}’ of {course} is on {moment} IST, for {minutes} minutes.', values),
    ]
  if (kind === 'soon')
    return [
      t('Soon live: {lesson}, {moment} IST', values),
      t('the live lesson ‘{lesson}’ of {course} begins soon: {moment} IST, for {minutes} minutes.', values),
    ]
  if (kind === 'changed')
    return [
      t('New time: {lesson}, {moment} IST', values),
      t('the live lesson ‘{lesson}’ of {course} has a new time: {moment} IST, for {minutes} minutes.', values),
    ]
  return [
    t('Cancelled: {lesson}', values),
    t('the live lesson ‘{lesson}’ of {course} on {moment} IST will not take place. We are sorry.', values),
  ]
}
