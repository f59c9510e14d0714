import { formatRupees } from 'contract/money'
import type { Context } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../payments/razorpay.ts'
import { insertOrderEvent, noteOrderEvent } from '../order-events.queries.ts'
import { lockOrder } from '../orders.queries.ts'
import { findOwed, giveBackOwed } from './give-back.ts'
import { findRefund, type RefundRow, updateRefund } from './refunds.queries.ts'
import { applyRefund, tellOfFailure } from './refunds.ts'

/**
 * Asks the gateway for a stored refund. It may have been asked before, and how long its idempotency keys last is not documented: unless
 * this is the `first` time, ours is looked for among the payment's refunds by its note. What it will not do is
 * marked failed and rejects with its `GatewayError`; a gateway that is away rejects as well, and the refund waits.
 */
export async function sendRefund(ctx: Context, refundId: string, { first = false } = {}): Promise<void> {
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.status !== 'requested') return
  const { order_id, payment_id, amount_paise } = refund
  failpoint(ctx, 'refund:before-gateway')
  try {
    if (!first) await bookRefundsOf(ctx, refund)
    if (!first && (await findRefund(ctx.db, refundId))?.status !== 'requested') return
    const word = await ctx.payments.refund({
      paymentId: payment_id,
      amountPaise: amount_paise,
      idempotencyKey: refundId,
      notes: { refund_id: refundId, order_id },
    })
    failpoint(ctx, 'refund:after-gateway')
    await applyRefund(ctx, order_id, word)
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
    const [detail, created_at] = [error.message.slice(0, 300), ctx.now().toISOString()]
    await noteOrderEvent(ctx.db, { order_id, kind: 'refund_not_taken', detail, created_at })
    if (isFinal(error, refund)) await giveUp(ctx, refund)
    throw error
  }
}

/** Books every refund that the gateway knows of the payment that a refund is of, its own among them. */
export async function bookRefundsOf(ctx: Context, { order_id, payment_id }: RefundRow): Promise<void> {
  for (const word of await ctx.payments.fetchPaymentRefunds(payment_id)) await applyRefund(ctx, order_id, word)
}

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
  await bookRefundsOf(ctx, refund).catch((error) => {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
  })
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    if (!order || (await findRefund(trx, refund_id))?.status !== 'requested') return
    const now = ctx.now().toISOString()
    await updateRefund(trx, refund_id, { status: 'failed', poll_after: null, updated_at: now })
    const detail = `${formatRupees(amount_paise)}, not taken by the gateway`
    await insertOrderEvent(trx, { order_id, kind: 'refund_failed', detail, created_at: now })
    const left = (await findOwed(trx, order)).find((one) => one.payment_id === payment_id)?.left ?? 0
    if (left < amount_paise) await giveBackOwed(ctx, trx, order, true)
    await tellOfFailure(ctx, trx, refund)
  })
}
