import { fill } from 'contract/fill'
import { formatMoney } from 'contract/money'
import { inLanguage, type Speech } from '../language/language.ts'
import { button, composeEmail, type EmailContent, greetingOf, type MailShop, oneLine, paragraph } from './email.ts'
import { bold, flow, html, rich } from './html.ts'
import { type OfPaidOrder, ordersAddress } from './order-emails.ts'

type RefundData = {
  name: string | null
  order_no: string
  amount_paise: number
  /** The payment's currency; rupees by default. */
  currency?: string
  /** `duplicate_payment`: the buyer owned the course already, and the program refunds by itself. */
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  channel: 'gateway' | 'bank' | 'dispute'
  /** Reference of a bank transfer. */
  reference: string | null
} & OfPaidOrder &
  MailShop

/** Reports a refund, through the gateway or outside it. */
export function refundEmail({ name, ...refund }: RefundData): EmailContent {
  const { order_no, amount_paise, currency, proof, ...shop } = refund
  const orders = ordersAddress(shop.storeUrl, proof)
  const speech = inLanguage(shop.language)
  const { t } = speech
  const amount = formatMoney(amount_paise, currency)
  const title = t('Your refund of {amount}', { amount })
  const greeting = greetingOf(speech, name)
  const shows =
    refund.channel === 'dispute'
      ? t('your bank has given you {amount} of your order {order} back.')
      : t('we have sent {amount} of your order {order} back.')
  const way = wayOf(speech, refund)
  const text = `${greeting}

${fill(shows, { amount, order: order_no })}
${way.join('\n')}

${t('Your orders are here:')}
${orders}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(shows, { amount: bold(amount), order: order_no }))}
${paragraph(html`${flow(way.join(' '))}`)}
${button(orders, t('See my orders'))}`
  return composeEmail(shop, title, text, body)
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

type RefundFailedData = {
  name: string | null
  order_no: string
  amount_paise: number
  currency?: string
} & OfPaidOrder &
  MailShop

/** Reports that an announced refund failed. */
export function refundFailedEmail(data: RefundFailedData): EmailContent {
  const { name, order_no, amount_paise, currency, proof, ...shop } = data
  const orders = ordersAddress(shop.storeUrl, proof)
  const speech = inLanguage(shop.language)
  const { t } = speech
  const amount = formatMoney(amount_paise, currency)
  const title = t('Your refund of {amount} did not go through', { amount })
  const greeting = greetingOf(speech, name)
  const shows = t(
    'your bank did not take our refund of {amount} for your order\n{order}. Your money is not lost: we send it again\nand email you when it is on its way. You need to do nothing.',
  )
  const text = `${greeting}

${fill(shows, { amount, order: order_no })}

${t('Your orders are here:')}
${orders}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(shows, { amount: bold(amount), order: order_no }))}
${button(orders, t('See my orders'))}`
  return composeEmail(shop, title, text, body)
}

type GuaranteeDeclinedData = { name: string | null; order_no: string; answer: string } & MailShop

/** Declines a guarantee request, in the shop's own words. */
export function guaranteeDeclinedEmail({ name, order_no, answer, ...shop }: GuaranteeDeclinedData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const order = { order: order_no }
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
  return composeEmail(shop, title, text, body)
}

type SeatTakenData = { name: string | null; course_name: string } & MailShop

/** Reports that the gift behind a course was refunded, which ended access. */
export function seatTakenEmail({ name, course_name, ...shop }: SeatTakenData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const title = t('Your access to {course} has ended', { course })
  const greeting = greetingOf(speech, name)
  const shows = t(
    'you opened {course} with a gift code. The shop has refunded\nthe order that the code came from, so the course is no longer in\nyour account. You have paid nothing, and you lose no money.',
  )
  const text = `${greeting}

${fill(shows, { course })}

${t('Is this a mistake? Ask the person who gave you the code, or\nwrite to us:')}
${shop.storeUrl}/contact`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(rich(shows, { course: bold(course) }))}
${paragraph(html`${t('Is this a mistake? Ask the person who gave you the code, or write to us.')}`)}
${button(`${shop.storeUrl}/contact`, t('Write to us'))}`
  return composeEmail(shop, title, text, body)
}
