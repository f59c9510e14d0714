import { z } from 'zod'
import { emailsToAddress, HOUR, limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Rupees, RupeesText } from '../fields.ts'
import { OrderStatus } from './actions.ts'
import { OrderNo } from './fields.ts'
import { OpenedSheet } from './pay-page.ts'

/** Ids, states and signatures are plain characters. */
const part = z
  .string()
  .max(200)
  .regex(/^[\x21-\x7e]*$/)

/**
 * Proof of a return from a payment, as its address has it: the mark of the order's own pay page, or the gateway's signature, by the
 * gateway's names. It shows one payment, and logs nobody in.
 */
export const SignedReturn = z.union([
  z.object({ order_id: part, t: part }),
  z.object({
    razorpay_payment_link_reference_id: part,
    razorpay_payment_link_status: part,
    razorpay_payment_id: part,
    razorpay_signature: part,
  }),
])
export type SignedReturn = z.output<typeof SignedReturn>

/** A payment as its signed address shows it: no name, no phone, and of the email the first letter and the domain. */
export const ReturnedPayment = z.object({
  order_no: OrderNo,
  status: OrderStatus,
  courses: z.array(
    z.object({
      course_name: z.string(),
      course_banner: z.string(),
      quantity: z.number().int().positive(),
      /** The buyer's own seat of it was refunded, and opens it no more. */
      refunded: z.boolean().optional(),
    }),
  ),
  total: Rupees,
  /** Money that arrived, where it is another sum than the total. */
  received: Rupees.optional(),
  /** Money of the payment that was returned or is on its way; `by_gateway`: all of it goes back to the way it was paid. */
  refund: z.object({ amount: Rupees, by_gateway: z.boolean() }).optional(),
  /** Null once the account is gone. */
  email: z.string().nullable(),
  /** True for an unpaid order whose buyer owns one of its courses in another way: it must not be paid. */
  owned: z.literal(true).optional(),
  /** Paid, and nothing was left to give: the money goes back. */
  lost: z.literal(true).optional(),
  /** The last try to pay an open order failed. */
  last_try_failed: z.literal(true).optional(),
  /** While it can be paid: the pay page of the shop, or the gateway's. */
  payment_link: z.string().optional(),
})
export type ReturnedPayment = z.output<typeof ReturnedPayment>

/** The calls for whoever returns from a payment without a session. The proof travels in the body, so that no log has it. */
export const returnCalls = {
  /** Asks the gateway while the order is open, at most once in 5 s. 404 for an address that is not signed. */
  returned: defineCall({
    method: 'POST',
    path: '/go/payment',
    access: 'public',
    summary: 'A payment by its signed address',
    cost: 'ask',
    limits: [limit('payment_return', 'client', 1_200, 10 * MINUTE)],
    codes: ['not_found'],
  })
    .input(SignedReturn)
    .output(ReturnedPayment),

  /** Mails the buyer of a paid order the link to what was bought, at most 3 an hour with the other emails that log in. Always 200. */
  sendCourseLink: defineCall({
    method: 'POST',
    path: '/go/payment/link',
    access: 'public',
    summary: 'Email the link for the course again',
    cost: 'mail',
    limits: [limit('course_link_client', 'client', 60, HOUR), emailsToAddress({ byHandler: true })],
    account: 'buyer',
  })
    .input(SignedReturn)
    .output(z.object({ message: z.string() })),

  /** As `openSheet`, without the payer's details. 404 for an address that is not signed. */
  openSignedSheet: defineCall({
    method: 'POST',
    path: '/go/payment/sheet',
    access: 'public',
    summary: "Open the gateway's checkout by a signed address",
    cost: 'ask',
    limits: [limit('signed_sheet', 'client', 300, 10 * MINUTE)],
    codes: ['not_found', 'gateway_error', 'gateway_not_configured'],
  })
    .input(SignedReturn)
    .output(OpenedSheet),

  /**
   * Orders the same for the same buyer, after a try that ended unpaid; a promo code that no longer counts is left out. 404 for an
   * address that is not signed; 409 `price_changed` with `total`, which `expected_total` then accepts; else as `buy`.
   */
  payAgain: defineCall({
    method: 'POST',
    path: '/go/payment/again',
    access: 'public',
    summary: 'Pay for the same order again',
    cost: 'ask',
    limits: [limit('pay_again', 'client', 60, 10 * MINUTE)],
    codes: ['not_found', 'already_purchased', 'price_changed', 'conflict', 'gateway_error', 'gateway_not_configured'],
  })
    .input(z.object({ proof: SignedReturn, expected_total: RupeesText.optional() }))
    .output(z.object({ payment_link: z.string() })),
}
