/** What became of an order, in words; a kind that is not here is shown by its name. */
const words: Record<string, string> = {
  created: 'Order made',
  paid: 'Paid',
  failed: 'Payment failed',
  expired: 'Link expired',
  cancelled: 'Cancelled',
  review: 'Put aside for a look',
  granted: 'Granted by an admin',
  payment_failed: 'A payment attempt failed',
  payment_authorized: 'Payment authorised',
  already_owned: 'A course was owned already',
  access_taken: 'Access taken back',
  webhook: 'Event of the gateway',
  refund_requested: 'Refund asked for',
  refund_not_taken: 'Refund not taken by the gateway',
  refund_pending: 'Refund on its way',
  refund_processed: 'Refund done',
  refund_failed: 'Refund failed',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
}

/** `refund_note` becomes `Refund note` where there is nothing better. */
export function storyWords(kind: string): string {
  const plain = kind.replaceAll(/[_.]/g, ' ')
  return words[kind] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
