import { placeOfLink } from 'contract/courses/next-step'
import { DAY_MS, dayStart } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import type { Reduction } from 'contract/orders/price-cart'
import { accessText } from '../language/access-text.ts'
import { inLanguage, type Speech } from '../language/language.ts'
import { reducedBy, reductionName } from '../language/reductions.ts'
import { button, code, composeEmail, type EmailContent, type MailShop, oneLine, paragraph } from './email.ts'
import { type Html, html } from './html.ts'
import { giftLink, type OfPaidOrder, ordersAddress, shownLink } from './order-emails.ts'

export type ReceiptData = {
  order_no: string
  /** First name of the buyer, if it is a plain word. */
  name: string | null
  /** The address is proven: only then has the email what the buyer typed, which is on the document. */
  proven: boolean
  /** A link to set a password waits in the welcome email. */
  can_set_password: boolean
  lines: readonly {
    course_id: string
    course_name: string
    /** The bundle that it was bought in. */
    bundle_name?: string | null
    lessons: number
    quantity: number
    price_paise: number
    access_period?: string | null
    /** The buyer's next step, as the owner wrote it. */
    next_step?: { text: string; url: string; label?: string | null | undefined } | null
  }[]
  subtotal_paise: number
  /** Credit and discount of the promo code. */
  discount_paise: number
  credit_paise?: number
  /** Null or absent without any. */
  reductions?: readonly Reduction[] | null
  /** Tax added to the prices; else 0. */
  tax_paise: number
  /** Surcharge up to the gateway's minimum; 0 except for totals below ₹1.00. */
  minimum_charge_paise: number
  total_paise: number
  promocode: string | null
  /** Null for a free order. */
  payment_id: string | null
  /** As the gateway calls it; null where it is not known. */
  payment_method: string | null
  /** Time of payment, ISO 8601. */
  paid_at: string
  /** Time of the money, its day alone of an offline payment; absent where it is `paid_at`. */
  received_at?: string
  gift_codes: readonly { code: string; course_name: string }[]
  /** The rest of the plan of parts that the order pays, and the Indian day of the next part; null or absent for nothing. */
  rest?: { open_paise: number; next_paise: number; due_on: string } | null
  /** The token by which the button logs in, and the days within which it works; absent without an account. */
  login?: { token: string; days: number } | undefined
  /** Number of the attached document; undefined without one. */
  document?: string | undefined
} & OfPaidOrder &
  MailShop

/** Opens what was bought; lists purchases, payment and gift codes; and names a person who answers. */
export function receiptEmail(data: ReceiptData): EmailContent {
  const speech = inLanguage(data.language)
  const { t } = speech
  const title = data.name === null ? t('Thank you for your purchase') : t('Thank you, {name}', { name: data.name })
  const shows = receiptIntro(speech, data)
  const rows = [...factsOf(speech, data), ...linesOf(speech, data), ...sumsOf(speech, data)]
  const total: [string, string] = [t('Total'), formatRupees(data.total_paise)]
  const way = wayOf(speech, data)
  const notes = notesOf(speech, data)
  const help = helpOf(speech, data)
  const legal = legalOf(speech, data)
  const text = `${shows}

${way.label}:
${way.address}
${stepsOf(speech, data)
  .map(({ label, text, url }) => `\n${label}: ${text}\n${url}\n`)
  .join('')}${notes.map((note) => `\n${note}\n`).join('')}
${[...rows, total].map(([label, value]) => `${label}: ${value}`).join('\n')}
${giftText(speech, data)}
${help.title}
${help.ways.map((line) => `- ${line}`).join('\n')}

${legal.join('\n')}`
  const body = html`${paragraph(html`${shows}`)}
${coursesOf(speech, data)}
${button(way.address, way.label)}
${stepsOf(speech, data).map(
  ({ label, text, url }) =>
    html`<p style="margin:0 0 16px;font-size:15px"><a href="${url}" style="font-weight:600">${label}</a><br>${text}</p>`,
)}
${notes.map((note) => html`<p class="m" style="margin:0 0 12px;font-size:14px;color:#4a4e6e">${note}</p>`)}
<table width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0;font-size:15px">
${rows.map(([label, value]) => row(label, value))}
${row(...total, true)}
</table>
${giftHtml(speech, data)}
<div class="box" style="background:#f5f6fb;border-radius:10px;padding:16px 18px;margin:24px 0">
<h2 style="margin:0 0 8px;font-size:17px">${help.title}</h2>
${help.ways.map((line) => html`<p style="margin:0 0 6px;font-size:15px">${line}</p>`)}
</div>
${legal.map((line) => html`<p class="m" style="margin:0 0 6px;font-size:13px;color:#4a4e6e">${line}</p>`)}`
  const subject = t('Your receipt for order {order}', { order: data.order_no })
  return { ...composeEmail(data, title, `${title}\n\n${text}`, body), subject }
}

