import { formatMoney } from 'contract/money'
import type { Context } from '../../../context.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../../platform/payments/razorpay.ts'
import { findDisputedPayments } from '../../disputes/disputes.queries.ts'
import { insertOrderEvent, noteOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, lockOrder } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { inMinutes } from '../polling.ts'
import { findOwed } from './find-owed.ts'
import { notesOf } from './gateway-notes.ts'
import { giveBackOwed } from './give-back.ts'
import { findRefundSeats } from './refund-seats.queries.ts'
import { claimRefund, findRefund, type RefundRow, releaseRefund, updateRefund } from './refunds.queries.ts'
import { applyRefund, notifyFailure } from './refunds.ts'
import { standIn } from './stand-in.ts'

/** Longer than a call to the gateway with all its tries: the claim of a sender that died runs out. */
const CLAIM_MINUTES = 1

/** A refusal may pass: balance, another operation on the payment. After this long, before it is late for the buyer, the owner decides. */
const REFUSED_MS = 12 * 60 * 60_000

/**
 * Sends a stored refund to the gateway, as its only sender; does nothing while another sends it. From the second attempt on it reads the
 * payment's refunds first, and knows ours by its note. Any other answer than the refund rejects, and the refund waits.
 */
export async function sendRefund(ctx: Context, { refund_id }: Pick<RefundRow, 'refund_id'>): Promise<void> {
  const claim = { now: ctx.now().toISOString(), until: inMinutes(ctx, CLAIM_MINUTES) }
  const refund = await claimRefund(ctx.db, refund_id, claim)
  if (!refund) return
  const { order_id, payment_id, amount_paise, sends } = refund
  failpoint(ctx, 'refund:before-gateway')
  try {
    const state = await ctx.payments.refund({
      paymentId: payment_id,
      amountPaise: amount_paise,
      idempotencyKey: refund_id,
      notes: notesOf(refund, await findRefundSeats(ctx.db, refund_id), await findOrderLines(ctx.db, [order_id])),
      mayBeMade: sends > 1,
    })
    failpoint(ctx, 'refund:after-gateway')
    await applyRefund(ctx, order_id, state)
  } catch (error) {
    if (!isAboutGateway(error)) throw error
    const [detail, created_at] = [error.message.slice(0, 300), ctx.now().toISOString()]
    await noteOrderEvent(ctx.db, { order_id, kind: 'refund_not_taken', detail, created_at })
    if (error instanceof GatewayError && error.kind === 'refused') await readRefused(ctx, refund)
    await releaseRefund(ctx.db, refund)
    throw error
  }
}

/** The same for one that was stored before; while its payment is in dispute it waits. */
export async function sendOrWait(ctx: Context, refund: RefundRow): Promise<void> {
  if (refund.status !== 'requested') return
  if ((await findDisputedPayments(ctx.db, refund.order_id)).includes(refund.payment_id)) return
  await sendRefund(ctx, refund).catch((error) => {
    if (!isAboutGateway(error)) throw error
    ctx.log.warn({ err: error, refund_id: refund.refund_id }, 'the gateway did not take a refund')
  })
}

export const isAboutGateway = (error: unknown): error is GatewayError | GatewayNotConfiguredError =>
  error instanceof GatewayError || error instanceof GatewayNotConfiguredError

/**
 * Reads why a refund was refused, for the gateway has one code for all of it. Only what is read ends it: ours is there, or its payment has
 * not enough left, or it is still not there after half a day.
 */
async function readRefused(ctx: Context, refund: RefundRow): Promise<void> {
  const { refund_id, order_id, payment_id, amount_paise, created_at } = refund
  const read = await Promise.all([
    ctx.payments.fetchPayment(payment_id),
    ctx.payments.fetchPaymentRefunds(payment_id),
  ]).catch((error) => {
    if (!isAboutGateway(error)) throw error
    return undefined
  })
  if (!read) return
  const [payment, states] = read
  for (const state of states) await applyRefund(ctx, order_id, state)
  const enough = payment.amountPaise - payment.amountRefundedPaise >= amount_paise
  if (enough && ctx.now().getTime() - Date.parse(created_at) < REFUSED_MS) return
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order || (await findRefund(trx, refund_id))?.status !== 'requested') return
    const now = ctx.now().toISOString()
    await updateRefund(trx, refund_id, { status: 'failed', updated_at: now })
    const detail = `${formatMoney(amount_paise, await currencyOf(trx, payment_id))}, not made at the gateway`
    await insertOrderEvent(trx, { order_id, kind: 'refund_failed', detail, created_at: now })
    const left = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)?.left ?? 0
    // Some of the payment went back from the gateway's dashboard: the rest of what is owed is requested.
    if (left < amount_paise) await giveBackOwed(ctx, trx, order, true)
    await standIn(ctx, trx, order)
    await notifyFailure(ctx, trx, refund)
  })
}
