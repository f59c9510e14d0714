import { randomBytes } from 'node:crypto'
import { formatRupees, toPaise, toRupees } from 'contract/money'
import type { RefundStatus } from 'contract/order-actions'
import { seatPrices } from 'contract/price-cart'
import { noteChange, noteRepeat } from '../../activity/note-change.ts'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import { keyReused } from '../../db/idempotency.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { appError } from '../../errors.ts'
import { findRedeemedSeats } from '../../gifts/gifts.queries.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../payments/razorpay.ts'
import { insertOrderEvent, noteOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, lockOrder, type OrderRow } from '../orders.queries.ts'
import { HOLDS_MONEY } from '../records/status.ts'
import {
  findRefund,
  findRefundByKey,
  insertRefund,
  type RefundRow,
  sumRefunds,
  updateRefund,
} from './refunds.queries.ts'
import { applyRefund, tellOfFailure } from './refunds.ts'

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
  /** What becomes of redeemed gift seats when all of the rest goes back. */
  redeemed?: 'keep' | 'take' | undefined
  /** The same key gives the same refund. */
  key?: string | undefined
}

export type RefundAnswer = { refund_id: string; status: RefundStatus; amount: number }

export type Refundable = {
  /** What of the order's money can still be given back. */
  all: number
  /** The same without the gift seats that were redeemed. */
  withoutRedeemed: number
  /** How many of those there are. */
  redeemed: number
}

/** In paise. `lock`: in a transaction that holds the order, so that nobody redeems a code of it meanwhile. */
export async function findRefundable(db: Db, order: OrderRow, { lock }: { lock: boolean }): Promise<Refundable> {
  if (!HOLDS_MONEY.includes(order.status) || order.payment_id === null)
    return { all: 0, withoutRedeemed: 0, redeemed: 0 }
  const seats = await findRedeemedSeats(db, order.order_id, { lock })
  const { held } = await sumRefunds(db, order)
  const left = (order.captured_paise ?? order.total_paise) - held
  const all = left < LEAST_PAISE ? 0 : left
  if (seats.size === 0) return { all, withoutRedeemed: all, redeemed: 0 }
  const { tax_settings_id, promocode_one_seat: oneSeat } = order
  const tax = tax_settings_id === null ? undefined : await findTaxSettingsById(db, tax_settings_id)
  const lines = await findOrderLines(db, [order.order_id])
  const kept = lines.reduce(
    (sum, line) => sum + (seats.get(line.course_id) ?? 0) * seatPrices(line, { oneSeat, tax }).further,
    0,
  )
  const redeemed = [...seats.values()].reduce((sum, count) => sum + count, 0)
  return { all, withoutRedeemed: all - kept < LEAST_PAISE ? 0 : all - kept, redeemed }
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
    if (!error.retryable) throw appError('gateway_error', `${error.message.replace(/\.$/, '')}. Nothing was refunded.`)
    ctx.log.warn({ err: error, refund_id: row.refund_id }, 'the gateway did not take a refund, it is asked again')
  }
  return toAnswer((await findRefund(ctx.db, row.refund_id)) ?? row)
}

async function findOrMakeRefund(ctx: Context, trx: Db, request: RefundRequest) {
  const { orderId, admin, amount, reason, redeemed, key } = request
  const order = await lockOrder(trx, orderId)
  if (!order) throw appError('not_found', 'Order not found')
  const asked = amount === undefined ? undefined : toPaise(amount)
  const known = key ? await findRefundByKey(trx, orderId, key) : undefined
  if (known) {
    const same = (asked ?? known.amount_paise) === known.amount_paise && reason === known.reason
    if (!same || (redeemed ?? null) !== known.redeemed) {
      throw keyReused('refund')
    }
    noteRepeat()
    return { row: known, repeated: true }
  }
  const paise = decideAmount(await findRefundable(trx, order, { lock: true }), asked, redeemed)
  if (reason === null && needsReason(order, ctx.now())) {
    const message = 'A reason is required when the payment is more than 30 days old'
    throw appError('invalid', message, { errors: [{ path: 'reason', message }] })
  }
  const said = { reason, redeemed: redeemed ?? null }
  const made = { origin: 'admin' as const, ...said, admin_id: admin.id, idempotency_key: key ?? null }
  const row = newRefund(ctx, order, order.payment_id ?? '', paise, made)
  await insertRefund(trx, row)
  const seats = redeemed && `, redeemed gift seats ${redeemed === 'keep' ? 'stay' : 'are taken back'}`
  const what = `${formatRupees(row.amount_paise)} by ${admin.email}${seats ?? ''}`
  const detail = [what, reason].filter(Boolean).join(': ')
  await insertOrderEvent(trx, { order_id: orderId, kind: 'refund_requested', detail, created_at: row.created_at })
  await noteChange(trx, {
    kind: 'order',
    id: orderId,
    name: orderId,
    after: { refund: toRupees(row.amount_paise), reason, ...(redeemed ? { redeemed } : {}) },
  })
  return { row, repeated: false }
}

