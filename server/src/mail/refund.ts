import { formatRupees } from 'contract/money'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type RefundData = {
  name: string | null
  order_id: string
  amount_paise: number
  /** `duplicate_payment`: the course was owned already, and the program gives the money back by itself. */
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  channel: 'gateway' | 'bank' | 'dispute'
  /** Of a bank transfer. */
  reference: string | null
} & MailShop

/** Money is on its way back, or has come back outside the gateway. */
export function refundLetter({ name, ...refund }: RefundData): Letter {
  const { order_id, amount_paise, ...shop } = refund
  const amount = formatRupees(amount_paise)
  const title = `Your refund of ${amount}`
  const greeting = greetingOf(name)
  const [before, after] =
    refund.channel === 'dispute'
      ? ['your bank has given you ', ` of your order ${order_id} back.`]
      : ['we have sent ', ` of your order ${order_id} back.`]
  const way = wayOf(refund)
  const text = `${greeting}

${before}${amount}${after}
${way.join('\n')}

Your orders are here:
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${before}<strong>${amount}</strong>${after}`)}
${paragraph(html`${way.join(' ')}`)}
${button(`${shop.storeUrl}/dashboard/orders`, 'See my orders')}`
  return letter(shop, title, text, body)
}

function wayOf({ origin, channel, reference }: Omit<RefundData, 'name'>): string[] {
  if (channel === 'bank')
    return [
      'We sent it by bank transfer. It mostly arrives within 2 working days.',
      `Reference: ${oneLine(reference ?? '')}`,
    ]
  if (channel === 'dispute') return ['You asked your bank to reverse this payment, and it did.']
  return [
    ...(origin === 'duplicate_payment' ? ['You already had what you paid for, so we give the money back.'] : []),
    'It goes to the account or card that you paid with, mostly',
    'within 5 to 7 working days.',
  ]
}
