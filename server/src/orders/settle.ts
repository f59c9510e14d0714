import type { OrderStatus } from '../../contract/orders.ts'
import type { Context, Db } from '../context.ts'
import { failpoint } from '../failpoint.ts'
import { createGiftCodes } from '../gifts/gifts.queries.ts'
import { grantEnrolments } from '../learning/enrolments.queries.ts'
import type { PaymentLink, PaymentLinkStatus } from '../payments/razorpay.ts'
import {
  findOrderLines,
  hasFailedAttempt,
  hasLivingBuyer,
  insertOrderEvent,
  lockOrder,
  type OrderRow,
  updateOrder,
} from './orders.queries.ts'

/** What the gateway says of an order's payment link, whichever door it came through. */
export type GatewayWord = {
  linkId: string
  status: PaymentLinkStatus
  amountPaidPaise: number
  currency: string
  gatewayOrderId: string | null
  /** The payment that was captured; null while none was. */
  paymentId: string | null
}

export function wordOfLink(link: PaymentLink): GatewayWord {
  return {
    linkId: link.id,
    status: link.status,
    amountPaidPaise: link.amountPaidPaise,
    currency: link.currency,
    gatewayOrderId: link.gatewayOrderId,
    paymentId: link.payments.find((payment) => payment.status === 'captured')?.paymentId ?? null,
  }
}

/** From these an order can still become paid: money that arrives late is never lost. */
const OPEN_TO_MONEY: readonly OrderStatus[] = ['created', 'failed', 'expired', 'cancelled']

/**
 * The only place where an order becomes paid, on the gateway's word alone: webhook, status page, reconciler and recheck
 * all end here. One transaction: forward-only status, enrolments, gift codes, receipt. Doing it again changes nothing.
 * Answers the order's status afterwards; undefined for an unknown order.
 */
export async function settleOrder(ctx: Context, orderId: string, word: GatewayWord): Promise<OrderStatus | undefined> {
  const status = await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return undefined
    if (order.gateway_link_id !== null && order.gateway_link_id !== word.linkId) {
      ctx.log.warn({ order_id: orderId, link_id: word.linkId }, 'the gateway spoke of a link that is not this order’s')
      return order.status
    }
    if (!OPEN_TO_MONEY.includes(order.status)) return order.status
    const next = await decide(trx, order, word)
    if (next === order.status) return next
    if (next === 'paid') await markPaid(ctx, trx, order, word)
    else await markOther(ctx, trx, order, word, next)
    failpoint(ctx, 'settle:before-commit')
    return next
  })
  failpoint(ctx, 'settle:after-commit')
  return status
}

/** Settles an order of total 0 in the transaction that made it: there is no gateway to ask. */
export async function settleFreeOrder(ctx: Context, trx: Db, order: OrderRow): Promise<void> {
  await markPaid(ctx, trx, order, undefined)
}

async function decide(trx: Db, order: OrderRow, word: GatewayWord): Promise<OrderStatus> {
  if (word.status === 'paid') {
    // A link may turn paid a moment before its payment is captured; the money is certain only then.
    if (word.paymentId === null) return order.status
    const asAgreed = word.currency === 'INR' && word.amountPaidPaise === order.total_paise
    return asAgreed && (await hasLivingBuyer(trx, order)) ? 'paid' : 'review'
  }
  if (word.status === 'partially_paid') return 'review'
  if (order.status !== 'created' || word.status === 'created') return order.status
  if (word.status === 'cancelled') return 'cancelled'
  return (await hasFailedAttempt(trx, order)) ? 'failed' : 'expired'
}

async function markPaid(ctx: Context, trx: Db, order: OrderRow, word: GatewayWord | undefined): Promise<void> {
  const at = ctx.now()
  const now = at.toISOString()
  failpoint(ctx, 'settle:before-paid')
  await updateOrder(trx, order.order_id, {
    status: 'paid',
    paid_at: now,
    ask_after: null,
    ...(word && linkColumns(word)),
  })
  const lines = await findOrderLines(trx, [order.order_id])
  const courseIds = lines.map((line) => line.course_id)
  const granted = await grantEnrolments(trx, { userId: order.user_id, courseIds, orderId: order.order_id, now: at })
  failpoint(ctx, 'settle:mid-grant')
  for (const line of lines) {
    const gifts = line.quantity - 1
    if (gifts > 0)
      await createGiftCodes(trx, { orderId: order.order_id, courseId: line.course_id, count: gifts, now: at })
  }
  const owned = courseIds.filter((courseId) => !granted.includes(courseId))
  if (owned.length > 0) {
    await insertOrderEvent(trx, event(order, 'already_owned', now, owned.join(', ')))
    ctx.log.error(
      { order_id: order.order_id, course_ids: owned },
      'paid for a course that was owned already: refund it',
    )
  }
  await insertOrderEvent(trx, event(order, 'paid', now, word?.paymentId))
  await ctx.queue.send(trx, 'receipt-mail', { order_id: order.order_id })
  ctx.log.info({ order_id: order.order_id, total_paise: order.total_paise }, 'order settled')
}

async function markOther(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  word: GatewayWord,
  status: OrderStatus,
): Promise<void> {
  const now = ctx.now().toISOString()
  await updateOrder(trx, order.order_id, {
    status,
    ...linkColumns(word),
    // A payment authorised late may still be captured, so expired orders go on being asked about for a while.
    ...(status === 'review' ? { ask_after: null } : {}),
  })
  const detail = status === 'review' ? `${word.amountPaidPaise} paise ${word.currency}, ${word.paymentId ?? ''}` : null
  await insertOrderEvent(trx, event(order, status, now, detail))
  if (status === 'review') {
    ctx.log.error({ order_id: order.order_id }, 'the money differs from the order, or its buyer is gone: look at it')
  } else {
    ctx.log.info({ order_id: order.order_id, status }, 'order closed unpaid')
  }
}

function linkColumns(word: GatewayWord): Partial<OrderRow> {
  return {
    gateway_link_id: word.linkId,
    ...(word.gatewayOrderId ? { gateway_order_id: word.gatewayOrderId } : {}),
    ...(word.paymentId ? { payment_id: word.paymentId } : {}),
  }
}

function event(order: OrderRow, kind: string, now: string, detail?: string | null) {
  return { order_id: order.order_id, kind, detail: detail ?? null, created_at: now }
}
