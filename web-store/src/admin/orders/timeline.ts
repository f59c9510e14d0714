import type { AdminOrder, OrderEventKind } from 'contract/orders/admin'
import type { z } from 'zod'

type OrderEvent = z.input<typeof AdminOrder>['events'][number]

const labels: Record<OrderEventKind, string> = {
  created: 'Order placed',
  booked_outside: 'Paid outside Razorpay',
  link_created: 'Payment link created',
  link_refused: 'Razorpay refused the payment link',
  page_opened: 'Payment window opened',
  polled: 'Checked with Razorpay',
  not_answered: 'Razorpay did not answer',
  webhook: 'Update from Razorpay',
  paid: 'Paid',
  failed: 'Payment failed',
  expired: 'Payment link expired',
  cancelled: 'Cancelled',
  review: 'Needs your attention',
  part_paid: 'Another part was paid',
  other_key: 'Paid under other Razorpay keys',
  offer_used: 'Paid with an offer at Razorpay',
  granted: 'Access given by an admin',
  gift_renewed: 'Gift code replaced',
  already_owned: 'Buyer already had a course',
  not_given: 'Nothing was left to give',
  base_gone: 'What it extends went back: it goes back, too',
  base_back: 'What it extends is paid again',
  payment_failed: 'Payment attempt failed',
  guarantee_asked: 'Buyer requested a refund',
  guarantee_declined: 'Refund declined',
  second_person_asked: 'Refund needs approval',
  second_person_declined: 'Refund not approved',
  access_taken: 'Access removed',
  access_restored: 'Access restored',
  access_moved: 'Moved to another person',
  refund_requested: 'Refund requested',
  refund_not_taken: 'Razorpay has not taken the refund yet',
  refund_booked: 'Refund recorded',
  refund_pending: 'Refund on its way',
  refund_processed: 'Refund completed',
  refund_failed: 'Refund failed',
  debit_note: 'Debit note issued',
  dispute_open: 'Disputed: your answer is needed',
  dispute_under_review: 'Dispute under review by the bank',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  dispute_closed: 'Dispute closed',
  dispute_reversed: 'Dispute won after all: the loss is reversed',
}

export const eventLabel = (kind: string): string => labels[kind as OrderEventKind] ?? 'Update'

/** Steps of the shop's own work: many of them are one line. */
const CHECKS = new Set<string>(['polled', 'not_answered', 'webhook'] satisfies OrderEventKind[])

/** A step, or several checks in a row with the number of checks and reports. */
export type TimelineLine = OrderEvent & { checks: OrderEvent[] }

/** The timeline with the checks between two steps folded into one line. */
export function linesOf(events: readonly OrderEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events) {
    const last = lines.at(-1)
    if (!CHECKS.has(event.kind)) lines.push({ ...event, checks: [] })
    else if (!last || last.checks.length === 0) lines.push({ ...event, checks: [event] })
    else {
      last.checks.push(event)
      last.times += event.times
      last.last_at = event.last_at ?? event.at
    }
  }
  return lines
}

/** `Checked with Razorpay 27 times`, or the label of the step. */
export function lineText({ kind, times, checks }: TimelineLine): string {
  const label = eventLabel(checks.length > 0 ? 'polled' : kind)
  return times > 1 ? `${label} ${times} times` : label
}

/** Names the subject of a webhook by the beginning of its name; the first match wins. */
const reported: [RegExp, string][] = [
  [/^payment\.dispute/, 'a dispute'],
  [/^refund/, 'a refund'],
  [/^payment_link\.(expired|cancelled)/, 'that the payment link ended'],
  [/^payment\.failed/, 'a failed payment'],
  [/^payment\.authorized/, 'an authorised payment'],
  [/./, 'a payment'],
]

const links: Record<string, string> = {
  'no link': 'There is no payment link yet',
  'link created': 'The payment link is open',
  'link partially_paid': 'The payment link is partly paid',
  'link paid': 'The payment link is paid',
  'link cancelled': 'The payment link was cancelled',
  'link expired': 'The payment link has expired',
}

/** The detail of a step in words; the gateway's own reasons stay as they are. */
export function detailText({ kind, detail }: Pick<OrderEvent, 'kind' | 'detail'>): string | null {
  if (kind === 'webhook')
    return `Razorpay reported ${reported.find(([name]) => name.test(detail ?? ''))?.[1] ?? 'a payment'}`
  if (kind === 'polled') return links[detail ?? ''] ?? null
  return detail?.replace(/^The gateway/, 'Razorpay') ?? null
}
