import { placeOfLink } from 'contract/courses/next-step'
import { DAY_MS, dayStart } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import type { Reduction } from 'contract/orders/price-cart'
import { accessText } from '../language/access-text.ts'
import { reducedBy, reductionName } from '../language/reductions.ts'
import {
  BREAKS,
  button,
  code,
  email,
  linked,
  oneLine,
  onlyText,
  type Piece,
  paragraph,
  type Sender,
  sentences,
  shownLink,
  small,
  subjectOf,
  together,
  withLinks,
} from './email.ts'
import { type Html, html } from './html.ts'
import { giftLink, type OfPaidOrder, ordersAddress } from './order-emails.ts'

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
  /** The payment method as the gateway names it; null where it is not known. */
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
} & OfPaidOrder

/** A receipt with the shop that sends it and the language of its reader. */
type Receipt = ReceiptData & Sender

/** Opens what was bought; lists purchases, payment and gift codes; and names a person who answers. */
export const receiptEmail = email<ReceiptData>((data, sender) => {
  const receipt = { ...data, ...sender }
  const { t, name, order_no: order } = receipt
  const title = name === null ? t('Thank you for your purchase') : t('Thank you, {name}', { name })
  const [address, label] = wayOf(receipt)
  return {
    subject: subjectOf(sender, `Your receipt for order ${order}`, t('The receipt of your order')),
    title,
    blocks: [
      onlyText(title),
      receiptIntro(receipt),
      { text: '', ...coursesOf(receipt) },
      button(address, label, `${label}:`),
      ...stepsOf(receipt),
      ...notesOf(receipt).map((note) => small(note, 12, 14)),
      figuresOf(receipt),
      ...giftsOf(receipt),
      helpOf(receipt),
      together(...legalOf(receipt).map((line) => small(line, 6, 13))),
    ],
  }
})

const labels = {
  whatsapp: (t: Sender['t']) => t('Join the WhatsApp group'),
  telegram: (t: Sender['t']) => t('Join the Telegram group'),
  discord: (t: Sender['t']) => t('Join the Discord server'),
}

/** Lists what to do next, each once: several courses may lead to one group. */
function stepsOf({ t, lines }: Receipt): Piece[] {
  const steps = lines.flatMap(({ next_step }) => next_step ?? [])
  return steps
    .filter(({ url }, at) => steps.findIndex((other) => other.url === url) === at)
    .map((step) => {
      const { url } = step
      const place = placeOfLink(url)
      const label = oneLine(step.label ?? '') || (place ? labels[place](t) : t('Your next step'))
      const text = oneLine(step.text)
      return {
        text: `${label}: ${text}\n${url}`,
        ...html`<p style="margin:0 0 16px;font-size:15px;${BREAKS}"><a href="${url}" style="font-weight:600">${label}</a><br>${withLinks(text)}</p>`,
      }
    })
}

function receiptIntro({ t, lines, payment_id }: Receipt): string {
  const one = lines.length === 1
  if (payment_id === null) return one ? t('Your course is open.') : t('Your courses are open.')
  return one
    ? t('Your payment arrived, and your course is open.')
    : t('Your payment arrived, and your courses are open.')
}

/** One course begins at once; several are in the dashboard. */
function wayOf({ t, lines, proof, login, storeUrl }: Receipt): [address: string, label: string] {
  const [only] = lines
  // Browsers send what follows `#` to nobody, and a program that only opens the address uses nothing up.
  const end = login ? `?${proof}#${login.token}` : `?${proof}`
  return lines.length === 1 && only
    ? [`${storeUrl}/learn/${only.course_id}${end}`, t('Start lesson 1')]
    : [`${storeUrl}/dashboard${end}`, t('Go to my courses')]
}

function notesOf(receipt: Receipt): (string | Piece)[] {
  const { can_set_password, document, login, longDay, proof, proven, rest, storeUrl, t } = receipt
  const link = linked(ordersAddress(storeUrl, proof))
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
        ? sentences(t('Download the invoice under <link>Orders</link>.'), { link })
        : sentences(
            t('Download the invoice under <link>Orders</link>. Confirm your email and we will send it as well.'),
            { link },
          ),
  ]
}