const labels = {
  whatsapp: (t: Speech['t']) => t('Join the WhatsApp group'),
  telegram: (t: Speech['t']) => t('Join the Telegram group'),
  discord: (t: Speech['t']) => t('Join the Discord server'),
}

/** Lists what to do next, each once: several courses may lead to one group. */
function stepsOf({ t }: Speech, { lines }: ReceiptData): { label: string; text: string; url: string }[] {
  const steps = lines.flatMap(({ next_step }) => next_step ?? [])
  return steps
    .filter(({ url }, at) => steps.findIndex((other) => other.url === url) === at)
    .map(({ label, text, url }) => {
      const place = placeOfLink(url)
      return {
        label: oneLine(label ?? '') || (place ? labels[place](t) : t('Your next step')),
        text: oneLine(text),
        url,
      }
    })
}

function receiptIntro({ t }: Speech, { lines, payment_id }: ReceiptData): string {
  const one = lines.length === 1
  if (payment_id === null) return one ? t('Your course is open.') : t('Your courses are open.')
  return one
    ? t('Your payment arrived, and your course is open.')
    : t('Your payment arrived, and your courses are open.')
}

/** One course begins at once; several are in the dashboard. */
function wayOf({ t }: Speech, { lines, proof, login, storeUrl }: ReceiptData) {
  const [only] = lines
  // Browsers send what follows `#` to nobody, and a program that only opens the address uses nothing up.
  const end = login ? `?${proof}#${login.token}` : `?${proof}`
  return lines.length === 1 && only
    ? { label: t('Start lesson 1'), address: `${storeUrl}/learn/${only.course_id}${end}` }
    : { label: t('Go to my courses'), address: `${storeUrl}/dashboard${end}` }
}

function notesOf({ t, longDay }: Speech, data: ReceiptData): string[] {
  const { can_set_password, document, login, proof, proven, rest, storeUrl } = data
  const orders = ordersAddress(storeUrl, proof)
  return [
    ...(rest
      ? [
          t('Left to pay: {open}. Next part: {amount} on {day}.', {
            open: formatRupees(rest.open_paise),
            amount: formatRupees(rest.next_paise),
            day: longDay(dayStart(rest.due_on)),
          }),
        ]
      : []),
    ...(login ? [t('The button logs you in once, within {days} days.', { days: login.days })] : []),
    ...(can_set_password
      ? [t('New here? Our welcome email has a link to set your password. It works once, for 7 days.')]
      : []),
    document !== undefined
      ? t('The receipt or invoice {serial} is attached.', { serial: document })
      : proven
        ? t('Download the invoice under Orders: {address}', { address: orders })
        : t('Download the invoice under Orders: {address} Confirm your email and we will send it as well.', {
            address: orders,
          }),
  ]
}

