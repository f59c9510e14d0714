import { html } from './html.ts'
import {
  button,
  code as codeBox,
  greetingOf,
  type Letter,
  letter,
  type MailShop,
  oneLine,
  paragraph,
} from './letter.ts'

export type GiftData = { name: string | null; order_id: string; course_name: string; code: string } & MailShop

/** A gift code in the place of one that was sent before. */
export function giftLetter({ name, order_id, course_name, code, ...shop }: GiftData): Letter {
  const course = oneLine(course_name)
  const title = `A new gift code for ${course}`
  const greeting = greetingOf(name)
  const place = `${shop.storeUrl}/dashboard/settings#redeem-gift`
  const text = `${greeting}

here is a new gift code of your order ${order_id}. It replaces
one that no longer works.

${code}  ${course}

It opens the course for one person, who signs in or registers
and enters it here:
${place}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`here is a new gift code of your order ${order_id}. It replaces one that no longer works.`)}
${paragraph(html`${codeBox(code)}<br>${course}`)}
${paragraph(html`It opens the course for one person, who signs in or registers and enters it.`)}
${button(place, 'Redeem a gift code')}`
  return letter(shop, title, text, body)
}
