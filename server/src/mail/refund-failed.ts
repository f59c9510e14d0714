import { formatRupees } from 'contract/money'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type RefundFailedData = { name: string | null; order_id: string; amount_paise: number } & MailShop

/** A refund that the buyer was told of did not go through. */
export function refundFailedLetter({ name, order_id, amount_paise, ...shop }: RefundFailedData): Letter {
  const amount = formatRupees(amount_paise)
  const title = `Your refund of ${amount} did not go through`
  const greeting = greetingOf(name)
  const text = `${greeting}

your bank did not take our refund of ${amount} for your order
${order_id}. Your money is not lost: we send it again
and email you when it is on its way. You need to do nothing.

Your orders are here:
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`your bank did not take our refund of <strong>${amount}</strong> for your order ${order_id}. Your money is not lost: we send it again and email you when it is on its way. You need to do nothing.`)}
${button(`${shop.storeUrl}/dashboard/orders`, 'See my orders')}`
  return letter(shop, title, text, body)
}
