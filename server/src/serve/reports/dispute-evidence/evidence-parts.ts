import { fill } from 'contract/fill'
import { formatMoney, formatRupees } from 'contract/money'
import type { Evidence } from './evidence.queries.ts'

export type EvidenceDocument = {
  evidence: Evidence
  shop: { name: string; storeUrl: string }
  /** As they were at the purchase; empty: the built-in text. */
  policies: { terms: string; refund: string; guarantee_days: number }
  made_at: string
}

/** A part of the page: facts, a table (widths are shares of the page), and running text. */
export type Part = {
  title: string
  facts?: (readonly [name: string, value: string | null | undefined])[]
  table?: { heads: string[]; widths: number[]; rows: string[][] }
  texts?: string[]
}

const moment = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
const at = (text: string | null) => (text ? moment.format(new Date(text)).replace(/\s(?=[ap]m)/i, ' ') : '')

/** Rupees where the payment was not heard of yet. */
export const moneyOf = (paise: number, currency: string | null): string => formatMoney(paise, currency ?? undefined)

/** Shown only where there is a guarantee. */
const GUARANTEE =
  'If a course is not for you, write to us within {days} days of buying it and we return the full amount to the way you paid. Access to the course ends with the refund.'
/** Sentences of the built-in terms, word for word; a test holds them against the page. */
export const BUILT_IN_TERMS = [
  'The amount you see at checkout is the amount you pay. Your courses open in your dashboard as soon as the payment is confirmed, which usually takes a few seconds.',
  GUARANTEE,
  'The courses teach skills. What comes of them depends on you, your niche and the platforms you post to; examples shown in the shop are not a promise of results.',
]

const papers: Record<string, string> = {
  invoice: 'Tax invoice',
  bill_of_supply: 'Bill of supply',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  receipt: 'Receipt',
  refund_receipt: 'Refund receipt',
}

const ways: Record<string, string> = { gateway: 'by Razorpay', bank: 'by bank transfer', dispute: 'by a lost dispute' }

/** The whole page in its order: the dispute, the sale, its delivery, its use, and what was agreed. */
export function partsOf(document: EvidenceDocument): Part[] {
  return [dispute(document), sale(document), access(document), logIns(document), watched(document), terms(document)]
}

function dispute({ evidence: of, made_at }: EvidenceDocument): Part {
  const words = (text: string | null) => text?.replaceAll('_', ' ')
  return {
    title: 'The dispute',
    facts: [
      ['Dispute', of.dispute_id],
      ['Payment', of.payment_id],
      ['Disputed amount', of.amount_paise === null ? null : moneyOf(of.amount_paise, of.currency)],
      ['Reason of the bank', words(of.reason_code)],
      ['Phase', words(of.phase)],
      ['Opened', at(of.opened_at)],
      ['To be answered by', at(of.respond_by)],
      ['This page was made', at(made_at)],
    ],
  }
}

function sale({ evidence: of, shop }: EvidenceDocument): Part {
  return {
    title: 'The order and its payment',
    facts: [
      ['Shop', `${shop.name}, ${shop.storeUrl}`],
      ['Order', `${of.order_no}, placed ${at(of.created_at)}`],
      ['Buyer', [of.name, of.email, of.phone].filter(Boolean).join(', ')],
      ['Account since', at(of.registered_at)],
      ['Email confirmed by the buyer', at(of.proven_at)],
      ['Total', formatRupees(of.total_paise)],
      [
        'Paid',
        of.paid_at &&
          `${formatRupees(of.captured_paise ?? of.total_paise)}, ${at(of.paid_at)}${of.method ? `, by ${of.method === 'upi' ? 'UPI' : of.method}` : ''}`,
      ],
      ...of.papers.map(
        (paper) =>
          [
            papers[paper.kind] ?? paper.kind,
            `${paper.serial} of ${at(paper.issued_at)}, ${formatRupees(paper.total_paise)}`,
          ] as const,
      ),
      ...of.refunds.map(
        (refund) =>
          [
            'Given back',
            `${moneyOf(refund.amount_paise, refund.currency)}, ${at(refund.created_at)}, ${ways[refund.channel] ?? ''} (${refund.status})`,
          ] as const,
      ),
    ],
    table: {
      heads: ['Course', 'Seats', 'Amount'],
      widths: [0.7, 0.12, 0.18],
      rows: of.lines.map((line) => [line.course_name, String(line.quantity), formatRupees(line.total_paise)]),
    },
  }
}

function access({ evidence: of }: EvidenceDocument): Part {
  const rows = [
    ...of.grants.map((grant) => [
      grant.course_name,
      `Access given to the buyer’s account on ${at(grant.granted_at)}${grant.revoked_at ? `, taken back on ${at(grant.revoked_at)}` : ''}`,
    ]),
    ...of.gifts.map((gift) => [
      gift.course_name,
      gift.redeemed_at
        ? `Gift code given to the buyer, redeemed on ${at(gift.redeemed_at)}`
        : 'Gift code given to the buyer',
    ]),
  ]
  return rows.length > 0
    ? { title: 'Delivery', table: { heads: ['Course', 'What was delivered'], widths: [0.42, 0.58], rows } }
    : { title: 'Delivery', texts: ['No access was given by this order.'] }
}

function logIns({ evidence: of }: EvidenceDocument): Part {
  const title = 'Log-ins of the buyer’s account'
  if (of.log_ins.length === 0) return { title, texts: ['None is on record any more: ended sessions are deleted.'] }
  const rows = of.log_ins.map((one) => [at(one.created_at), at(one.last_seen_at), one.device ?? '', one.address ?? ''])
  return {
    title,
    table: { heads: ['Logged in', 'Last seen', 'Device', 'IP address'], widths: [0.24, 0.24, 0.27, 0.25], rows },
  }
}

function watched({ evidence: of }: EvidenceDocument): Part {
  const title = 'What was watched'
  if (of.lessons.length === 0)
    return { title, texts: ['No lesson of the order was opened for long enough to be counted.'] }
  return {
    title,
    table: {
      heads: ['Lesson', 'Seconds watched', 'Completed', 'Last watched'],
      widths: [0.4, 0.16, 0.22, 0.22],
      rows: of.lessons.map((one) => [
        `${one.course_name}: ${one.title}`,
        String(one.seconds),
        at(one.completed_at),
        at(one.updated_at),
      ]),
    },
    texts: ['Seconds are counted by the server while the lesson plays in the buyer’s own session.'],
  }
}

function terms({ evidence: of, shop, policies }: EvidenceDocument): Part {
  const { terms, refund, guarantee_days: days } = policies
  const builtIn = BUILT_IN_TERMS.filter((sentence) => days > 0 || sentence !== GUARANTEE)
  return {
    title: `Terms at the purchase on ${at(of.created_at)}`,
    texts: [
      ...(terms ? [plain(terms)] : ['From the terms of use:', ...builtIn.map((sentence) => fill(sentence, { days }))]),
      ...(refund ? ['Refund policy:', plain(refund)] : []),
      `Published at ${shop.storeUrl}/terms and ${shop.storeUrl}/refund.`,
    ],
  }
}

/** The owner's text without the marks of its headings and emphasis. */
const plain = (text: string) => text.replace(/^#+\s*/gm, '').replace(/\*\*?([^*]+)\*\*?/g, '$1')
