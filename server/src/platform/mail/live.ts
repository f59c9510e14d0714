import type { Values } from 'contract/fill'
import { JOIN_MINUTES } from 'contract/live-times'
import { inLanguage, type Speech } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type LiveLetterData = {
  kind: 'day' | 'soon' | 'changed' | 'cancelled'
  name: string | null
  title: string
  course_name: string
  /** ISO 8601. */
  starts_at: string
  minutes: number
  /** Of the lesson in the store. */
  address: string
} & MailShop

/** What a student is told of a live lesson. It says not where to join: that opens in the lesson, at its time. */
export function liveLetter({
  kind,
  name,
  title,
  course_name,
  starts_at,
  minutes,
  address,
  ...shop
}: LiveLetterData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  const [lesson, course] = [oneLine(title), oneLine(course_name)]
  const values = { lesson, course, minutes, moment: speech.moment(starts_at) }
  const [subject, said] = wordsOf(kind, t, values)
  const after =
    kind === 'cancelled'
      ? t('The attached file removes it from your calendar. Your other lessons stay as they are.')
      : t(
          'Join from the lesson, from {minutes} minutes before it begins. The attached file adds it to your calendar.',
          { minutes: JOIN_MINUTES },
        )
  const [where, label] =
    kind === 'cancelled' ? [`${shop.storeUrl}/dashboard`, t('Go to my courses')] : [address, t('Open the lesson')]
  const text = `${greeting}

${said}

${after}

${where}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${paragraph(html`${after}`)}
${button(where, label)}`
  return letter(shop, subject, text, body)
}

/** Subject and first sentence. */
function wordsOf(kind: LiveLetterData['kind'], t: Speech['t'], values: Values): [string, string] {
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
