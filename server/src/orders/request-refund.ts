import { randomBytes } from 'node:crypto'
import { formatRupees, toPaise, toRupees } from '../../contract/money.ts'
import type { RefundStatus } from '../../contract/order-desk.ts'
import { noteChange, noteRepeat } from '../activity.ts'
import type { Context, Db } from '../context.ts'
import { appError } from '../errors.ts'
import { failpoint } from '../failpoint.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import { insertOrderEvent, noteInStory } from './order-events.queries.ts'
import { lockOrder, type OrderRow } from './orders.queries.ts'
import {
  findRefund,
  findRefundByKey,
  insertRefund,
  type RefundRow,
  sumRefunds,
  updateRefund,
} from './refunds.queries.ts'
import { applyRefund, markFailed } from './refunds.ts'

const DAY_MS = 24 * 60 * 60_000
/** Within these days of the payment nobody has to say why. */
const PROMISE_DAYS = 30
/** When the reconciler takes a refund up whose asking was cut off. */
const TAKEN_UP_AFTER_MS = 60_000
/** The gateway gives back no less, in paise. */
const LEAST_PAISE = 100

export type RefundRequest = {
  orderId: string
  admin: { id: number; email: string }
  /** In rupees; absent = all that is left. */
  amount?: number | undefined
  reason: string | null
  /** The same key gives the same refund. */
  key?: string | undefined
}

export type RefundAnswer = { refund_id: string; status: RefundStatus; amount: number }

/** What of an order's money can still be given back, in paise. */
export async function refundablePaise(db: Db, order: OrderRow): Promise<number> {
  if (!['paid', 'partially_refunded', 'review'].includes(order.status) || order.payment_id === null) return 0
  const { held } = await sumRefunds(db, order)
  const left = (order.captured_paise ?? order.total_paise) - held
  return left < LEAST_PAISE ? 0 : left
}

/** True from day 31 after the payment. */
export function needsReason(order: OrderRow, now: Date): boolean {
  return order.paid_at !== null && now.getTime() > Date.parse(order.paid_at) + PROMISE_DAYS * DAY_MS
}

/**
 * Refunds an order for the owner. The row is committed before the gateway is asked, with its id as the key there, so that
 * neither a kill nor a lost answer gives the money back twice; parallel requests follow each other on the order's lock and
 * never exceed what was captured. Errors as the contract's entry lists them.
 */
export async function requestRefund(ctx: Context, request: RefundRequest): Promise<RefundAnswer> {
  const { row, repeated } = await ctx.db.transaction((trx) => findOrMakeRefund(ctx, trx, request))
  if (repeated && row.status !== 'requested') return toAnswer(row)
  try {
    await sendRefund(ctx, row.refund_id)
  } catch (error) {
    // A gateway that is away is asked again by the reconciler; one that refused, or is not there, is told of.
    if (!(error instanceof GatewayError)) throw error
    // "Could not be reached" is for buyers: whoever gives money back must hear why it was not taken.
    if (!error.retryable)
      throw appError('gateway_error', `${error.message.replace(/\.$/, '')}. Nothing was given back.`)
    ctx.log.warn({ err: error, refund_id: row.refund_id }, 'the gateway did not take a refund, it is asked again')
  }
  return toAnswer((await findRefund(ctx.db, row.refund_id)) ?? row)
}

async function findOrMakeRefund(ctx: Context, trx: Db, { orderId, admin, amount, reason, key }: RefundRequest) {
  const order = await lockOrder(trx, orderId)
  if (!order) throw appError('not_found', 'Order not found')
  const asked = amount === undefined ? undefined : toPaise(amount)
  const known = key ? await findRefundByKey(trx, orderId, key) : undefined
  if (known) {
    if ((asked ?? known.amount_paise) !== known.amount_paise || reason !== known.reason) {
      throw appError('idempotency_mismatch', 'This Idempotency-Key was used for another refund')
    }
    noteRepeat()
    return { row: known, repeated: true }
  }
  const left = await refundablePaise(trx, order)
  if (left === 0) throw appError('not_refundable', 'There is nothing left to refund in this order')
  if (asked !== undefined && asked > left) {
    throw appError('not_refundable', `At most ${formatRupees(left)} of this order can be refunded`, {
      refundable: toRupees(left),
    })
  }
  if (reason === null && needsReason(order, ctx.now())) {
    const message = 'A reason is needed 30 days after the payment'
    throw appError('invalid', message, { errors: [{ path: 'reason', message }] })
  }
  const made = { origin: 'desk' as const, reason, admin_id: admin.id, idempotency_key: key ?? null }
  const row = newRefund(ctx, order, order.payment_id ?? '', asked ?? left, made)
  await insertRefund(trx, row)
  const detail = [`${formatRupees(row.amount_paise)} by ${admin.email}`, reason].filter(Boolean).join(': ')
  await insertOrderEvent(trx, { order_id: orderId, kind: 'refund_requested', detail, created_at: row.created_at })
  await noteChange(trx, {
    kind: 'order',
    id: orderId,
    name: orderId,
    after: { refund: toRupees(row.amount_paise), reason },
  })
  return { row, repeated: false }
}

