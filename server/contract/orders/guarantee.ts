import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { Moment, optionalText, text } from '../fields.ts'

const Order = z.object({ order_id: z.string().trim().min(1).max(100) })

/** A buyer's wish for the money back within the shop's guarantee. `approved`: a refund was made. */
export const GuaranteeRequest = z.object({
  status: z.enum(['open', 'approved', 'declined']),
  asked_at: Moment,
  reason: z.string().nullable(),
  /** The shop's reason for declining. */
  answer: z.string().nullable(),
})
export type GuaranteeRequest = z.output<typeof GuaranteeRequest>

export const guaranteeCalls = {
  /** Requests a refund. 404; 409 `conflict` when one is open, the guarantee is over, or nothing is refundable. */
  askGuarantee: defineCall({
    method: 'POST',
    path: '/user/orders/{order_id}/guarantee',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Ask for the money back within the guarantee',
    codes: ['conflict'],
  })
    .input(z.object({ params: Order, body: z.object({ reason: optionalText(500) }).default({ reason: null }) }))
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
    codes: ['conflict'],
  })
    .input(z.object({ params: Order, body: z.object({ answer: text(1, 500, 'Please write to the buyer') }) }))
    .output(GuaranteeRequest),
}
