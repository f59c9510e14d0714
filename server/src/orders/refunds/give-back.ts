import { randomBytes } from 'node:crypto'
import { formatRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { findOwnedCourses, insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { findPayments } from '../settlement/payments.queries.ts'
import { type Owed, owedBack } from './owed-back.ts'
import { findRefunds, insertRefund, type RefundRow } from './refunds.queries.ts'

/** When the reconciler takes a refund up whose asking was cut off. */
const TAKEN_UP_AFTER_MS = 60_000

/** What is owed back of an order's payments. One of another currency is left to the owner. */
export async function findOwed(db: Db, order: OrderRow): Promise<Owed[]> {
  const { order_id, payment_id, captured_paise, total_paise, promocode_one_seat: oneSeat, tax_settings_id } = order
  const [payments, refunds, owned] = await Promise.all([
    findPayments(db, order_id),
    findRefunds(db, [order_id]),
    findOwnedCourses(db, order_id),
  ])
  const tax = owned.length > 0 && tax_settings_id !== null ? await findTaxSettingsById(db, tax_settings_id) : undefined
  const lines = await findOrderLines(db, [order_id])
  const others = payments.filter((one) => one.captured && one.currency === 'INR' && one.payment_id !== payment_id)
  const payer = payment_id === null ? [] : [{ payment_id, amount_paise: captured_paise ?? total_paise }]
  return owedBack([...payer, ...others], payment_id, { lines, owned, pricing: { oneSeat, tax } }, refunds)
}

/**
 * Asks for what is owed back by itself, in the transaction that finds it out, the order locked; of what failed before once more
 * when `again`.
 */
export async function giveBackOwed(ctx: Context, trx: Db, order: OrderRow, again = false): Promise<void> {
  if (order.payment_id === null) return
  for (const { payment_id, owed, reason, failed } of await findOwed(trx, order)) {
    if (owed === 0 || (failed && !again)) continue
    const made = { origin: 'duplicate_payment', reason, redeemed: null, admin_id: null, idempotency_key: null } as const
    const row = newRefund(ctx, order.order_id, payment_id, owed, made)
    await insertRefund(trx, row)
    failpoint(ctx, 'refund:mid-request')
    const detail = `${formatRupees(owed)}: ${reason}`
    const event = { order_id: order.order_id, kind: 'refund_requested', detail, created_at: row.created_at }
    await insertOrderEvent(trx, event)
    await ctx.queue.send(trx, 'send-refund', { refund_id: row.refund_id })
    ctx.log.warn({ order_id: order.order_id, refund_id: row.refund_id }, 'paid twice: what is owed is given back')
  }
}

export function newRefund(
  ctx: Context,
  order_id: string,
  payment_id: string,
  amount_paise: number,
  made: Pick<RefundRow, 'origin' | 'reason' | 'redeemed' | 'admin_id' | 'idempotency_key'>,
) {
  const now = ctx.now()
  return {
    ...{ refund_id: `rf_${randomBytes(12).toString('hex')}`, order_id, payment_id, amount_paise },
    ...{ status: 'requested' as const, gateway_refund_id: null, ...made },
    poll_after: new Date(now.getTime() + TAKEN_UP_AFTER_MS).toISOString(),
    created_at: now.toISOString(),
  }
}