function coursesOf({ plural }: Speech, { lines }: ReceiptData): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #dce0ee;border-bottom:1px solid #dce0ee">
${lines.map(
  ({ course_name, lessons }) =>
    html`<tr><td style="padding:12px 0"><strong>${oneLine(course_name)}</strong>${
      lessons > 0
        ? html`<br><span class="m" style="font-size:14px;color:#4a4e6e">${plural(lessons, { one: '{count} lesson', other: '{count} lessons' })}</span>`
        : html``
    }</td></tr>`,
)}
</table>`
}

/** Formats a line: `Reels (2 seats, 12 months’ access)`. */
function nameOf(speech: Speech, line: ReceiptData['lines'][number]): string {
  const { course_name, bundle_name, quantity, access_period } = line
  const facts = [
    ...(quantity > 1 ? [speech.plural(quantity, { one: '{count} seat', other: '{count} seats' })] : []),
    ...(access_period ? [accessText(speech, access_period)] : []),
  ]
  return (
    oneLine(bundle_name ? `${bundle_name}: ${course_name}` : course_name) +
    (facts.length > 0 ? ` (${facts.join(', ')})` : '')
  )
}

const linesOf = (speech: Speech, { lines }: ReceiptData): [string, string][] =>
  lines.map((line) => [nameOf(speech, line), formatRupees(line.price_paise * line.quantity)])

/** Names of the ways to pay that the gateway reports most; the others show the payment alone. */
const methods: Record<string, (t: Speech['t']) => string> = {
  upi: () => 'UPI',
  card: (t) => t('card'),
  netbanking: (t) => t('net banking'),
  wallet: (t) => t('wallet'),
  bank_transfer: (t) => t('bank transfer'),
  cash: (t) => t('cash'),
}

function factsOf({ t, longDay, time }: Speech, data: ReceiptData): [string, string][] {
  const { order_no, received_at = data.paid_at, payment_id, payment_method } = data
  const method = methods[payment_method ?? '']
  return [
    [t('Order'), order_no],
    [
      t('Date'),
      payment_id?.startsWith('outside_')
        ? longDay(received_at)
        : t('{day} at {time}', { day: longDay(received_at), time: time(received_at) }),
    ],
    ...(payment_id
      ? [[t('Payment'), method ? `${method(t)}, ${payment_id}` : payment_id] satisfies [string, string]]
      : []),
  ]
}

/** Lists the sums before the total. */
function sumsOf(speech: Speech, data: ReceiptData): [string, string][] {
  const { t } = speech
  const sums: [string, string][] = []
  if (data.discount_paise > 0 || data.tax_paise > 0) sums.push([t('Subtotal'), formatRupees(data.subtotal_paise)])
  const credit = data.credit_paise ?? 0
  if (credit > 0) sums.push([t('For courses you own'), `-${formatRupees(credit)}`])
  const discount = data.discount_paise - credit - reducedBy(data.reductions)
  if (discount > 0) {
    const { promocode } = data
    const label = promocode ? t('Discount ({promocode})', { promocode }) : t('Discount')
    sums.push([label, `-${formatRupees(discount)}`])
  }
  for (const one of data.reductions ?? []) sums.push([reductionName(speech, one), `-${formatRupees(one.paise)}`])
  if (data.tax_paise > 0) sums.push([t('GST'), formatRupees(data.tax_paise)])
  if (data.minimum_charge_paise > 0)
    sums.push([t('Rounded up to the gateway’s minimum of ₹1'), formatRupees(data.minimum_charge_paise)])
  return sums
}

/** Names who answers, the ways to reach them, and the last day for a refund. */
function helpOf(speech: Speech, { people, paid_at, total_paise, shopName }: ReceiptData) {
  const { t, longDay } = speech
  const { person = '', email = '', phone = '', hours = '', guarantee_days: days = 0 } = people ?? {}
  const until = new Date(new Date(paid_at).getTime() + days * DAY_MS)
  return {
    title: t('{name} answers you', { name: oneLine(person) || shopName }),
    ways: [
      email ? t('Reply to this email, or write to {email}', { email }) : t('Reply to this email'),
      ...(phone ? [[phone, hours].filter(Boolean).map(oneLine).join(', ')] : []),
      ...(days > 0 && total_paise > 0
        ? [t('Not for you? Ask for the money back until {day}, under Orders.', { day: longDay(until) })]
        : []),
    ],
  }
}

function legalOf({ t }: Speech, { people }: ReceiptData): string[] {
  const { legal_name = '', legal_address = '' } = people ?? {}
  return [
    ...(legal_name ? [[legal_name, legal_address].filter(Boolean).map(oneLine).join(', ')] : []),
    t('You get this email because you bought something.'),
  ]
}

function row(label: string, value: string, strong = false): Html {
  const [weight, line] = strong ? ['700', 'border-top:1px solid #dce0ee;'] : ['400', '']
  return html`<tr><td style="padding:7px 0;${line}font-weight:${weight}">${label}</td><td align="right" style="padding:7px 0 7px 12px;${line}font-weight:${weight};word-break:break-word">${value}</td></tr>`
}

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
