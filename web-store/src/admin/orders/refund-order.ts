import type { AdminOrder } from 'contract/admin-orders'
import type { z } from 'zod'

/** What the refund form has to know of an order. */
export type RefundOrder = Pick<
  z.input<typeof AdminOrder>,
  | 'order_id'
  | 'outside'
  | 'gateway'
  | 'courses'
  | 'gift_codes'
  | 'seats'
  | 'refundable'
  | 'refundable_without_redeemed'
  | 'refund_needs_reason'
  | 'guarantee'
>

export type PickedSeat = RefundOrder['seats'][number]

type Place = Pick<PickedSeat, 'course_id' | 'seat'>
export const isSameSeat = (one: Place, other: Place) => one.course_id === other.course_id && one.seat === other.seat

/** In rupees, added in paise. */
export const amountOf = (seats: readonly PickedSeat[]) =>
  seats.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100
