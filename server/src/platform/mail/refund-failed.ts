import { fill } from 'contract/fill'
import { formatMoney } from 'contract/money'
import { inLanguage } from '../language/language.ts'
import { bold, html, rich } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type RefundFailedData = {
  name: string | null
  order_id: string
  amount_paise: number
  currency?: string
} & MailShop

/** A refund that the buyer was told of did not go through. */
export function refundFailedLetter({ name, order_id, amount_paise, currency, ...shop }: RefundFailedData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const amount = formatMoney(amount_paise, currency)
  const title = t('Your refund of {amount} did not go through', { amount })
  const greeting = greetingOf(speech, name)
  const says = t(
    'your bank did not take our refund of {amount} for your order\n{order}. Your money is not lost: we send it again\nand email you when it is on its way. You need to do nothing.',
  )
  const text = `${greeting}

${fill(says, { amount, order: order_id })}

${t('Your orders are here:')}
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(says, { amount: bold(amount), order: order_id }))}
${button(`${shop.storeUrl}/dashboard/orders`, t('See my orders'))}`
  return letter(shop, title, text, body)
}
