import { longDayText } from 'contract/indian-time'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type AccessEndingData = {
  name: string | null
  course_id: string
  course_name: string
  /** ISO 8601. */
  ends_at: string
  /** Whether it can be bought again at present. */
  sold: boolean
} & MailShop

/** A student's access to a course ends in some days. */
export function accessEndingLetter({ name, course_id, course_name, ends_at, sold, ...shop }: AccessEndingData): Letter {
  const course = oneLine(course_name)
  const day = longDayText(ends_at)
  const title = `Your access to ${course} ends on ${day}`
  const greeting = greetingOf(name)
  const till = `your access to ${course} ends on ${day}. Until then the lessons are open to you as before.`
  const stays = 'Your notes and your progress stay in your account afterwards.'
  const renew = 'If you buy it again now, the new time begins when the present one ends.'
  const [where, label] = sold
    ? [`${shop.storeUrl}/course/${course_id}`, 'See the course']
    : [`${shop.storeUrl}/dashboard`, 'Go to my courses']
  const text = `${greeting}

${till}

${stays}${sold ? ` ${renew}` : ''}

${where}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${till}`)}
${paragraph(html`${stays}${sold ? ` ${renew}` : ''}`)}
${button(where, label)}`
  return letter(shop, title, text, body)
}
