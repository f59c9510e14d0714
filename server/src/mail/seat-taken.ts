import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type SeatTakenData = { name: string | null; course_name: string } & MailShop

/** The gift that opened a course was refunded, and the course went with it. */
export function seatTakenLetter({ name, course_name, ...shop }: SeatTakenData): Letter {
  const course = oneLine(course_name)
  const title = `Your access to ${course} has ended`
  const greeting = greetingOf(name)
  const text = `${greeting}

you opened ${course} with a gift code. The shop has refunded
the order that the code came from, so the course is no longer in
your account. You have paid nothing, and you lose no money.

Is this a mistake? Ask the person who gave you the code, or
write to us:
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`you opened <strong>${course}</strong> with a gift code. The shop has refunded the order that the code came from, so the course is no longer in your account. You have paid nothing, and you lose no money.`)}
${paragraph(html`Is this a mistake? Ask the person who gave you the code, or write to us.`)}
${button(`${shop.storeUrl}/contact`, 'Write to us')}`
  return letter(shop, title, text, body)
}
