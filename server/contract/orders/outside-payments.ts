import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { BuyerGstin, State } from '../documents.ts'
import { CourseId, Day, nameText, PaidAmount, text, UserId } from '../fields.ts'
import { cleanLines } from '../spelling.ts'
import { IdempotencyKey } from './actions.ts'

export const OutsideMethod = z.enum(['cash', 'bank_transfer', 'upi'], { error: 'Must be cash, bank_transfer or upi' })
export type OutsideMethod = z.output<typeof OutsideMethod>

/** A payment outside the gateway. */
export const OutsidePayment = z.object({
  method: OutsideMethod,
  reference: z.string(),
  /** An Indian day. */
  received_on: z.string(),
})

export const outsidePayments = {
  /**
   * Books money that the shop was paid without the gateway: an order that is paid at once, with its access, receipt or invoice and mail. Below the
   * price the rest is a discount. It counts as a sale of the day on which it is booked, as its invoice does. The same `Idempotency-Key` books
   * it once. 404 for no such student or course on sale; 409 `already_purchased`, `conflict` for a reference that is booked; 422
   * above the price, and without a state where there are invoices.
   */
  bookOutside: defineCall({
    method: 'POST',
    path: '/admin/orders/outside',
    access: 'admin',
    roles: ['support'],
    confirm: 'caller',
    status: 201,
    input: 'detailed',
    summary: 'Record a payment made outside the gateway',
    codes: ['not_found', 'already_purchased', 'conflict', 'idempotency_mismatch'],
  })
    .input(
      z.object({
        headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }).optional(),
        body: z.object({
          user_id: UserId,
          course_ids: z
            .array(CourseId, { error: 'Choose a course' })
            .min(1, { error: 'Choose a course' })
            .max(20, { error: 'At most 20 courses at once' }),
          /** Amount received, in rupees, with all tax. */
          amount: PaidAmount,
          method: OutsideMethod,
          reference: text(1, 60, 'Please enter a receipt number or the reference of the transfer'),
          /** Not in the future. */
          received_on: Day,
          billing_state: State.optional(),
          billing_gstin: BuyerGstin.optional(),
          billing_name: nameText(0, 200, 'Must be text').optional(),
          billing_address: text(0, 300, 'Must be text').overwrite(cleanLines).optional(),
        }),
      }),
    )
    .output(z.object({ order_id: z.string() })),
}
