import { randomBytes } from 'node:crypto'
import { formatRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { findDisputedPayments } from '../../disputes/disputes.queries.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { findOwnedCourses, insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { findPayments } from '../settlement/payments.queries.ts'
import { keepAsking } from '../settlement/polling.queries.ts'
import { inMinutes } from '../settlement/polling.ts'
import { type Owed, owedBack } from './owed-back.ts'
import { BY_GATEWAY, findRefunds, insertRefund, type RefundRow } from './refunds.queries.ts'

/** What is owed back of an order's payments. One of another currency is left to the owner. */
export async function findOwed(db: Db, order: OrderRow): Promise<Owed[]> {
  const { order_id, payment_id, captured_paise, total_paise, promocode_one_seat: oneSeat, tax_settings_id } = order
  const payments = await findPayments(db, order_id)
  const refunds = await findRefunds(db, [order_id])
  const owned = await findOwnedCourses(db, order_id)
  const tax = owned.length > 0 && tax_settings_id !== null ? await findTaxSettingsById(db, tax_settings_id) : undefined
  const lines = await findOrderLines(db, [order_id])
  const others = payments.filter((one) => one.captured && one.currency === 'INR' && one.payment_id !== payment_id)
  const payer = payment_id === null ? [] : [{ payment_id, amount_paise: captured_paise ?? total_paise }]
  return owedBack([...payer, ...others], payment_id, { lines, owned, pricing: { oneSeat, tax } }, refunds)
}

/**
 * Asks for what is owed back by itself, in the transaction that finds it out, the order locked; of what failed before once more
 * when `again`. Of a payment in dispute not before that has ended: it would be paid twice.
 */
export async function giveBackOwed(ctx: Context, trx: Db, order: OrderRow, again = false): Promise<void> {
  if (order.payment_id === null) return
  const disputed = await findDisputedPayments(trx, order.order_id)
  for (const { payment_id, owed, reason, failed } of await findOwed(trx, order)) {
    if (owed === 0 || (failed && !again) || disputed.includes(payment_id)) continue
    const made = { origin: 'duplicate_payment', reason, redeemed: null, admin_id: null, idempotency_key: null } as const
    const detail = `${formatRupees(owed)}: ${reason}`
    const { refund_id } = await storeRefund(
      ctx,
      trx,
      { order_id: order.order_id, payment_id, amount_paise: owed, ...made },
      detail,
    )
    ctx.log.warn({ order_id: order.order_id, refund_id }, 'paid twice: what is owed is given back')
  }
}

type Wanted = Omit<
  RefundRow,
  'refund_id' | 'status' | 'gateway_refund_id' | 'channel' | 'reference' | 'sent_on' | 'created_at' | 'updated_at'
>

export const newRefundId = () => `rf_${randomBytes(12).toString('hex')}`

/** Stores a refund that is to be asked for. Should that be cut off, the next question about its order takes it up. */
export async function storeRefund(ctx: Context, trx: Db, wanted: Wanted, detail: string): Promise<RefundRow> {
  const { order_id } = wanted
  const now = ctx.now().toISOString()
  const way = { ...BY_GATEWAY, gateway_refund_id: null }
  const row = { refund_id: newRefundId(), ...wanted, ...way, status: 'requested' as const, created_at: now }
  await insertRefund(trx, row)
  failpoint(ctx, 'refund:mid-request')
  await insertOrderEvent(trx, { order_id, kind: 'refund_requested', detail, created_at: now })
  await keepAsking(trx, order_id, inMinutes(ctx, 1))
  return { ...row, updated_at: now }
}
