import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { OrderParams, OrderStatus } from './actions.ts'

/** Options of the gateway's checkout, by its own names. */
const Sheet = z.object({
  key: z.string(),
  /** The gateway's own order. */
  order_id: z.string(),
  /** In paise, as the gateway has it. */
  amount: z.number().int(),
  currency: z.literal('INR'),
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
  notes: z.object({ order_id: z.string() }),
  /** The number of seconds after which the sheet closes by itself. */
  timeout: z.number().int().positive(),
})

export const OpenedSheet = z.object({
  status: OrderStatus,
  /** Absent when the order cannot be paid any more. */
  sheet: Sheet.optional(),
})
export type OpenedSheet = z.output<typeof OpenedSheet>

const id = z.string({ error: 'Must be an id of the gateway' }).max(64, { error: 'Must be an id of the gateway' })

/** The checkout's answer; its own `razorpay_order_id` is not read, since the order is ours to know. */
const SheetAnswer = z.object({
  razorpay_payment_id: id,
  razorpay_signature: z.string({ error: 'Must be a signature' }).max(200, { error: 'Must be a signature' }),
})
export type SheetAnswer = z.output<typeof SheetAnswer>

/** The calls of the pay page. */
export const payPageCalls = {
  /** Makes the gateway's order with the first call. 404 for another's order; 502 `gateway_error`, 503 `gateway_not_configured`. */
  openSheet: defineCall({
    method: 'POST',
    path: '/user/orders/{order_id}/sheet',
    access: 'user',
    input: 'detailed',
    summary: "Open the gateway's checkout",
    cost: 'ask',
    limits: [limit('open_sheet', 'caller', 60, 10 * MINUTE)],
    codes: ['not_found', 'gateway_error', 'gateway_not_configured'],
  })
    .input(z.object({ params: OrderParams }))
    .output(OpenedSheet),

  /** Checks the order at the gateway, and returns its status; the answer itself proves nothing. 404; 422 for a wrong signature. */
  sheetPaid: defineCall({
    method: 'POST',
    path: '/user/orders/{order_id}/sheet_paid',
    access: 'user',
    input: 'detailed',
    summary: "The gateway's checkout was paid",
    cost: 'ask',
    limits: [limit('sheet_paid', 'caller', 60, 10 * MINUTE)],
    codes: ['not_found'],
  })
    .input(z.object({ params: OrderParams, body: SheetAnswer }))
    .output(z.object({ status: OrderStatus })),
}
