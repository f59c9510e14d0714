import { z } from 'zod'
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

/** Every status in the group that the console lists it in. */
export const orderStates = {
  paid: ['paid'],
  waiting: ['created', 'review'],
  refunded: ['refunded', 'partially_refunded'],
  not_paid: ['failed', 'expired', 'cancelled'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type OrderState = keyof typeof orderStates
export const OrderState = z.enum(Object.keys(orderStates) as [OrderState, ...OrderState[]], {
  error: 'Must be paid, waiting, refunded or not_paid',
})
