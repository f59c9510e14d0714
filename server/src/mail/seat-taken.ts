import { html } from './html.ts'
import { button, greetingOf, type Letter, type MailShop, oneLine, page, paragraph } from './letter.ts'

export type SeatTakenData = { name: string | null; course_name: string } & MailShop

/** The gift that opened a course was refunded, and the course went with it. */
export function seatTakenLetter({ name, course_name, storeUrl, shopName, logoUrl }: SeatTakenData): Letter {
  const course = oneLine(course_name)
  const title = `Your access to ${course} has ended`
  const greeting = greetingOf(name)
  const text = `${greeting}

you opened ${course} with a gift code. The shop has refunded
the order that the code came from, so the course is no longer in
your account. You have paid nothing, and you lose no money.

Is this a mistake? Ask the person who gave you the code, or
write to us:
${storeUrl}/contact

${shopName}
${storeUrl}
`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`you opened <strong>${course}</strong> with a gift code. The shop has refunded the order that the code came from, so the course is no longer in your account. You have paid nothing, and you lose no money.`)}
${paragraph(html`Is this a mistake? Ask the person who gave you the code, or write to us.`)}
${button(`${storeUrl}/contact`, 'Write to us')}`
  return { subject: title, text, html: page(title, body, { storeUrl, shopName, logoUrl }) }
}
