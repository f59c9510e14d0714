import { fill } from 'contract/fill'
import { formatMoney } from 'contract/money'
import { inLanguage, type Speech } from '../language/language.ts'
import { bold, flow, html, rich } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type RefundData = {
  name: string | null
  order_id: string
  amount_paise: number
  /** As it came; rupees where it is not said. */
  currency?: string
  /** `duplicate_payment`: the course was owned already, and the program gives the money back by itself. */
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  channel: 'gateway' | 'bank' | 'dispute'
  /** Of a bank transfer. */
  reference: string | null
} & MailShop

/** Money is on its way back, or has come back outside the gateway. */
export function refundLetter({ name, ...refund }: RefundData): Letter {
  const { order_id, amount_paise, currency, ...shop } = refund
  const speech = inLanguage(shop.language)
  const { t } = speech
  const amount = formatMoney(amount_paise, currency)
  const title = t('Your refund of {amount}', { amount })
  const greeting = greetingOf(speech, name)
  const says =
    refund.channel === 'dispute'
      ? t('your bank has given you {amount} of your order {order} back.')
      : t('we have sent {amount} of your order {order} back.')
  const way = wayOf(speech, refund)
  const text = `${greeting}

${fill(says, { amount, order: order_id })}
${way.join('\n')}

${t('Your orders are here:')}
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(says, { amount: bold(amount), order: order_id }))}
${paragraph(html`${flow(way.join(' '))}`)}
${button(`${shop.storeUrl}/dashboard/orders`, t('See my orders'))}`
  return letter(shop, title, text, body)
}

function wayOf({ t }: Speech, { origin, channel, reference }: Omit<RefundData, 'name'>): string[] {
  if (channel === 'bank')
    return [
      t('We sent it by bank transfer. It mostly arrives within 2 working days.'),
      t('Reference: {reference}', { reference: oneLine(reference ?? '') }),
    ]
  if (channel === 'dispute') return [t('You asked your bank to reverse this payment, and it did.')]
  return [
    ...(origin === 'duplicate_payment' ? [t('You already had what you paid for, so we give the money back.')] : []),
    t('It goes to the account or card that you paid with, mostly\nwithin 5 to 7 working days.'),
  ]
}