function coursesOf({ plural, lines }: Receipt): Html {
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
function nameOf(speech: Sender, line: ReceiptData['lines'][number]): string {
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

/** Names of the ways to pay that the gateway reports most; the others show the payment alone. */
const methods: Record<string, (t: Sender['t']) => string> = {
  upi: () => 'UPI',
  card: (t) => t('card'),
  netbanking: (t) => t('net banking'),
  wallet: (t) => t('wallet'),
  bank_transfer: (t) => t('bank transfer'),
  cash: (t) => t('cash'),
}

/** Lists the order, its lines and its sums. */
function figuresOf(receipt: Receipt): Piece {
  const { t, lines } = receipt
  const rows = [
    ...factsOf(receipt),
    ...lines.map((line): Figure => [nameOf(receipt, line), formatRupees(line.price_paise * line.quantity)]),
    ...sumsOf(receipt),
  ]
  const total: Figure = [t('Total'), formatRupees(receipt.total_paise)]
  return {
    text: [...rows, total].map((figure) => figure.join(': ')).join('\n'),
    ...html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0;font-size:15px">
${rows.map((figure) => row(...figure))}
${row(...total, true)}
</table>`,
  }
}

type Figure = [label: string, value: string]

function factsOf(receipt: Receipt): Figure[] {
  const { t, longDay, time, order_no, received_at = receipt.paid_at, payment_id } = receipt
  const method = methods[receipt.payment_method ?? '']
  const day = longDay(received_at)
  const facts: Figure[] = [
    [t('Order'), order_no],
    [t('Date'), payment_id?.startsWith('outside_') ? day : t('{day} at {time}', { day, time: time(received_at) })],
  ]
  if (payment_id) facts.push([t('Payment'), method ? `${method(t)}, ${payment_id}` : payment_id])
  return facts
}

/** Lists the sums before the total. */
function sumsOf(receipt: Receipt): Figure[] {
  const {
    t,
    discount_paise,
    tax_paise,
    minimum_charge_paise,
    credit_paise: credit = 0,
    promocode,
    reductions,
  } = receipt
  const sums: Figure[] = []
  if (discount_paise > 0 || tax_paise > 0) sums.push([t('Subtotal'), formatRupees(receipt.subtotal_paise)])
  if (credit > 0) sums.push([t('For courses you own'), `-${formatRupees(credit)}`])
  const discount = discount_paise - credit - reducedBy(reductions)
  if (discount > 0) {
    const label = promocode ? t('Discount ({promocode})', { promocode }) : t('Discount')
    sums.push([label, `-${formatRupees(discount)}`])
  }
  for (const one of reductions ?? []) sums.push([reductionName(receipt, one), `-${formatRupees(one.paise)}`])
  if (tax_paise > 0) sums.push([t('GST'), formatRupees(tax_paise)])
  if (minimum_charge_paise > 0)
    sums.push([t('Rounded up to the gateway’s minimum of ₹1'), formatRupees(minimum_charge_paise)])
  return sums
}

/** Names who answers, the ways to reach them, and the last day for a refund. */
function helpOf({ t, longDay, people, paid_at, total_paise, shopName }: Receipt): Piece {
  const { person = '', email = '', phone = '', hours = '', guarantee_days: days = 0 } = people ?? {}
  const until = new Date(new Date(paid_at).getTime() + days * DAY_MS)
  const title = t('{name} answers you', { name: oneLine(person) || shopName })
  const ways = [
    email ? t('Reply to this email, or write to {email}', { email }) : t('Reply to this email'),
    ...(phone ? [[phone, hours].filter(Boolean).map(oneLine).join(', ')] : []),
    ...(days > 0 && total_paise > 0
      ? [t('Not for you? Ask for the money back until {day}, under Orders.', { day: longDay(until) })]
      : []),
  ]
  return {
    text: [title, ...ways.map((way) => `- ${way}`)].join('\n'),
    ...html`<div class="box" style="background:#f5f6fb;border-radius:10px;padding:16px 18px;margin:24px 0">
<h2 style="margin:0 0 8px;font-size:17px">${title}</h2>
${ways.map((way) => html`<p style="margin:0 0 6px;font-size:15px">${way}</p>`)}
</div>`,
  }
}

function legalOf({ t, people }: Receipt): string[] {
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

/** Lists the gifts with their links, below a heading. */
function giftsOf({ t, plural, gift_codes, storeUrl }: Receipt): Piece[] {
  if (gift_codes.length === 0) return []
  const title = plural(gift_codes.length, {
    one: 'You have {count} gift to give away',
    other: 'You have {count} gifts to give away',
  })
  const send = t('Send each link to one person, who adds the course to their account.')
  return [
    {
      text: `${title}. ${send}`,
      ...html`<h2 style="margin:24px 0 8px;font-size:18px">${title}</h2>
${paragraph(html`${send}`)}`,
    },
    ...gift_codes.map((gift) => {
      const link = giftLink(storeUrl, gift.code)
      return {
        text: `${oneLine(gift.course_name)}  ${gift.code}\n${link}`,
        ...paragraph(html`${gift.course_name}<br>${code(gift.code)}<br>${shownLink(link)}`),
      }
    }),
  ]
}
