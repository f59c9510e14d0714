import type { AdminOrder } from 'contract/admin-orders'
import { indianDay, longDayText } from 'contract/indian-time'
import { lastTaxNoteDay } from 'contract/tax'
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
  | 'documents'
  | 'paid_at'
>

/** Explains a refund that comes too late to take back the tax of its invoice; undefined while none does. */
export function lateTaxText(
  { documents, paid_at }: Pick<RefundOrder, 'documents' | 'paid_at'>,
  today: string,
): string | undefined {
  const taxed = documents.some(({ kind }) => kind === 'invoice' || kind === 'bill_of_supply')
  if (!taxed || paid_at === null) return undefined
  const last = lastTaxNoteDay(indianDay(new Date(paid_at)))
  if (today <= last) return undefined
  return `The tax of this sale can no longer be reversed: the last day was ${longDayText(`${last}T00:00:00+05:30`)}. The buyer gets a refund receipt without tax, and your GSTR-1 stays as it is.`
}

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
