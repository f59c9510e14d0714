import { createHash } from 'node:crypto'
import { DAY_MS, indianDay } from 'contract/indian-time'
import type { Knex } from 'knex'
import { type DisputeRow, feesOf, type PaymentRow, type RefundRow } from './entities.ts'

/** Two days after the payment, as for cards and UPI. */
const SETTLES_AFTER_MS = 2 * DAY_MS

/** Serves `GET /settlements/recon/combined`: the settlements of a month in Indian time, one a day. */
export async function listSettled(db: Knex, { year, month }: { year: number; month: number }, now: Date) {
  const wanted = `${year}-${String(month).padStart(2, '0')}`
  const payments = await db<PaymentRow>('sandbox.payments').where({ captured: true }).orderBy('position')
  const refunds = await db<RefundRow>('sandbox.refunds').where({ status: 'processed' }).orderBy('created_at')
  const lost = await db<DisputeRow>('sandbox.disputes').where({ status: 'lost' }).orderBy('created_at')
  const orderOf = new Map(payments.map((payment) => [payment.payment_id, payment]))
  const lines = [
    ...payments.map((payment) => {
      const amount = Number(payment.amount_paise)
      const { fee, tax } = feesOf(payment)
      return lineOf(payment.payment_id, 'payment', payment, { amount, fee, tax, credit: amount - fee, debit: 0 })
    }),
    ...refunds.map((refund) => {
      const amount = Number(refund.amount_paise)
      const sums = { amount, fee: 0, tax: 0, credit: 0, debit: amount }
      return lineOf(refund.refund_id, 'refund', { ...refund, method: orderOf.get(refund.payment_id)?.method }, sums)
    }),
    ...lost.map((dispute) => {
      const amount = Number(dispute.deducted_paise)
      const sums = { amount, fee: 0, tax: 0, credit: 0, debit: amount }
      return { ...lineOf(dispute.dispute_id, 'adjustment', dispute, sums), dispute_id: dispute.dispute_id }
    }),
  ]
  return lines.filter(({ settled_at }) => {
    const at = new Date(settled_at * 1000)
    return at <= now && indianDay(at).startsWith(wanted)
  })
}

type Sums = { amount: number; fee: number; tax: number; credit: number; debit: number }
type Source = {
  payment_id: string
  created_at: Date | string
  currency: string
  order_id?: string
  method?: string | undefined
}

function lineOf(entity_id: string, type: string, of: Source, sums: Sums) {
  const made = new Date(of.created_at)
  const settled = new Date(made.getTime() + SETTLES_AFTER_MS)
  const day = createHash('sha256')
    .update(`settlement ${indianDay(settled)}`)
    .digest('hex')
  return {
    entity_id,
    type,
    ...sums,
    currency: of.currency,
    on_hold: false,
    settled: true,
    created_at: Math.floor(made.getTime() / 1000),
    settled_at: Math.floor(settled.getTime() / 1000),
    settlement_id: `setl_${day.slice(0, 14)}`,
    settlement_utr: `UTR${BigInt(`0x${day.slice(0, 10)}`)}`,
    payment_id: type === 'payment' ? null : of.payment_id,
    order_id: of.order_id ?? null,
    method: of.method ?? null,
    description: null,
    notes: '{}',
    dispute_id: null,
  }
}
