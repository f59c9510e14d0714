import type { OrderStatus } from './actions.ts'

/** Each status of an order as the console says it. */
export const orderStatusWords: Record<OrderStatus, string> = {
  created: 'Waiting for payment',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  review: 'Needs attention',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
}