/**
 * Gives back, by itself and once per payment, what was paid for something that the buyer had: in the transaction that
 * finds it out, the order locked. Amounts in paise.
 */
export async function refundDouble(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  { paymentId, paise, why }: { paymentId: string; paise: number; why: string },
): Promise<void> {
  if (paise < LEAST_PAISE) return
  const made = { origin: 'double' as const, reason: why, admin_id: null, idempotency_key: null }
  const row = newRefund(ctx, order, paymentId, paise, made)
  if (!(await insertRefund(trx, row))) return
  failpoint(ctx, 'refund:mid-request')
  const detail = `${formatRupees(paise)}: ${why}`
  await insertOrderEvent(trx, {
    order_id: order.order_id,
    kind: 'refund_requested',
    detail,
    created_at: row.created_at,
  })
  await ctx.queue.send(trx, 'send-refund', { refund_id: row.refund_id })
  ctx.log.warn({ order_id: order.order_id, refund_id: row.refund_id }, 'paid twice: the second payment is given back')
}

function newRefund(
  ctx: Context,
  order: OrderRow,
  paymentId: string,
  paise: number,
  made: Pick<RefundRow, 'origin' | 'reason' | 'admin_id' | 'idempotency_key'>,
) {
  const now = ctx.now()
  return {
    refund_id: `rf_${randomBytes(12).toString('hex')}`,
    order_id: order.order_id,
    payment_id: paymentId,
    amount_paise: paise,
    status: 'requested' as const,
    gateway_refund_id: null,
    ...made,
    ask_after: new Date(now.getTime() + TAKEN_UP_AFTER_MS).toISOString(),
    created_at: now.toISOString(),
  }
}

/**
 * Asks the gateway for a stored refund; again and again it is the same one there. What it will not do is marked failed
 * and rejects with its `GatewayError`; a gateway that is away rejects as well, and the refund waits.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<void> {
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.status !== 'requested') return
  const { order_id, payment_id, amount_paise } = refund
  failpoint(ctx, 'refund:before-gateway')
  try {
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
    const created_at = ctx.now().toISOString()
    await noteInStory(ctx.db, { order_id, kind: 'refund_not_taken', detail: error.message.slice(0, 300), created_at })
    if (isFinal(error, refund)) await giveUp(ctx, refund, await askLeft(ctx, refund, error))
    throw error
  }
}

/** What is given back by itself waits for keys that work; an owner is told at once and asks again. */
function isFinal(error: GatewayError | GatewayNotConfiguredError, refund: RefundRow): boolean {
  if (error instanceof GatewayError && error.retryable) return false
  const aboutKeys = error instanceof GatewayNotConfiguredError || error.kind === 'unauthorized'
  return !aboutKeys || refund.origin === 'desk'
}

type Left = { paise: number; ofWhole: boolean }

/**
 * What the gateway has left of a payment that it refuses to give back, its refunds booked: some of it may have gone back
 * from its own dashboard meanwhile. `ofWhole`: all of the payment was asked for. Undefined when it does not say.
 */
async function askLeft(ctx: Context, refund: RefundRow, refusal: Error): Promise<Left | undefined> {
  const { order_id, payment_id } = refund
  if (!(refusal instanceof GatewayError) || refusal.kind !== 'refused') return undefined
  try {
    const { amountPaise, amountRefundedPaise } = await ctx.payments.fetchPayment(payment_id)
    for (const booked of await ctx.payments.fetchPaymentRefunds(payment_id)) await applyRefund(ctx, order_id, booked)
    return { paise: amountPaise - amountRefundedPaise, ofWhole: amountPaise <= refund.amount_paise }
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
    return undefined
  }
}

/**
 * A refund that the gateway never took has failed, unless it was heard of meanwhile. The owner looks at it while there is
 * something to give back; of what goes back by itself, what is left is asked for.
 */
async function giveUp(ctx: Context, { refund_id, order_id }: RefundRow, left: Left | undefined): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    const refund = await findRefund(trx, refund_id)
    if (!order || refund?.status !== 'requested') return
    const updated_at = ctx.now().toISOString()
    await updateRefund(trx, refund_id, { status: 'failed', ask_after: null, updated_at })
    const detail = `${formatRupees(refund.amount_paise)}, not taken by the gateway`
    await insertOrderEvent(trx, { order_id: order.order_id, kind: 'refund_failed', detail, created_at: updated_at })
    const { origin, payment_id: paymentId, amount_paise, reason } = refund
    if (left && left.paise < LEAST_PAISE) return
    // Of a share, what went back by hand may have been that share: the owner knows.
    if (origin === 'double' && left?.ofWhole && left.paise < amount_paise)
      await refundDouble(ctx, trx, order, { paymentId, paise: left.paise, why: reason ?? '' })
    else await markFailed(ctx, trx, order, refund)
  })
}

function toAnswer(row: Pick<RefundRow, 'refund_id' | 'status' | 'amount_paise'>): RefundAnswer {
  const status = row.status === 'requested' ? 'pending' : row.status
  return { refund_id: row.refund_id, status, amount: toRupees(row.amount_paise) }
}
