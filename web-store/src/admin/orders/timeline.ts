/** What became of an order, in words; a kind that is not here is shown by its name. */
const words: Record<string, string> = {
  created: 'Order placed',
  booked_outside: 'Paid outside Razorpay',
  paid: 'Paid',
  failed: 'Payment failed',
  expired: 'Link expired',
  cancelled: 'Cancelled',
  review: 'Needs your attention',
  gift_renewed: 'Gift code replaced',
  granted: 'Access given by an admin',
  page_opened: 'Payment window opened',
  payment_failed: 'Payment attempt failed',
  payment_authorized: 'Payment authorised',
  already_owned: 'Buyer already had a course',
  guarantee_asked: 'Buyer asked for the money back',
  guarantee_declined: 'Refund declined',
  second_person_asked: 'Refund waits for a second person',
  second_person_declined: 'Refund not approved',
  access_restored: 'Access restored',
  access_taken: 'Access taken back',
  webhook: 'Update from Razorpay',
  refund_requested: 'Refund requested',
  refund_not_taken: 'Razorpay did not accept the refund',
  refund_booked: 'Refund booked',
  refund_pending: 'Refund on its way',
  refund_processed: 'Refund completed',
  refund_failed: 'Refund failed',
  other_key: 'Paid under other Razorpay keys',
  dispute_open: 'Disputed: your answer is needed',
  dispute_under_review: 'Dispute under review by the bank',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  dispute_closed: 'Dispute closed',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
}

/** `refund_note` becomes `Refund note` where there is nothing better. */
export function eventLabel(kind: string): string {
  const plain = kind.replaceAll(/[_.]/g, ' ')
  return words[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
