import { indianDay } from 'contract/indian-time'
import type { OrderDispute, RefundStatus } from 'contract/orders/actions'
import type { AdminOrderRow } from 'contract/orders/admin'
import type { z } from 'zod'
import { dateText } from '../../ui/format.ts'

/** Names the payment methods outside the gateway. */
export const outsideMethods = { cash: 'Cash', bank_transfer: 'Bank transfer', upi: 'UPI received directly' } as const

type Row = z.input<typeof AdminOrderRow>

const attention = {
  dispute: 'Payment disputed: answer in Razorpay',
  other_key: 'Paid under other keys (test or live): no access given',
  review: 'Amount paid does not match the order',
  stuck: 'Payment link has expired, order is still open',
  refund_failed: 'Refund failed',
  second_person: 'Refund needs approval',
  guarantee_asked: 'Buyer requests a refund',
  refund_waiting: 'Refund has not reached the buyer yet',
  papers_differ: 'Papers and money differ',
} as const

/** Explains why an order needs attention. One in review whose buyer is gone may have been paid as agreed. */
export function attentionLabel(
  { reason, answer_by }: Omit<NonNullable<Row['attention']>, 'since'>,
  buyer: Row['buyer'],
): string {
  if (reason === 'dispute' && answer_by) return `${attention.dispute} by ${dateText(new Date(answer_by))}`
  return attentionText(reason, buyer)
}

/** Explains a reason by its code; `buyer` is empty once the account was deleted. */
export const attentionText = (reason: string | null, buyer: unknown): string =>
  reason === 'review' && !buyer
    ? 'The buyer’s account was deleted'
    : (attention[reason as keyof typeof attention] ?? '')

/** Lists the courses of an order in one line. */
export function courseLabel(courses: readonly { course_name: string; quantity: number }[]): string {
  return courses
    .map(({ course_name, quantity }) => (quantity > 1 ? `${course_name} × ${quantity}` : course_name))
    .join(', ')
}

/** Describes the state of a dispute; an unread one has no status. */
export const disputeWords: Record<NonNullable<OrderDispute['status']> | 'unread', string> = {
  unread: 'new',
  open: 'waits for your answer',
  under_review: 'under review by the bank',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
}

/** Describes the state of a refund. */
export const refundWords: Record<RefundStatus, string> = {
  pending: 'on its way',
  processed: 'completed',
  failed: 'failed',
}

/** Names the methods of refunds outside the gateway. */
export const channelWords = { bank: 'by bank transfer', dispute: 'by lost dispute' } as const

/** A payment that the shop heard of no later than this was reported at once: the buyer's bank takes some minutes, too. */
const AT_ONCE_MS = 600_000

/** Returns when an order was paid and, where the shop heard of it later, when that was. */
export function paidMoments({ paid_at, gateway }: { paid_at: string | null; gateway: { paid_at: string | null } }): {
  paid: string | null
  heard?: string
} {
  if (paid_at === null || gateway.paid_at === null) return { paid: paid_at }
  const [paid, heard] = [new Date(gateway.paid_at), new Date(paid_at)]
  const late = heard.getTime() - paid.getTime() > AT_ONCE_MS || indianDay(paid) !== indianDay(heard)
  return late ? { paid: gateway.paid_at, heard: paid_at } : { paid: paid_at }
}
