import { formatRupees } from 'contract/money'
import type { OrderStatus } from 'contract/orders'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../db/failpoint.ts'
import type { PaymentLink, PaymentLinkStatus } from '../../payments/razorpay.ts'
import { isLiving } from '../../users/users.queries.ts'
import { alertOwner } from '../alerts.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { hasFailedAttempt, isLinkOfAnother, lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { OPEN_TO_MONEY } from '../records/status.ts'
import { hasFailedDuplicateRefund } from '../refunds/refunds.queries.ts'
import { applyRefundEffects } from '../refunds/refunds.ts'
import { refundDuplicatePayment } from '../refunds/request-refund.ts'
import { markPaid } from './mark-paid.ts'

/** What the gateway says of an order's payment link, whichever door it came through. */
export type GatewayState = {
  linkId: string
  status: PaymentLinkStatus
  amountPaidPaise: number
  currency: string
  gatewayOrderId: string | null
  /** The payment that was captured; null while none was. */
  paymentId: string | null
  /** Every payment that was captured and not given back since, should there be more than one. */
  captured: { paymentId: string; amountPaise: number }[]
}

export function linkState(link: PaymentLink): GatewayState {
  // One that was given back in full meanwhile was captured all the same.
  const captured = link.payments.filter(({ status }) => status === 'captured' || status === 'refunded')
  const kept = captured.filter(({ status }) => status === 'captured')
  const first = kept[0] ?? captured[0]
  return {
    linkId: link.id,
    status: link.status,
    // A payment that was authorised late may be captured on a link that has closed: only the payment tells.
    amountPaidPaise:
      first && (link.status !== 'paid' || !link.amountPaidPaise) ? first.amountPaise : link.amountPaidPaise,
    currency: link.currency,
    gatewayOrderId: link.gatewayOrderId,
    paymentId: first?.paymentId ?? null,
    captured: kept,
  }
}

/**
 * The only place where an order becomes paid, only when the gateway reports it: webhook, status page, reconciler and recheck
 * all end here. One transaction: forward-only status, enrolments, gift codes, receipt. Doing it again changes nothing.
 * Answers the order's status afterwards; undefined for an unknown order. `again`: the owner asks, so a surplus whose refund
 * failed is tried once more.
 */
export async function settleOrder(
  ctx: Context,
  orderId: string,
  state: GatewayState,
  again = false,
): Promise<OrderStatus | undefined> {
  const status = await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return undefined
    const foreign = order.gateway_link_id === null && (await isLinkOfAnother(trx, order, state.linkId))
    if (foreign || (order.gateway_link_id !== null && order.gateway_link_id !== state.linkId)) {
      ctx.log.warn({ order_id: orderId, link_id: state.linkId }, 'the gateway spoke of a link that is not this order’s')
      return order.status
    }
    if (!OPEN_TO_MONEY.includes(order.status)) {
      if (order.status === 'review' && order.payment_id === null && state.paymentId) {
        // It was put in review before its payment was named: without one it could neither be granted nor refunded.
        await updateOrder(trx, orderId, linkColumns(state))
      }
      await giveBackSurplus(ctx, trx, order, state, again)
      return order.status
    }
    const next = await decide(trx, order, state)
    if (next === order.status) return next
    if (next === 'paid') await markPaid(ctx, trx, order, linkColumns(state))
    else await markOther(ctx, trx, order, state, next)
    await giveBackSurplus(ctx, trx, { ...order, ...linkColumns(state) }, state)
    failpoint(ctx, 'settle:before-commit')
    return next
  })
  failpoint(ctx, 'settle:after-commit')
  return status
}

/** Settles an order of total 0 in the transaction that made it: there is no gateway to ask. */
export async function settleFreeOrder(ctx: Context, trx: Db, order: OrderRow): Promise<void> {
  await markPaid(ctx, trx, order, {})
}

async function decide(trx: Db, order: OrderRow, state: GatewayState): Promise<OrderStatus> {
  // A link may turn paid a moment before its payment is captured; the money is certain only then.
  if (state.status === 'paid' && state.paymentId === null) return order.status
  if (state.paymentId !== null && state.status !== 'partially_paid') {
    const asAgreed = state.currency === 'INR' && state.amountPaidPaise === order.total_paise
    return asAgreed && (await isLiving(trx, order.user_id)) ? 'paid' : 'review'
  }
  if (state.status === 'partially_paid') return 'review'
  if (order.status !== 'created' || state.status === 'created') return order.status
  if (state.status === 'cancelled') return 'cancelled'
  return (await hasFailedAttempt(trx, order)) ? 'failed' : 'expired'
}

async function markOther(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  state: GatewayState,
  status: OrderStatus,
): Promise<void> {
  const now = ctx.now().toISOString()
  await updateOrder(trx, order.order_id, {
    status,
    ...linkColumns(state),
    // A payment authorised late may still be captured, so expired orders go on being asked about for a while.
    ...(status === 'review' ? { poll_after: null } : {}),
  })
  const detail = status === 'review' ? whyAside(order, state) : null
  await insertOrderEvent(trx, { order_id: order.order_id, kind: status, detail, created_at: now })
  if (status === 'review') {
    await alertOwner(ctx, trx, { kind: 'review', key: order.order_id, orderId: order.order_id })
    // What came back before we knew of the payment.
    await applyRefundEffects(ctx, trx, { ...order, ...linkColumns(state), status })
    ctx.log.error({ order_id: order.order_id }, 'the money differs from the order, or its buyer is gone: look at it')
  } else {
    ctx.log.info({ order_id: order.order_id, status }, 'order closed unpaid')
  }
}

/** What the owner has to decide about: the two sums, or that nobody is there to have the courses. */
function whyAside(order: OrderRow, { currency, amountPaidPaise, paymentId }: GatewayState): string {
  const inRupees = currency === 'INR'
  const came = inRupees ? formatRupees(amountPaidPaise) : `${(amountPaidPaise / 100).toFixed(2)} ${currency}`
  const agreed = inRupees && amountPaidPaise === order.total_paise
  const but = agreed ? "but the buyer's account is deleted" : `${formatRupees(order.total_paise)} was asked for`
  return [`${came} came`, but, paymentId].filter(Boolean).join(', ')
}

/** A link is paid once. Of a second payment that was captured for it, all is given back by itself. */
async function giveBackSurplus(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  state: GatewayState,
  again = false,
): Promise<void> {
  if (order.payment_id === null || state.currency !== 'INR') return
  for (const { paymentId, amountPaise } of state.captured) {
    if (paymentId === order.payment_id) continue
    // One that failed is the owner's, who was told of it.
    if (!again && (await hasFailedDuplicateRefund(trx, paymentId))) continue
    await refundDuplicatePayment(ctx, trx, order, { paymentId, paise: amountPaise, why: 'The order was paid already' })
  }
}

function linkColumns(state: GatewayState): Partial<OrderRow> {
  return {
    gateway_link_id: state.linkId,
    ...(state.gatewayOrderId ? { gateway_order_id: state.gatewayOrderId } : {}),
    ...(state.paymentId ? { payment_id: state.paymentId, captured_paise: state.amountPaidPaise } : {}),
  }
}