/** What is given back, in paise; refuses what is too much, and what would leave redeemed seats without a word on them. */
function decideAmount(
  { all, withoutRedeemed, redeemed: count }: Refundable,
  asked: number | undefined,
  redeemed: RefundRequest['redeemed'],
): number {
  if (all === 0) throw appError('not_refundable', 'There is nothing left to refund in this order')
  const most = redeemed === 'take' ? all : withoutRedeemed
  // A word on redeemed seats is one on the whole rest.
  const whole = redeemed !== undefined || count === 0
  if (most > 0 && (asked === undefined ? whole : redeemed ? asked === most : asked <= most)) return asked ?? most
  const refundable = { refundable: toRupees(all), refundable_without_redeemed: toRupees(withoutRedeemed) }
  if (count === 0)
    throw appError('not_refundable', `At most ${formatRupees(all)} of this order can be refunded`, refundable)
  const codes =
    count === 1 ? '1 gift code of this order has been redeemed' : `${count} gift codes of this order have been redeemed`
  const without =
    withoutRedeemed > 0
      ? `refund ${formatRupees(withoutRedeemed)} and let everyone who redeemed a code keep the course, or `
      : ''
  const message = `${codes}: ${without}refund ${formatRupees(all)} and take the course away from everyone`
  throw appError('not_refundable', message, refundable)
}

/**
 * Gives back, by itself and once per payment, what was paid for something that the buyer had: in the transaction that
 * finds it out, the order locked. Amounts in paise.
 */
export async function refundDuplicatePayment(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  { paymentId, paise, why }: { paymentId: string; paise: number; why: string },
): Promise<void> {
  if (paise < LEAST_PAISE) return
  const made = {
    origin: 'duplicate_payment' as const,
    reason: why,
    redeemed: null,
    admin_id: null,
    idempotency_key: null,
  }
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
  made: Pick<RefundRow, 'origin' | 'reason' | 'redeemed' | 'admin_id' | 'idempotency_key'>,
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
    poll_after: new Date(now.getTime() + TAKEN_UP_AFTER_MS).toISOString(),
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
    await noteOrderEvent(ctx.db, {
      order_id,
      kind: 'refund_not_taken',
      detail: error.message.slice(0, 300),
      created_at,
    })
    if (isFinal(error, refund)) await giveUp(ctx, refund, await askLeft(ctx, refund, error))
    throw error
  }
}

/** What is given back by itself waits for keys that work; an owner is told at once and asks again. */
function isFinal(error: GatewayError | GatewayNotConfiguredError, refund: RefundRow): boolean {
  if (error instanceof GatewayError && error.retryable) return false
  const aboutKeys = error instanceof GatewayNotConfiguredError || error.kind === 'unauthorized'
  return !aboutKeys || refund.origin === 'admin'
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
    await updateRefund(trx, refund_id, { status: 'failed', poll_after: null, updated_at })
    const detail = `${formatRupees(refund.amount_paise)}, not taken by the gateway`
    await insertOrderEvent(trx, { order_id: order.order_id, kind: 'refund_failed', detail, created_at: updated_at })
    const { origin, payment_id: paymentId, amount_paise, reason } = refund
    if (left && left.paise < LEAST_PAISE) return
    // Of a share, what went back by hand may have been that share: the owner knows.
    if (origin === 'duplicate_payment' && left?.ofWhole && left.paise < amount_paise)
      await refundDuplicatePayment(ctx, trx, order, { paymentId, paise: left.paise, why: reason ?? '' })
    else await tellOfFailure(ctx, trx, refund)
  })
}

function toAnswer(row: Pick<RefundRow, 'refund_id' | 'status' | 'amount_paise'>): RefundAnswer {
  const status = row.status === 'requested' ? 'pending' : row.status
  return { refund_id: row.refund_id, status, amount: toRupees(row.amount_paise) }
}
