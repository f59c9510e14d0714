import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Day, listWindow, Moment, MonthText, Rupees } from './fields.ts'
import { OrderNo } from './orders/fields.ts'
import { ofPerson } from './persons.ts'

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
  lines: z.number().int(),
  /** The sum at the bank less the sum of the shop's own orders; 0 where they agree. */
  off: Rupees,
})
export type Payout = z.output<typeof Payout>

/**
 * `unsettled`: a payment of the month that is in no settlement a week later. `unknown`: settled, and not here. `amount`: settled over another
 * sum. `sum`: the gateway's own credit is not amount less fee. `no_payment`: an order of the month that is paid without any payment.
 */
export const SettlementDifference = z.object({
  why: z.enum(['unsettled', 'unknown', 'amount', 'sum', 'no_payment']),
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

/**
 * Sums money that the gateway has not paid out, by its own reports. In rupees: `paid` less `refunds`, `fees` and `fee_tax`, with `adjustments`
 * (disputes, negative), is `you_get`. A fee that is not reported yet counts as none.
 */
const Waiting = z.object({
  payments: z.number().int(),
  paid: Rupees,
  refund_count: z.number().int(),
  refunds: Rupees,
  fees: Rupees,
  fee_tax: Rupees,
  adjustments: Rupees,
  /** Negative where more went back than was paid: the gateway deducts it from later payments. */
  you_get: Rupees,
  /** Payments without a reported fee. */
  unreported: z.number().int(),
  /** Payments that have waited for more than a week, with what of `you_get` is theirs. */
  held: z.object({ payments: z.number().int(), you_get: Rupees }).nullable(),
})

export const NextPayout = z.object({
  /** The older of the readings of this month and the one before; null while one of them was never read, and `waiting` and `days` are empty. */
  read_at: Moment.nullable(),
  unread: z.number().int(),
  /** False until a payout of any month was read. */
  begun: z.boolean(),
  waiting: Waiting.nullable(),
  /** The last 14 days with the balance at their end, oldest first; `paid_out` is null on a day without a payout. */
  days: z.array(z.object({ day: Day, balance: Rupees, paid_out: Rupees.nullable() })),
})
export type NextPayout = z.output<typeof NextPayout>

/** A payment, refund, dispute or correction. `amount` and `you_get` are negative where money leaves. */
export const SettlementLine = z.object({
  kind: z.string(),
  id: z.string(),
  order_id: z.string().nullable(),
  order_no: OrderNo.nullable(),
  /** Null for a deleted account and where no order is known. */
  buyer: ofPerson(z.string().nullable()),
  method: z.string().nullable(),
  at: Moment.nullable(),
  amount: Rupees,
  /** Null until the gateway reports it. */
  fee: Rupees.nullable(),
  fee_tax: Rupees.nullable(),
  you_get: Rupees,
})
export type SettlementLine = z.output<typeof SettlementLine>

export const settlements = {
  /** Returns what is not paid out yet, and the balance by day. */
  next: defineCall({
    method: 'GET',
    path: '/admin/settlements/next',
    access: 'admin',
    roles: ['finance'],
    scope: 'numbers:read',
    summary: 'The next payout',
  }).output(NextPayout),

  /** Lists the lines of a payout, of the next one without `payout`, newest first; 50 by default, with `X-Total-Count`. */
  lines: defineCall({
    method: 'GET',
    path: '/admin/settlements/lines',
    access: 'admin',
    roles: ['finance'],
    scope: 'numbers:read',
    summary: 'Lines of a payout, with fee and GST of each',
  })
    .input(z.object({ payout: z.string().max(200, { error: 'Must be a payout id' }).optional(), ...listWindow }))
    .output(z.object({ lines: z.array(SettlementLine) })),

  /** Returns a month's payouts in Indian time, as last read. */
  month: defineCall({
    method: 'GET',
    path: '/admin/settlements/{month}',
    access: 'admin',
    roles: ['finance'],
    scope: 'numbers:read',
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
