import { formatRupees } from 'contract/money'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type RefundData = {
  name: string | null
  order_id: string
  amount_paise: number
  /** `duplicate_payment`: the course was owned already, and the program gives the money back by itself. */
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
} & MailShop

/** Money is on its way back. */
export function refundLetter({ name, order_id, amount_paise, origin, ...shop }: RefundData): Letter {
  const amount = formatRupees(amount_paise)
  const title = `Your refund of ${amount}`
  const greeting = greetingOf(name)
  const why = origin === 'duplicate_payment' ? 'You already had what you paid for, so we give the money back.' : ''
  const text = `${greeting}

we have sent ${amount} of your order ${order_id} back.
${why ? `${why}\n` : ''}It goes to the account or card that you paid with, mostly
within 5 to 7 working days.

Your orders are here:
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`we have sent <strong>${amount}</strong> of your order ${order_id} back. ${why}`)}
${paragraph(html`It goes to the account or card that you paid with, mostly within 5 to 7 working days.`)}
${button(`${shop.storeUrl}/dashboard/orders`, 'See my orders')}`
  return letter(shop, title, text, body)
}
