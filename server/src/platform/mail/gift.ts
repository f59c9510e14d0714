import { inLanguage } from '../language/language.ts'
import { flow, html } from './html.ts'
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
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const title = t('A new gift code for {course}', { course })
  const greeting = greetingOf(speech, name)
  const place = `${shop.storeUrl}/dashboard/settings#redeem-gift`
  const replaces = t('here is a new gift code of your order {order}. It replaces\none that no longer works.', {
    order: order_id,
  })
  const text = `${greeting}

${replaces}

${code}  ${course}

${t('It opens the course for one person, who logs in or registers\nand enters it here:')}
${place}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${flow(replaces)}`)}
${paragraph(html`${codeBox(code)}<br>${course}`)}
${paragraph(html`${t('It opens the course for one person, who logs in or registers and enters it.')}`)}
${button(place, t('Redeem a gift code'))}`
  return letter(shop, title, text, body)
}
