import { formatMoney } from 'contract/money'
import type { Context } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { findDisputedPayments } from '../../disputes/disputes.queries.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../payments/razorpay.ts'
import { insertOrderEvent, noteOrderEvent } from '../order-events.queries.ts'
import { lockOrder } from '../orders.queries.ts'
import { currencyOf } from '../settlement/payments.queries.ts'
import { findOwed } from './find-owed.ts'
import { giveBackOwed } from './give-back.ts'
import { findRefund, type RefundRow, updateRefund } from './refunds.queries.ts'
import { applyRefund, tellOfFailure } from './refunds.ts'
import { standIn } from './stand-in.ts'

/**
 * Asks the gateway for a stored refund: at once, or after the payment's refunds were read and ours was not among them, for how
 * long idempotency keys last is not documented. What it will not do is marked failed and rejects with its `GatewayError`; a gateway that
 * is away rejects as well, and the refund waits.
 */
export async function sendRefund(ctx: Context, refund: RefundRow): Promise<void> {
  const { refund_id, order_id, payment_id, amount_paise } = refund
  failpoint(ctx, 'refund:before-gateway')
  try {
    const word = await ctx.payments.refund({
      paymentId: payment_id,
      amountPaise: amount_paise,
      idempotencyKey: refund_id,
      notes: { refund_id, order_id },
    })
    failpoint(ctx, 'refund:after-gateway')
    await applyRefund(ctx, order_id, word)
  } catch (error) {
    if (!isAboutGateway(error)) throw error
    const [detail, created_at] = [error.message.slice(0, 300), ctx.now().toISOString()]
    await noteOrderEvent(ctx.db, { order_id, kind: 'refund_not_taken', detail, created_at })
    if (isFinal(error, refund)) await giveUp(ctx, refund)
    throw error
  }
}

/** The same for one that was stored before; what is not taken now waits, or has failed. While its payment is in dispute it waits. */
export async function sendOrWait(ctx: Context, refund: RefundRow): Promise<void> {
  if (refund.status !== 'requested') return
  if ((await findDisputedPayments(ctx.db, refund.order_id)).includes(refund.payment_id)) return
  await sendRefund(ctx, refund).catch((error) => {
    if (!isAboutGateway(error)) throw error
    ctx.log.warn({ err: error, refund_id: refund.refund_id }, 'the gateway did not take a refund')
  })
}

const isAboutGateway = (error: unknown): error is GatewayError | GatewayNotConfiguredError =>
  error instanceof GatewayError || error instanceof GatewayNotConfiguredError

/** What is given back by itself waits for keys that work; an owner is told at once and asks again. */
function isFinal(error: GatewayError | GatewayNotConfiguredError, refund: RefundRow): boolean {
  if (error instanceof GatewayError && error.retryable) return false
  const aboutKeys = error instanceof GatewayNotConfiguredError || error.kind === 'unauthorized'
  return !aboutKeys || refund.origin === 'admin'
}

/**
 * A refund that the gateway never took has failed, unless it was heard of meanwhile. When some of the payment went back from the
 * gateway's dashboard, what is still owed is asked for; else the owner looks at it.
 */
async function giveUp(ctx: Context, refund: RefundRow): Promise<void> {
  const { refund_id, order_id, payment_id, amount_paise } = refund
  const words = await ctx.payments.fetchPaymentRefunds(payment_id).catch((error) => {
    if (!isAboutGateway(error)) throw error
    return []
  })
  for (const word of words) await applyRefund(ctx, order_id, word)
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order || (await findRefund(trx, refund_id))?.status !== 'requested') return
    const now = ctx.now().toISOString()
    await updateRefund(trx, refund_id, { status: 'failed', updated_at: now })
    const detail = `${formatMoney(amount_paise, await currencyOf(trx, payment_id))}, not taken by the gateway`
    await insertOrderEvent(trx, { order_id, kind: 'refund_failed', detail, created_at: now })
    const left = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)?.left ?? 0
    if (left < amount_paise) await giveBackOwed(ctx, trx, order, true)
    await standIn(ctx, trx, order)
    await tellOfFailure(ctx, trx, refund)
  })
}
