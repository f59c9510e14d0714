import type { DocumentKind } from 'contract/documents'
import { formatRupees } from 'contract/money'
import { accessText } from '../language/access-text.ts'
import { inLanguage, type Speech } from '../language/language.ts'
import { flow, type Html, html, rich } from './html.ts'
import {
  button,
  code,
  code as codeBox,
  greetingOf,
  type Letter,
  letter,
  linked,
  type MailShop,
  oneLine,
  paragraph,
} from './letter.ts'

export type ReceiptData = {
  order_no: string
  name: string | null
  lines: readonly { course_name: string; quantity: number; price_paise: number; access_period?: string | null }[]
  subtotal_paise: number
  discount_paise: number
  /** Tax added to the prices; else 0. */
  tax_paise: number
  /** Surcharge up to the gateway's minimum; 0 except for totals below ₹1.00. */
  minimum_charge_paise: number
  total_paise: number
  promocode: string | null
  /** Null for a free order. */
  payment_id: string | null
  /** Time of payment, ISO 8601. */
  paid_at: string
  gift_codes: readonly { code: string; course_name: string }[]
} & MailShop

/** Lists purchases, payment and the codes of further seats. */
export function receiptLetter(data: ReceiptData): Letter {
  const speech = inLanguage(data.language)
  const { t } = speech
  const title = t('Thank you for your purchase')
  const greeting = greetingOf(speech, data.name)
  const facts = factsOf(speech, data)
  const sums = sumsOf(speech, data)
  const total = formatRupees(data.total_paise)
  const lines = data.lines.map((line) => ({
    name: nameOf(speech, line),
    amount: formatRupees(line.price_paise * line.quantity),
  }))
  const orders = `${data.storeUrl}/dashboard/orders`
  const text = `${greeting}

${t('thank you for your purchase. This is your receipt.')}

${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}

${lines.map(({ name, amount }) => `${name}\n    ${amount}`).join('\n')}

${[...sums, [t('Total'), total]].map(([label, amount]) => `${label}: ${amount}`).join('\n')}
${giftText(speech, data)}${data.name === null ? `\n${t('Your receipt is under Orders:')}\n${orders}\n` : ''}
${t('Your courses are here:')}
${data.storeUrl}/dashboard`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${t('This is your receipt.')}`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px">
${facts.map(([label, value]) => row(label, value))}
</table>
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #dce0ee;border-bottom:1px solid #dce0ee">
${lines.map(({ name, amount }) => row(name, amount))}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${[...sums.map(([label, amount]) => row(label, amount)), row(t('Total'), total, true)]}
</table>
${giftHtml(speech, data)}
${data.name === null ? paragraph(rich(t('Your receipt is under <link>Orders</link>.'), { link: linked(orders) })) : html``}
${button(`${data.storeUrl}/dashboard`, t('Go to my courses'))}`
  return { ...letter(data, title, text, body), subject: t('Your receipt for order {order}', { order: data.order_no }) }
}

/** Formats a line: `Reels (2 seats, 12 months’ access)`. */
function nameOf(speech: Speech, { course_name, quantity, access_period }: ReceiptData['lines'][number]): string {
  const facts = [
    ...(quantity > 1 ? [speech.plural(quantity, { one: '{count} seat', other: '{count} seats' })] : []),
    ...(access_period ? [accessText(speech, access_period)] : []),
  ]
  return oneLine(course_name) + (facts.length > 0 ? ` (${facts.join(', ')})` : '')
}

function factsOf({ t, longDay, time }: Speech, { order_no, paid_at, payment_id }: ReceiptData): [string, string][] {
  const facts: [string, string][] = [
    [t('Order'), order_no],
    [t('Date'), t('{day} at {time}', { day: longDay(paid_at), time: time(paid_at) })],
  ]
  if (payment_id) facts.push([t('Payment'), payment_id])
  return facts
}

/** Lists the sums before the total. */
function sumsOf({ t }: Speech, data: ReceiptData): [string, string][] {
  const sums: [string, string][] = []
  if (data.discount_paise > 0 || data.tax_paise > 0) sums.push([t('Subtotal'), formatRupees(data.subtotal_paise)])
  if (data.discount_paise > 0) {
    const { promocode } = data
    const label = promocode ? t('Discount ({promocode})', { promocode }) : t('Discount')
    sums.push([label, `-${formatRupees(data.discount_paise)}`])
  }
  if (data.tax_paise > 0) sums.push([t('GST'), formatRupees(data.tax_paise)])
  if (data.minimum_charge_paise > 0)
    sums.push([t('Rounded up to the gateway’s minimum of ₹1'), formatRupees(data.minimum_charge_paise)])
  return sums
}

