import { z } from 'zod'
import { adminMails, limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, Moment, optionalText, Rupees, text } from '../fields.ts'
import { refundTerms } from './conditions.ts'

const Order = z.object({ order_id: z.string().trim().min(1).max(100) })

/** A buyer's wish for the money back within the shop's guarantee. `approved`: a refund was made. */
export const GuaranteeRequest = z.object({
  status: z.enum(['open', 'approved', 'declined']),
  asked_at: Moment,
  /** The refundable sum at that time; null for a request of an earlier release. */
  amount: Rupees.nullable(),
  /** The courses; null for a request of an earlier release, which is about the whole order. */
  course_ids: z.array(z.string()).nullable(),
  reason: z.string().nullable(),
  /** The shop's reason for declining. */
  answer: z.string().nullable(),
})
export type GuaranteeRequest = z.output<typeof GuaranteeRequest>

/** The refundable part of a course, and all that ends with it. Redeemed gift codes stay with their students. */
const RefundableCourse = z.object({
  course_id: z.string(),
  course_name: z.string(),
  amount: Rupees,
  /** The buyer's own access is among it. */
  own: z.boolean(),
  /** Unused gift codes that stop working. */
  gift_codes: z.array(z.string()),
  /** Number of gift codes that others redeemed: these stay, and are not refunded. */
  redeemed: z.number().int(),
  /** The buyer has a certificate of it that loses its validity. */
  certificate: z.boolean(),
})

export const guaranteeCalls = {
  /** Lists what a request can be about, by course; `amount` is the sum of all, and `seats` are its parts. 404; 409 `conflict` as `askGuarantee`. */
  guaranteeOffer: defineCall({
    method: 'GET',
    path: '/user/orders/{order_id}/guarantee',
    access: 'user',
    inView: true,
    summary: 'What a request for the money back gives back and ends',
    codes: ['conflict'],
  })
    .input(Order)
    .output(
      z.object({
        amount: Rupees,
        courses: z.array(RefundableCourse),
        /** Seats that are here still; `redeemed` ones stay with others. */
        seats: z.array(
          z.object({ course_id: z.string(), seat: z.number().int(), amount: Rupees, redeemed: z.boolean() }),
        ),
        refundable: Rupees,
        /** Coins that come back of an order that coins alone paid. One of nothing goes back whole. */
        coins: z.number().int(),
        ...refundTerms,
      }),
    ),

  /**
   * Requests a refund of some courses of an order, of all by default. 404; 409 `conflict` when one is open, the guarantee is over, or nothing
   * of a course is refundable.
   */
  askGuarantee: defineCall({
    method: 'POST',
    path: '/user/orders/{order_id}/guarantee',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Ask for the money back within the guarantee',
    limits: [limit('guarantee', 'caller', 20, 10 * MINUTE)],
    codes: ['conflict'],
  })
    .input(
      z.object({
        params: Order,
        body: z
          .object({
            reason: optionalText(500),
            course_ids: z.array(CourseId).min(1, { error: 'Choose at least one course' }).max(50).optional(),
          })
          .default({ reason: null }),
      }),
    )
    .output(GuaranteeRequest),

  /**
   * Declines a buyer's request, with a sentence that is mailed to them. 404 without an open request; 409 `conflict`
   * while a refund of the order waits for a second person. A refund approves it.
   */
  declineGuarantee: defineCall({
    method: 'POST',
    path: '/admin/orders/{order_id}/guarantee/decline',
    access: 'admin',
    roles: ['finance'],
    input: 'detailed',
    summary: 'Decline a request for the money back',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'declines, and pays nothing' },
    codes: ['conflict'],
  })
    .input(z.object({ params: Order, body: z.object({ answer: text(1, 500, 'Please write to the buyer') }) }))
    .output(GuaranteeRequest),
}
