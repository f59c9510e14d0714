import type { AdminOrderRow } from 'server/contract/orders'
import type { z } from 'zod'

type Row = z.input<typeof AdminOrderRow>

const attention = {
  review: 'The money differs from the order',
  stuck: 'Open for longer than its link lives',
  refund_failed: 'A refund failed',
  refund_waiting: 'Refund not received yet',
} as const

/** Why somebody has to look at an order. One in review whose buyer is gone may have been paid as agreed. */
export function attentionWords({ reason }: NonNullable<Row['attention']>, buyer: Row['buyer']): string {
  return reason === 'review' && !buyer ? "The buyer's account is deleted" : attention[reason]
}

/** What was bought, in one line. */
export function courseWords(courses: readonly { course_name: string; quantity: number }[]): string {
  return courses
    .map(({ course_name, quantity }) => (quantity > 1 ? `${course_name} × ${quantity}` : course_name))
    .join(', ')
}
