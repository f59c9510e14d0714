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
import type { DueKind } from './parts.service.ts'

type PartDueData = {
  kind: DueKind
  name: string | null
  part: number
  of: number
  course_name: string
  /** Formatted. */
  amount: string
  /** ISO 8601. */
  due_at: string
  /** End of access while the part is unpaid; ISO 8601. */
  open_until: string
  /** The lessons are paused by now. */
  paused: boolean
  /** The plan's page in the store. */
  address: string
} & MailShop

/** Reminds a student of a part of a plan, with the way to pay it. */
export function partDueEmail({
  kind,
  name,
  part,
  of,
  course_name,
  amount,
  due_at,
  open_until,
  paused,
  address,
  ...shop
}: PartDueData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const values = { part, of, course: oneLine(course_name), amount, day: speech.longDay(due_at) }
  const [subject, shown] = wordsOf(kind, t, values)
  const greeting = greetingOf(speech, name)
  const until = { day: speech.longDay(open_until) }
  const after = paused
    ? t(
        'Your lessons are paused since {day}. Notes and progress are there, and everything opens again when you pay.',
        until,
      )
    : t('Your lessons stay open until {day}. Then they pause, and everything opens again when you pay.', until)
  const nothing = t('Nothing is charged automatically: you pay each part from its own link.')
  const label = t('Pay {amount}', { amount })
  const text = `${greeting}

${shown}

${after}

${nothing}

${label}: ${address}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${paragraph(html`${after}`)}
${paragraph(html`${nothing}`)}
${button(address, label)}`
  return composeEmail(shop, subject, text, body)
}

/** Returns subject and first sentence. */
function wordsOf(kind: DueKind, t: Speech['t'], values: Record<string, string | number>): [string, string] {
  if (kind === 'before')
    return [
      t('Part {part} of {of} is due on {day}: {course}', values),
      t('part {part} of {of} for {course} is due on {day}: {amount}.', values),
    ]
  if (kind === 'day')
    return [
      t('Part {part} of {of} is due today: {course}', values),
      t('part {part} of {of} for {course} is due today: {amount}.', values),
    ]
  return [
    t('Part {part} of {of} was due on {day}: {course}', values),
    t('part {part} of {of} for {course} was due on {day}: {amount}.', values),
  ]
}
