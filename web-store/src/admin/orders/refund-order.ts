import type { AdminOrder } from 'contract/admin-orders'
import type { z } from 'zod'
import { toast } from '../../ui/toaster.ts'

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

/** Reports a refund that is stored and that Razorpay has not taken yet, with its reason: nobody needs to press again. */
export function tellOfWaiting(amount: string, reason: string): void {
  const description = `${reason.replace(/\.$/, '')}. The shop sends it again by itself, and the buyer is refunded only once.`
  toast.info(`Refund of ${amount} is stored, but Razorpay has not taken it yet`, { description, duration: 12_000 })
}