function row(label: string, value: string, strong = false): Html {
  const weight = strong ? '700' : '400'
  return html`<tr><td style="padding:6px 0;font-weight:${weight}">${label}</td><td align="right" style="padding:6px 0;font-weight:${weight};white-space:nowrap">${value}</td></tr>`
}

/** The page of a gift; the fragment stays out of every log. */
const giftLink = (storeUrl: string, gift: string) => `${storeUrl}/gift#${gift}`
const shownLink = (address: string) => linked(address)(address)

const giftTitle = ({ plural }: Speech, count: number) =>
  plural(count, { one: 'You have {count} gift to give away', other: 'You have {count} gifts to give away' })

function giftText(speech: Speech, { gift_codes: codes, storeUrl }: ReceiptData): string {
  if (codes.length === 0) return ''
  return `
${giftTitle(speech, codes.length)}. ${speech.t('Send each link to one person, who adds the course to their account.')}

${codes.map((gift) => `${oneLine(gift.course_name)}  ${gift.code}\n${giftLink(storeUrl, gift.code)}`).join('\n\n')}
`
}

function giftHtml(speech: Speech, { gift_codes: codes, storeUrl }: ReceiptData): Html {
  if (codes.length === 0) return html``
  return html`<h2 style="margin:24px 0 8px;font-size:18px">${giftTitle(speech, codes.length)}</h2>
${paragraph(html`${speech.t('Send each link to one person, who adds the course to their account.')}`)}
${codes.map((gift) => paragraph(html`${gift.course_name}<br>${code(gift.code)}<br>${shownLink(giftLink(storeUrl, gift.code))}`))}`
}

type DocumentLetterData = {
  name: string | null
  kind: DocumentKind
  serial: string
  order_no: string
  total_paise: number
  /** The replaced document; null for all others. */
  corrects: string | null
} & MailShop

/** Names the documents; each language has sentences that fit all of them. */
const paperName = (kind: DocumentKind, t: (text: string) => string) =>
  ({
    invoice: t('tax invoice'),
    receipt: t('receipt'),
    bill_of_supply: t('bill of supply'),
    credit_note: t('credit note'),
    refund_receipt: t('refund receipt'),
  })[kind]

/** Carries a document alone: requested again, or for a refund. The sender attaches the file. */
export function documentLetter(data: DocumentLetterData): Letter {
  const { name, kind, serial, order_no, total_paise, corrects, ...shop } = data
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  // A correction's credit returns no money.
  const back = (kind === 'credit_note' || kind === 'refund_receipt') && corrects === null
  const paper = paperName(kind, t)
  const values = { paper, serial, order: order_no, amount: formatRupees(total_paise) }
  // Without a name the address is unproven, and gets no text that the buyer typed.
  const apart = name === null
  const said = back
    ? apart
      ? t(
          '{amount} of order {order} went back to you. The {paper} {serial} is under Orders: log in to download it.',
          values,
        )
      : t('{amount} of order {order} went back to you. The {paper} {serial} is attached.', values)
    : apart
      ? t('The {paper} {serial} of order {order}, {amount}, is under Orders: log in to download it.', values)
      : t('The {paper} {serial} of order {order}, {amount}, is attached.', values)
  const text = `${greeting}

${said}

${t('All your orders are here:')}
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${button(`${shop.storeUrl}/dashboard/orders`, t('See my orders'))}`
  return letter(shop, t('Your {paper} {serial}', { paper, serial }), text, body)
}

type GiftData = { name: string | null; order_no: string; course_name: string; code: string } & MailShop

/** Carries a gift code that replaces an earlier one. */
export function giftLetter({ name, order_no, course_name, code, ...shop }: GiftData): Letter {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const title = t('A new gift code for {course}', { course })
  const greeting = greetingOf(speech, name)
  const place = giftLink(shop.storeUrl, code)
  const replaces = t('here is a new gift code of your order {order}. It replaces\none that no longer works.', {
    order: order_no,
  })
  const text = `${greeting}

${replaces}

${code}  ${course}

${t('Send this link to one person, who adds the course to their account:')}
${place}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${flow(replaces)}`)}
${paragraph(html`${codeBox(code)}<br>${course}`)}
${paragraph(html`${t('Send this link to one person, who adds the course to their account:')}<br>${shownLink(place)}`)}`
  return letter(shop, title, text, body)
}
