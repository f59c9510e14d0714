import { fill } from 'contract/fill'
import { inLanguage } from '../language/language.ts'
import { bold, html, rich } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type SeatTakenData = { name: string | null; course_name: string } & MailShop

/** The gift that opened a course was refunded, and the course went with it. */
export function seatTakenLetter({ name, course_name, ...shop }: SeatTakenData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const title = t('Your access to {course} has ended', { course })
  const greeting = greetingOf(speech, name)
  const says = t(
    'you opened {course} with a gift code. The shop has refunded\nthe order that the code came from, so the course is no longer in\nyour account. You have paid nothing, and you lose no money.',
  )
  const text = `${greeting}

${fill(says, { course })}

${t('Is this a mistake? Ask the person who gave you the code, or\nwrite to us:')}
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(says, { course: bold(course) }))}
${paragraph(html`${t('Is this a mistake? Ask the person who gave you the code, or write to us.')}`)}
${button(`${shop.storeUrl}/contact`, t('Write to us'))}`
  return letter(shop, title, text, body)
}
