import type { OrderStatus } from 'contract/orders'
import type { Context } from '../../context.ts'
import { GatewayError, type PaymentLink } from '../../payments/razorpay.ts'
import { noteOrderEvent } from '../order-events.queries.ts'
import { findOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { applyRefund } from '../refunds/refunds.ts'
import { expireLinkless, expireOpen, noteAnswer } from './polling.queries.ts'
import { LATE_MONEY_MS } from './polling.ts'
import { linkState, settleOrder } from './settle.ts'

/** An order without a link this long after it was made was never on its way to the gateway. */
const LINKLESS_MS = 30 * 60_000

/**
 * Asks the gateway how an order stands, notes the answer in its timeline and settles what it says. The link is looked for by
 * our reference when its id never reached us. `again` as for `settleOrder`. Rejects with a `GatewayError` when the gateway
 * does not answer.
 */
export async function reconcileOrder(ctx: Context, order: OrderRow, again = false): Promise<OrderStatus> {
  const link = await askNoting(ctx, order)
  if (link) {
    const status = (await settleOrder(ctx, order.order_id, linkState(link), again)) ?? order.status
    if (link.payments.some((payment) => payment.status === 'refunded')) return pollRefunds(ctx, order.order_id)
    return status
  }
  const age = ctx.now().getTime() - Date.parse(order.created_at)
  if (order.status === 'created' && age > LINKLESS_MS) await expireLinkless(ctx.db, order.order_id)
  return (await findOrder(ctx.db, order.order_id))?.status ?? order.status
}

async function askNoting(ctx: Context, order: OrderRow) {
  const { order_id } = order
  const note = (kind: string, detail: string) =>
    noteOrderEvent(ctx.db, { order_id, kind, detail: detail.slice(0, 300), created_at: ctx.now().toISOString() })
  try {
    const link = order.gateway_link_id
      ? await ctx.payments.fetchLink(order.gateway_link_id)
      : await ctx.payments.findLinkByReference(order_id)
    await note('polled', link ? `link ${link.status}` : 'no link')
    await noteAnswer(ctx.db, order_id, null)
    return link && (await withMoney(ctx, link))
  } catch (error) {
    if (error instanceof GatewayError) {
      await note('not_answered', error.message)
      await noteAnswer(ctx.db, order_id, ctx.now().toISOString())
    }
    throw error
  }
}

/**
 * A link that is no longer open may list no payment though one was captured: with none where the documentation has them,
 * or late, after its end. The payments of its order are the truth then.
 */
async function withMoney(ctx: Context, link: PaymentLink): Promise<PaymentLink> {
  if (link.status === 'created' || !link.gatewayOrderId || linkState(link).paymentId) return link
  const attempts = await ctx.payments.fetchOrderPayments(link.gatewayOrderId)
  // One that was given back without ever being captured is no money.
  const captured = attempts.filter(
    ({ status, captured }) => status === 'captured' || (status === 'refunded' && captured),
  )
  const payments = captured.map(({ id, amountPaise, status }) => ({ paymentId: id, amountPaise, status }))
  return { ...link, payments }
}

/** Books every refund that the gateway knows of an order's payment; answers the order's status afterwards. */
export async function pollRefunds(ctx: Context, orderId: string): Promise<OrderStatus> {
  const order = await findOrder(ctx.db, orderId)
  if (!order) throw new Error('an order that was just there is gone')
  if (order.payment_id === null) return order.status
  for (const refund of await ctx.payments.fetchPaymentRefunds(order.payment_id)) await applyRefund(ctx, orderId, refund)
  return (await findOrder(ctx.db, orderId))?.status ?? order.status
}

/** After a question of the reconciler's: no more of them three days after the link's end. */
export async function endPolling(ctx: Context, order: OrderRow): Promise<void> {
  if (isLate(ctx, order)) await updateOrder(ctx.db, order.order_id, { poll_after: null })
}

/** What the gateway refused to say three days after the link's end it will not say: the order is closed, and still needs attention. */
export async function closeRefused(ctx: Context, order: OrderRow): Promise<void> {
  if (!isLate(ctx, order)) return
  await expireOpen(ctx.db, order.order_id, order.gateway_link_id, ctx.now().toISOString())
  await endPolling(ctx, order)
}

const isLate = (ctx: Context, order: OrderRow) => ctx.now().getTime() - Date.parse(order.expires_at) > LATE_MONEY_MS
