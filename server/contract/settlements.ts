import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Moment, MonthText, Rupees } from './fields.ts'
import { OrderNo } from './orders/fields.ts'

/**
 * In rupees: `gross` was paid; of it the gateway deducted `fees` and `fee_tax`, the GST on them, and `net` is the rest.
 * Less `refunds`, with `adjustments` (disputes and corrections, which may be negative), `to_bank` went to the bank.
 */
const Sums = z.object({
  payments: z.number().int(),
  gross: Rupees,
  fees: Rupees,
  fee_tax: Rupees,
  net: Rupees,
  refunds: Rupees,
  adjustments: Rupees,
  to_bank: Rupees,
})

/** One transfer to the bank, with the bank's number of it. */
export const Payout = Sums.extend({
  settlement_id: z.string(),
  utr: z.string().nullable(),
  settled_at: Moment.nullable(),
})
export type Payout = z.output<typeof Payout>

/**
 * `unsettled`: a payment of the month that is in no settlement a week later. `unknown`: settled, and not here. `amount`: settled over another
 * sum. `sum`: the gateway's own credit is not amount less fee.
 */
export const SettlementDifference = z.object({
  why: z.enum(['unsettled', 'unknown', 'amount', 'sum']),
  kind: z.string(),
  id: z.string(),
  order_id: z.string().nullable(),
  order_no: OrderNo.nullable(),
  /** Null where one of the two does not know it. */
  settled: Rupees.nullable(),
  ours: Rupees.nullable(),
  at: Moment.nullable(),
})
export type SettlementDifference = z.output<typeof SettlementDifference>

export const SettlementMonth = Sums.extend({
  month: z.string(),
  /** Null before it was read for the first time. */
  read_at: Moment.nullable(),
  /** Entries of the list that could not be read: the sums are without them. */
  unread: z.number().int(),
  payouts: z.array(Payout),
  /** At most 200. */
  differences: z.array(SettlementDifference),
  differences_total: z.number().int(),
})
export type SettlementMonth = z.output<typeof SettlementMonth>

const Input = z.object({ month: MonthText })

export const settlements = {
  /** Returns a month's payouts in Indian time, as last read. */
  month: defineCall({
    method: 'GET',
    path: '/admin/settlements/{month}',
    access: 'admin',
    roles: ['finance'],
    summary: 'Settlements of a month',
  })
    .input(Input)
    .output(SettlementMonth),

  /** Reads the month at the gateway now, and the next one where it has begun. 502 `gateway_error`; 503 `gateway_not_configured`. */
  read: defineCall({
    method: 'POST',
    path: '/admin/settlements/{month}/read',
    access: 'admin',
    roles: ['finance'],
    summary: 'Read the settlements of a month',
    cost: 'ask',
    limits: [limit('settlements', 'caller', 20, 10 * MINUTE)],
    confirm: { without: 'reads or checks' },
    codes: ['gateway_error', 'gateway_not_configured'],
  })
    .input(Input)
    .output(SettlementMonth),
}
