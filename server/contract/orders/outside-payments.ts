import { z } from 'zod'
import { billingFields, SEZ_WITHOUT_GSTIN, sezFits } from '../billing.ts'
import { adminMails } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, Day, PaidAmount, text, UserId } from '../fields.ts'
import { PIN_ELSEWHERE, pinFits } from '../pin-codes.ts'
import { financialYear } from '../tax.ts'
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

/** Lists what is unusual about the day of an offline payment, and what it means for documents and returns; `taxSince` is the first day of GST, null without it. */
export function receivedWarnings(received_on: string, today: string, taxSince: string | null = null): string[] {
  const warnings: string[] = []
  if (taxSince !== null && received_on < taxSince)
    warnings.push('The money arrived before you charged GST. The invoice of today has GST: ask your accountant first.')
  if (financialYear(received_on) !== financialYear(today))
    warnings.push(
      'The money arrived in another financial year. The paper is of today, the figures of that year change.',
    )
  else if (received_on.slice(0, 7) !== today.slice(0, 7))
    warnings.push(
      'The money arrived in another month, whose return may be filed. The paper is of today, the figures of that month change.',
    )
  return warnings
}

export const outsidePayments = {
  /**
   * Books money that the shop was paid without the gateway: an order that is paid at once, with its access, receipt or invoice and mail. Below the
   * price the rest is a discount. It counts in all figures on `received_on`; its invoice has the day of the booking, as the series demands, and names that day. A
   * day of another month or year, or before GST, needs `confirm_day`, else nothing is booked: 409 `confirm_day` with `warnings`. The same `Idempotency-Key` books
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
    cost: 'mail',
    limits: [adminMails],
    codes: ['not_found', 'already_purchased', 'conflict', 'idempotency_mismatch', 'confirm_day'],
  })
    .input(
      z.object({
        headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }).optional(),
        body: z
          .object({
            user_id: UserId,
            course_ids: z
              .array(CourseId, { error: 'Choose a course' })
              .min(1, { error: 'Choose a course' })
              .max(20, { error: 'At most 20 courses at once' }),
            /** Amount received, in rupees, with all tax. */
            amount: PaidAmount,
            method: OutsideMethod,
            reference: text(1, 60, 'Please enter a receipt number or the reference of the transfer'),
            /** The day is not in the future. */
            received_on: Day,
            /** The caller has read the warnings about that day. */
            confirm_day: z.boolean({ error: 'Must be true or false' }).default(false),
            ...billingFields,
            billing_sez: z.boolean({ error: 'Must be true or false' }).optional(),
          })
          .refine(({ billing_pin, billing_gstin }) => pinFits(billing_pin, billing_gstin), {
            path: ['billing_pin'],
            error: PIN_ELSEWHERE,
          })
          .refine(({ billing_sez, billing_gstin }) => sezFits(billing_sez, billing_gstin), {
            path: ['billing_sez'],
            error: SEZ_WITHOUT_GSTIN,
          }),
      }),
    )
    .output(z.object({ order_id: z.string(), warnings: z.array(z.string()) })),
}
