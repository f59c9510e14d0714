import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../../context.ts'
import {
  type Dispute,
  GatewayError,
  type Payment,
  type PaymentLink,
  type Refund,
} from '../../../platform/payments/razorpay.ts'
import { findDisputes, isOver } from '../../disputes/disputes.queries.ts'
import { noteOrderEvent } from '../order-events.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { noteAnswer } from '../polling.queries.ts'

/**
 * An unknown fee of a payment counts for so long as not yet captured: it is checked again, and nobody can call it a
 * different sum. Then its amount counts, and the owner looks at it.
 */
const FEE_WAIT_MS = DAY_MS

/** An order at the gateway: its link, every attempted payment, their refunds and disputes. */
export type Truth = {
  link: PaymentLink
  payments: Payment[]
  /** Payments that paid the gateway's order in full with less than its sum: an offer of the gateway bore the rest. */
  byOffer: string[]
  refunds: Refund[]
  disputes: Dispute[]
  /** The key that it was read with. */
  key_id: string | null
  /** Start of the check; ISO 8601. */
  asked_at: string
}

/**
 * Reads an order at the gateway, and notes the check in its timeline. Looks a link without an id up by our reference.
 * Undefined when there is none. Rejects with a `GatewayError` when the gateway does not answer.
 */
export async function readTruth(ctx: Context, order: OrderRow): Promise<Truth | undefined> {
  const { order_id } = order
  const asked_at = ctx.now().toISOString()
  const note = (kind: 'polled' | 'not_answered', detail: string) =>
    noteOrderEvent(ctx.db, { order_id, kind, detail: detail.slice(0, 300), created_at: ctx.now().toISOString() })
  try {
    const link = order.gateway_link_id
      ? await ctx.payments.fetchLink(order.gateway_link_id)
      : (paidWithoutLink(order) ?? (await ctx.payments.findLinkByReference(order_id)))
    const money = link && (await readMoney(ctx, order, await gatewayOrdersOf(ctx, order, link)))
    const truth = money && {
      link,
      ...money,
      disputes: await readDisputes(ctx, order),
      key_id: await keyId(ctx),
      asked_at,
    }
    await note('polled', link ? `link ${link.status}` : 'no link')
    await noteAnswer(ctx.db, order_id, null)
    return truth
  } catch (error) {
    if (error instanceof GatewayError) {
      await note('not_answered', error.message)
      await noteAnswer(ctx.db, order_id, ctx.now().toISOString())
    }
    throw error
  }
}

/** Stands for the link of an order that was made of a captured payment: all of it is in the gateway's order. */
function paidWithoutLink({
  order_id,
  gateway_link_id,
  gateway_order_id,
  total_paise,
  paid_at,
}: OrderRow): PaymentLink | undefined {
  if (gateway_link_id !== null || gateway_order_id === null || paid_at === null) return undefined
  return {
    id: '',
    referenceId: order_id,
    amountPaise: total_paise,
    amountPaidPaise: total_paise,
    currency: 'INR',
    status: 'paid',
    shortUrl: '',
    gatewayOrderId: gateway_order_id,
    payments: [],
    expiresAt: null,
    callbackUrl: null,
    createdAt: null,
  }
}

const keyId = async (ctx: Context) => (await ctx.keyring.activeKeys())?.keyId ?? null

/** The gateway's own orders, which list every payment: the link's and the pay page's. */
async function gatewayOrdersOf(ctx: Context, order: OrderRow, link: PaymentLink): Promise<Set<string>> {
  const both = [await gatewayOrderOf(ctx, order, link), order.page_order_id]
  return new Set(both.filter((id) => id !== null))
}

/** A link that names its payments alone has its order by the first of them. */
async function gatewayOrderOf(ctx: Context, order: OrderRow, link: PaymentLink): Promise<string | null> {
  const [payment] = link.payments
  const named = link.gatewayOrderId ?? order.gateway_order_id
  if (named || !payment) return named
  return (await ctx.payments.fetchPayment(payment.paymentId)).gatewayOrderId
}

/** Reads the refunds of every captured payment: of those that failed `amount_refunded` shows nothing, and their events may be lost. */
async function readMoney(ctx: Context, { created_at, total_paise }: OrderRow, gatewayOrderIds: ReadonlySet<string>) {
  const payments: Payment[] = []
  const now = ctx.now().getTime()
  for (const id of gatewayOrderIds) {
    for (const payment of await ctx.payments.fetchOrderPayments(id)) {
      const age = now - (payment.createdAt?.getTime() ?? Date.parse(created_at))
      const isAwaited = payment.feeAwaited && payment.captured && age < FEE_WAIT_MS
      payments.push(isAwaited ? { ...payment, status: 'authorized', captured: false } : payment)
    }
  }
  const byOffer: string[] = []
  for (const payment of payments) if (await isByOffer(ctx, payment, payments, total_paise)) byOffer.push(payment.id)
  const refunds: Refund[] = []
  for (const { id, captured } of payments) if (captured) refunds.push(...(await ctx.payments.fetchPaymentRefunds(id)))
  return { payments, byOffer, refunds }
}

/** Returns true for the one payment of its gateway order that names an offer, when nothing more of that order, over our total, is due. */
async function isByOffer(
  ctx: Context,
  payment: Payment,
  payments: readonly Payment[],
  total: number,
): Promise<boolean> {
  const { captured, offerId, amountPaise, currency, gatewayOrderId } = payment
  if (!captured || !offerId || !gatewayOrderId || currency !== 'INR' || amountPaise >= total) return false
  // Each of several smaller payments may be a part.
  const isPart = (one: Payment) => one.captured && one.gatewayOrderId === gatewayOrderId && one.amountPaise < total
  if (payments.filter(isPart).length > 1) return false
  const order = await ctx.payments.fetchOrder(gatewayOrderId)
  return order.amountPaise === total && order.duePaise === 0
}

/**
 * Those that events and lists have named and that are not over; of those that were lost something may still have to be booked. One that
 * the gateway does not know is as it was.
 */
async function readDisputes(ctx: Context, { order_id }: OrderRow): Promise<Dispute[]> {
  const read: Dispute[] = []
  for (const dispute of await findDisputes(ctx.db, [order_id])) {
    if (isOver(dispute)) continue
    const { dispute_id } = dispute
    try {
      read.push(await ctx.payments.fetchDispute(dispute_id))
    } catch (error) {
      if (!(error instanceof GatewayError) || error.kind !== 'not_found') throw error
      ctx.log.warn({ order_id, dispute_id }, 'the gateway does not know a dispute that was named')
    }
  }
  return read
}
