import { accessText } from 'contract/access-period'
import { formatRupees } from 'contract/money'
import { type Html, html } from './html.ts'
import { button, code, greetingOf, type Letter, letter, type MailShop, oneLine, paragraph } from './letter.ts'

export type ReceiptData = {
  order_id: string
  name: string | null
  lines: readonly { course_name: string; quantity: number; price_paise: number; access_period?: string | null }[]
  subtotal_paise: number
  discount_paise: number
  /** Tax that was added to the prices; else 0. */
  tax_paise: number
  /** What the gateway's least amount added; 0 but for totals below ₹1.00. */
  minimum_charge_paise: number
  total_paise: number
  promocode: string | null
  /** Null when nothing was to be paid. */
  payment_id: string | null
  /** When it was paid, ISO 8601. */
  paid_at: string
  gift_codes: readonly { code: string; course_name: string }[]
} & MailShop

const dateFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/** Where a gift code is entered: the form of that name in the store's settings. */
const REDEEM = '/dashboard/settings#redeem-gift'

/** What was bought and paid, and the codes of further seats. */
export function receiptLetter(data: ReceiptData): Letter {
  const title = 'Thank you for your purchase'
  const greeting = greetingOf(data.name)
  const facts = factsOf(data)
  const sums = sumsOf(data)
  const lines = data.lines.map((line) => ({
    name: nameOf(line),
    amount: formatRupees(line.price_paise * line.quantity),
  }))
  const text = `${greeting}

${title.toLowerCase()}. This is your receipt.

${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}

${lines.map(({ name, amount }) => `${name}\n    ${amount}`).join('\n')}

${sums.map(([label, amount]) => `${label}: ${amount}`).join('\n')}
${giftText(data)}${data.name === null ? `\nThe document for it is with your orders:\n${data.storeUrl}/dashboard/orders\n` : ''}
Your courses are here:
${data.storeUrl}/dashboard`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`This is your receipt.`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px">
${facts.map(([label, value]) => row(label, value))}
</table>
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #dce0ee;border-bottom:1px solid #dce0ee">
${lines.map(({ name, amount }) => row(name, amount))}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${sums.map(([label, amount]) => row(label, amount, label === 'Total'))}
</table>
${giftHtml(data)}
${data.name === null ? paragraph(html`The document for it is <a href="${data.storeUrl}/dashboard/orders" style="color:#2b3390">with your orders</a>.`) : html``}
${button(`${data.storeUrl}/dashboard`, 'Go to my courses')}`
  return { ...letter(data, title, text, body), subject: `Your receipt for order ${data.order_id}` }
}

/** `Reels (2 seats, 12 months’ access)`. */
function nameOf({ course_name, quantity, access_period }: ReceiptData['lines'][number]): string {
  const facts = [...(quantity > 1 ? [`${quantity} seats`] : []), ...(access_period ? [accessText(access_period)] : [])]
  return oneLine(course_name) + (facts.length > 0 ? ` (${facts.join(', ')})` : '')
}

function factsOf(data: ReceiptData): [string, string][] {
  const facts: [string, string][] = [
    ['Order', data.order_id],
    ['Date', dateFormat.format(new Date(data.paid_at))],
  ]
  if (data.payment_id) facts.push(['Payment', data.payment_id])
  return facts
}

function sumsOf(data: ReceiptData): [string, string][] {
  const sums: [string, string][] = []
  if (data.discount_paise > 0 || data.tax_paise > 0) sums.push(['Subtotal', formatRupees(data.subtotal_paise)])
  if (data.discount_paise > 0) {
    sums.push([`Discount${data.promocode ? ` (${data.promocode})` : ''}`, `-${formatRupees(data.discount_paise)}`])
  }
  if (data.tax_paise > 0) sums.push(['GST', formatRupees(data.tax_paise)])
  if (data.minimum_charge_paise > 0)
    sums.push(['Rounded up to the gateway’s minimum of ₹1', formatRupees(data.minimum_charge_paise)])
  sums.push(['Total', formatRupees(data.total_paise)])
  return sums
}

function row(label: string, value: string, strong = false): Html {
  const weight = strong ? '700' : '400'
  return html`<tr><td style="padding:6px 0;font-weight:${weight}">${label}</td><td align="right" style="padding:6px 0;font-weight:${weight};white-space:nowrap">${value}</td></tr>`
}

function giftText({ gift_codes: codes, storeUrl }: ReceiptData): string {
  if (codes.length === 0) return ''
  return `
Gift codes for the further seats. Each one opens its course for
one person, who signs in or registers and enters it here:
${storeUrl}${REDEEM}

${codes.map((gift) => `${gift.code}  ${oneLine(gift.course_name)}`).join('\n')}
`
}

function giftHtml({ gift_codes: codes, storeUrl }: ReceiptData): Html {
  if (codes.length === 0) return html``
  return html`<h2 style="margin:24px 0 8px;font-size:18px">Gift codes</h2>
${paragraph(html`For the further seats. Each one opens its course for one person, who signs in or registers and enters it at <a href="${storeUrl}${REDEEM}" style="color:#2b3390">Redeem a gift code</a>.`)}
${codes.map((gift) => paragraph(html`${code(gift.code)}<br>${gift.course_name}`))}`
}
