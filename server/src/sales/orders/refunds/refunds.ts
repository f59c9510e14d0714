import { formatMoney } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import type { Refund } from '../../../platform/payments/gateway.ts'
import { alertOwner } from '../../../shop/mails/alerts.ts'
import { findWaiting } from '../attention.queries.ts'
import { closeGuarantee } from '../guarantee.queries.ts'
import { refundsArrived } from '../moments.ts'
import { walkEffects } from '../order-effects.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { continuePolling } from '../polling.queries.ts'
import { inMinutes } from '../polling.ts'
import { HOLDS_MONEY } from '../status.ts'
import { findOwed } from './find-owed.ts'
import { readNotes } from './gateway-notes.ts'
import { findGoneSeats, insertRefundSeats } from './refund-seats.queries.ts'
import {
  BY_GATEWAY,
  findRefund,
  findRefundOf,
  findRefunds,
  hasAutomaticRefund,
  insertRefund,
  type NewRefund,
  type RefundRow,
  updateRefund,
} from './refunds.queries.ts'

/** Books what the gateway answered of a refund, with what it means for its order. */
export async function applyRefund(ctx: Context, orderId: string, refund: Refund): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || !(await bookRefund(ctx, trx, order, refund))) return
    await applyRefundEffects(ctx, trx, order)
    failpoint(ctx, 'refund:before-commit')
  })
  failpoint(ctx, 'refund:after-commit')
}

/**
 * Notes what the gateway says of a refund: one of ours, or one made in its own dashboard. One that has ended may still fail, but is
 * not pending again, whichever answer is late. False when that was known. In the caller's transaction, the order locked.
 */
export async function bookRefund(ctx: Context, trx: Db, order: OrderRow, refund: Refund): Promise<boolean> {
  const now = ctx.now().toISOString()
  const { status } = refund
  const known = await findRefundOf(trx, order.order_id, refund)
  if (known?.gateway_refund_id && (status === known.status || status === 'pending')) return false
  const shown = { status, gateway_refund_id: refund.id }
  const row = known ?? (await insertFound(trx, order, refund, now))
  if (known) await updateRefund(trx, known.refund_id, { ...shown, updated_at: now })
  const detail = `${formatMoney(refund.amountPaise, await currencyOf(trx, refund.paymentId))}, ${refund.id}`
  await insertOrderEvent(trx, { order_id: order.order_id, kind: `refund_${status}`, detail, created_at: now })
  const accepted = known === undefined || known.status === 'requested'
  if (accepted && status !== 'failed') await ctx.queue.send(trx, 'refund-mail', { refund_id: row.refund_id })
  if (status === 'pending') await continuePolling(trx, order.order_id, inMinutes(ctx, 10))
  // A buyer who heard that it is on its way hears of the failure.
  if (status === 'failed' && known && known.status !== 'requested')
    await ctx.queue.send(trx, 'refund-failed-mail', { refund_id: row.refund_id })
  if (status === 'failed') await notifyFailure(ctx, trx, row)
  return true
}

/** Stores a refund that the gateway has and this database lacks: one of its dashboard, or one of ours after a restore, by its notes. */
async function insertFound(trx: Db, order: OrderRow, refund: Refund, now: string): Promise<NewRefund> {
  const { order_id } = order
  const { id, paymentId: payment_id, amountPaise: amount_paise, status, ownId } = refund
  const isOurs = ownId !== null && refund.orderId === order_id && (await findRefund(trx, ownId)) === undefined
  const facts = isOurs ? readNotes(refund.notes, await findOrderLines(trx, [order_id])) : undefined
  // A payment has one automatic refund.
  const isSecond = facts?.origin === 'duplicate_payment' && (await hasAutomaticRefund(trx, payment_id))
  const row: NewRefund = {
    refund_id: isOurs ? ownId : id,
    order_id,
    payment_id,
    gateway_refund_id: id,
    amount_paise,
    status,
    ...BY_GATEWAY,
    reason: facts?.reason ?? null,
    origin: facts && !isSecond ? facts.origin : 'dashboard',
    redeemed: facts?.redeemed ?? null,
    lines: facts?.lines ?? null,
    idempotency_key: null,
    admin_id: null,
    created_at: now,
  }
  await insertRefund(trx, row)
  await insertRefundSeats(trx, row.refund_id, facts?.seats ?? [])
  return row
}

/** The owner hears of a refund that failed, unless it is made up for. */
export async function notifyFailure(
  ctx: Context,
  trx: Db,
  { order_id, refund_id }: Pick<RefundRow, 'order_id' | 'refund_id'>,
): Promise<void> {
  const waiting = await findWaiting(trx, 'refund_failed', ctx.now().toISOString(), order_id)
  // Also one that was made up for until this one failed.
  for (const failed of waiting)
    await alertOwner(ctx, trx, { kind: 'refund_failed', key: failed.refund_id ?? '', orderId: order_id })
  if (waiting.length > 0) ctx.log.error({ order_id, refund_id }, 'a refund failed: look at it')
}

/**
 * Applies the refunds of an order that holds money: its status follows from the sums, and what it brought about follows its money. A sum alone
 * removes nothing; a late failure restores the order. In the caller's transaction, the order locked. Returns its new status.
 */
export async function applyRefundEffects(ctx: Context, trx: Db, order: OrderRow): Promise<OrderRow['status']> {
  const { order_id, payment_id } = order
  if (!HOLDS_MONEY.includes(order.status) || payment_id === null) return order.status
  const back = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)?.back ?? 0
  const now = ctx.now().toISOString()
  const refunds = (await findRefunds(trx, [order_id])).filter((one) => one.payment_id === payment_id)
  // The documents follow a failed refund too: its note is reversed.
  if (refunds.some(({ status }) => status === 'processed' || status === 'failed'))
    await ctx.queue.send(trx, 'issue-documents', { order_id })
  const status = statusOf(order, back)
  if (status !== order.status) await updateOrder(trx, order_id, { status })
  const refund_ids = refunds.filter((one) => one.status === 'processed').map(({ refund_id }) => refund_id)
  await refundsArrived(ctx, trx, { order_id, refund_ids, now })
  // A refund by any way closes the request: nobody has to decline it.
  if (status === 'refunded') await closeGuarantee(trx, order_id, { status: 'approved', answer: null, closed_at: now })
  const gone = await findGoneSeats(trx, order_id, { processed: true })
  await walkEffects(ctx, trx, { order: { ...order, status }, gone, changed: status !== order.status, now })
  if (back > 0) ctx.log.info({ order_id, refunded_paise: back, status }, 'refund booked')
  return status
}

/** The status of an order that holds money, of which so much went back. Money that granted nothing waits for the owner. */
function statusOf({ captured_paise, total_paise, paid_at }: OrderRow, back: number): OrderRow['status'] {
  if (back >= (captured_paise ?? total_paise)) return 'refunded'
  if (paid_at === null) return 'review'
  return back > 0 ? 'partially_refunded' : 'paid'
}
