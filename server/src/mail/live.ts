import { JOIN_MINUTES, liveMomentText } from 'contract/live-times'
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
  const [lesson, course] = [oneLine(title), oneLine(course_name)]
  const moment = `${liveMomentText(starts_at)} IST`
  const greeting = greetingOf(name)
  const what = `the live lesson ‘${lesson}’ of ${course}`
  const says = {
    day: [`Live on ${moment}: ${lesson}`, `${what} is on ${moment}, for ${minutes} minutes.`],
    soon: [`Soon live: ${lesson}, ${moment}`, `${what} begins soon: ${moment}, for ${minutes} minutes.`],
    changed: [`New time: ${lesson}, ${moment}`, `${what} has a new time: ${moment}, for ${minutes} minutes.`],
    cancelled: [`Cancelled: ${lesson}`, `${what} on ${moment} will not take place. We are sorry.`],
  } as const
  const [subject, said] = says[kind]
  const join = `You join from the lesson, from ${JOIN_MINUTES} minutes before it begins. The file with this mail puts it into your calendar.`
  const after =
    kind === 'cancelled'
      ? 'The file with this mail takes it out of your calendar. Your other lessons stay as they are.'
      : join
  const [where, label] =
    kind === 'cancelled' ? [`${shop.storeUrl}/dashboard`, 'Go to my courses'] : [address, 'Open the lesson']
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
