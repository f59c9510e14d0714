import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Message, Moment, optionalText, Rupees } from '../fields.ts'

const LIMIT = 'Enter at least ₹1, or leave it empty'

/** Rupees; null: no second person is needed. */
export const RefundLimit = z.object({
  limit: z
    .number({ error: LIMIT })
    .min(1, { error: LIMIT })
    .max(100_000_000, { error: LIMIT })
    .multipleOf(0.01, { error: LIMIT })
    .nullable(),
})

/** `approvers`: how many admins may refund, whoever asks included. */
const HeldLimit = z.object({ limit: Rupees.nullable(), approvers: z.number().int() })

/** A refund above the limit that waits for somebody else than its requester. */
export const RefundRequest = z.object({
  request_id: z.string(),
  amount: Rupees,
  reason: z.string().nullable(),
  /** The seats that it is for, or what becomes of redeemed ones; null for a sum. */
  about: z.string().nullable(),
  by_bank: z.boolean(),
  asked_at: Moment,
  asked_by: z.object({ admin_id: z.string(), email: z.string() }),
  /** Number of others who may approve it. */
  others: z.number().int(),
})
export type RefundRequest = z.output<typeof RefundRequest>

const Params = z.object({ request_id: z.string().trim().min(1).max(100) })

export const refundRequestCalls = {
  /** Above how much a refund needs a second person. */
  refundLimit: defineCall({
    method: 'GET',
    path: '/admin/refund_limit',
    access: 'admin',
    roles: ['finance'],
    summary: 'Limit of refunds by one person',
  }).output(HeldLimit),

  /** 422 while only one admin may refund: nobody could approve. */
  setRefundLimit: defineCall({
    method: 'PUT',
    path: '/admin/refund_limit',
    access: 'admin',
    confirm: 'caller',
    summary: 'Change the limit of refunds by one person',
  })
    .input(RefundLimit)
    .output(Message.extend({ refund_limit: HeldLimit })),

  /**
   * Makes a requested refund, once, however often it is approved. 403 for its requester; 404; 409 `conflict` when it
   * was declined, and every refusal of a refund: for changes since the request.
   */
  approveRefund: defineCall({
    method: 'POST',
    path: '/admin/refund_requests/{request_id}/approve',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'Approve a refund above the limit',
    cost: 'ask',
    limits: [limit('refund', 'caller', 120, 10 * MINUTE)],
    codes: ['conflict', 'not_refundable', 'idempotency_mismatch'],
  })
    .input(z.object({ params: Params }))
    .output(
      z.object({
        refund_id: z.string(),
        status: z.enum(['pending', 'processed', 'failed']),
        amount: Rupees,
        waiting: z.string().optional(),
      }),
    ),

  /** Declines a request with a reason; its requester withdraws it without. 404; 409 `conflict` when it is closed; 422 without a reason. */
  declineRefund: defineCall({
    method: 'POST',
    path: '/admin/refund_requests/{request_id}/decline',
    access: 'admin',
    roles: ['finance'],
    input: 'detailed',
    summary: 'Decline a refund above the limit',
    confirm: { without: 'declines, and pays nothing' },
    codes: ['conflict'],
  })
    .input(z.object({ params: Params, body: z.object({ answer: optionalText(500) }).default({ answer: null }) }))
    .output(Message),
}
