import { indianDay } from 'contract/indian-time'
import { formatMoney } from 'contract/money'
import type { Context, Db } from '../../../context.ts'
import type { Dispute } from '../../../platform/payments/gateway.ts'
import { alertOwner } from '../../../shop/mails/alerts.ts'
import { type DisputeRow, findDispute, updateDispute } from '../../disputes/disputes.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { lockOrder, type OrderRow } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { bookOutside } from '../refunds/book-outside.ts'
import { findOwed } from '../refunds/find-owed.ts'
import { findBooked, findRefunds, type RefundRow, updateRefund } from '../refunds/refunds.queries.ts'
import { applyRefundEffects, notifyFailure } from '../refunds/refunds.ts'
import type { Truth } from './read-truth.ts'

/**
 * Stores the gateway's disputes of an order, in the transaction that settles it, the order locked. Emails the owner whenever one starts to
 * need an answer. Records a lost one as a refund as soon as possible: its payment may be reported later, or a full refund may fail. Reverts
 * that for one won after all. Returns the changed order; undefined without a change.
 */
export async function settleDisputes(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  truth: Truth,
): Promise<OrderRow | undefined> {
  let after: OrderRow | undefined
  for (const dispute of truth.disputes) {
    const before = await findDispute(trx, dispute.id)
    // Another question may have been answered later.
    if (!before || (before.read_at && Date.parse(before.read_at) > Date.parse(truth.asked_at))) continue
    await storeDispute(ctx, trx, before, dispute, truth.asked_at)
    const book = { lost: bookLoss, won: reverseLoss, closed: reverseLoss, open: undefined, under_review: undefined }
    if (await book[dispute.status]?.(ctx, trx, after ?? order, dispute)) after = await lockOrder(trx, order.order_id)
  }
  return after
}

async function storeDispute(ctx: Context, trx: Db, before: DisputeRow, now: Dispute, read_at: string): Promise<void> {
  const { order_id } = before
  const respond_by = now.respondBy?.toISOString() ?? null
  const sameDate =
    Date.parse(before.respond_by ?? '') === Date.parse(respond_by ?? '') || before.respond_by === respond_by
  const requesting = now.status === 'open' && (before.status !== 'open' || before.phase !== now.phase || !sameDate)
  const needs = before.asks + (requesting ? 1 : 0)
  const created_at = ctx.now().toISOString()
  await updateDispute(trx, now.id, {
    status: now.status,
    phase: now.phase,
    reason_code: now.reasonCode,
    payment_id: now.paymentId,
    read_at,
    asks: needs,
    amount_paise: now.amountPaise,
    deducted_paise: now.deductedPaise,
    respond_by,
    opened_at: now.createdAt?.toISOString() ?? null,
    asked_at: requesting ? created_at : now.status === 'open' ? before.asked_at : null,
  })
  if (before.status === now.status && !requesting) return
  const until = requesting && now.respondBy ? `, to be answered by ${indianDay(now.respondBy)}` : ''
  const detail = `${formatMoney(now.amountPaise, await currencyOf(trx, now.paymentId))}, ${now.id}${until}`
  await insertOrderEvent(trx, { order_id, kind: `dispute_${now.status}`, detail, created_at })
  if (requesting) await alertOwner(ctx, trx, { kind: 'dispute', key: `${now.id}:${needs}`, orderId: order_id })
  ctx.log.warn({ order_id, dispute_id: now.id, status: now.status }, 'a payment is in dispute')
}

/** Records money lost to a dispute; drops unsent refunds beyond the rest. Returns true when it is new. */
async function bookLoss(ctx: Context, trx: Db, order: OrderRow, dispute: Dispute): Promise<boolean> {
  const { id, paymentId: payment_id, deductedPaise, amountPaise } = dispute
  const { order_id } = order
  const lost = deductedPaise ?? amountPaise
  // A retrieval takes nothing, nor does one whose money is not taken yet, which is read again.
  if (lost === 0 || (await findBooked(trx, order_id, { channel: 'dispute', reference: id }))) return false
  await alertOwner(ctx, trx, { kind: 'dispute_lost', key: id, orderId: order_id })
  const booked = await bookOutside(ctx, trx, order, {
    channel: 'dispute',
    payment_id,
    reference: id,
    sent_on: indianDay(ctx.now()),
    reason: null,
    amount_paise: lost,
  })
  const captured = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)?.captured ?? 0
  const of = (await findRefunds(trx, [order_id])).filter(
    (one) => one.payment_id === payment_id && one.status !== 'failed',
  )
  const requested = of.filter(({ status }) => status === 'requested')
  let room = of.reduce((paise, one) => paise - (one.status === 'requested' ? 0 : one.amount_paise), captured)
  for (const refund of requested) {
    if (refund.amount_paise > room) await dropRefund(ctx, trx, refund)
    else room -= refund.amount_paise
  }
  return booked !== undefined
}

/** A dispute that was lost and booked, and is won or closed after all: its money is here again. True when it is new. */
async function reverseLoss(ctx: Context, trx: Db, order: OrderRow, { id }: Dispute): Promise<boolean> {
  const { order_id } = order
  const booked = await findBooked(trx, order_id, { channel: 'dispute', reference: id })
  if (!booked) return false
  const { refund_id, amount_paise, payment_id } = booked
  const now = ctx.now().toISOString()
  await updateRefund(trx, refund_id, { status: 'failed', updated_at: now })
  const detail = `${formatMoney(amount_paise, await currencyOf(trx, payment_id))}, ${id}`
  await insertOrderEvent(trx, { order_id, kind: 'dispute_reversed', detail, created_at: now })
  await alertOwner(ctx, trx, { kind: 'dispute_reversed', key: refund_id, orderId: order_id })
  await applyRefundEffects(ctx, trx, order)
  // A refund dropped with the loss can be sent again, which the owner decides.
  await notifyFailure(ctx, trx, booked)
  return true
}

async function dropRefund(ctx: Context, trx: Db, refund: RefundRow): Promise<void> {
  const { refund_id, order_id, payment_id, amount_paise } = refund
  const now = ctx.now().toISOString()
  await updateRefund(trx, refund_id, { status: 'failed', updated_at: now })
  const detail = `${formatMoney(amount_paise, await currencyOf(trx, payment_id))}, the bank took the money with a dispute`
  await insertOrderEvent(trx, { order_id, kind: 'refund_failed', detail, created_at: now })
}
