import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type GuaranteeDeclinedData = { name: string | null; order_id: string; answer: string } & MailShop

/** The shop does not give the money back that a buyer asked for, in its own words. */
export function guaranteeDeclinedLetter({ name, order_id, answer, ...shop }: GuaranteeDeclinedData): Letter {
  const title = `Your refund request for order ${order_id}`
  const greeting = greetingOf(name)
  const text = `${greeting}

you asked for a refund of your order ${order_id}. We cannot
give this refund:

${answer}

You keep your courses. Do you have a question? Write to us:
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`you asked for a refund of your order ${order_id}. We cannot give this refund:`)}
${paragraph(html`<span style="white-space:pre-line">${answer}</span>`)}
${paragraph(html`You keep your courses. Do you have a question? Write to us.`)}
${button(`${shop.storeUrl}/contact`, 'Write to us')}`
  return letter(shop, title, text, body)
}
