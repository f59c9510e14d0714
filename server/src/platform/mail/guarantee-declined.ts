import { inLanguage } from '../language/language.ts'
import { flow, html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type GuaranteeDeclinedData = { name: string | null; order_id: string; answer: string } & MailShop

/** The shop does not give the money back that a buyer asked for, in its own words. */
export function guaranteeDeclinedLetter({ name, order_id, answer, ...shop }: GuaranteeDeclinedData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const order = { order: order_id }
  const title = t('Your refund request for order {order}', order)
  const greeting = greetingOf(speech, name)
  const cannot = t('you asked for a refund of your order {order}. We cannot\ngive this refund:', order)
  const text = `${greeting}

${cannot}

${answer}

${t('You keep your courses. Do you have a question? Write to us:')}
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${flow(cannot)}`)}
${paragraph(html`<span style="white-space:pre-line">${answer}</span>`)}
${paragraph(html`${t('You keep your courses. Do you have a question? Write to us.')}`)}
${button(`${shop.storeUrl}/contact`, t('Write to us'))}`
  return letter(shop, title, text, body)
}
