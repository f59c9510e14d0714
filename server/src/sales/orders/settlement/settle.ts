import { formatMoney, formatRupees } from 'contract/money'
import type { OrderStatus } from 'contract/orders/orders'
import type { Context, Db } from '../../../context.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import type { Payment } from '../../../platform/payments/razorpay.ts'
import { alertOwner } from '../../../shop/mails/alerts.ts'
import { isLiving } from '../../../shop/users/users.queries.ts'
import { findLackingCoins } from '../coin-spends.queries.ts'
import { settleCoins } from '../coins.ts'
import { findUngiven, insertOrderEvent } from '../order-events.queries.ts'
import { lockOrder, type OrderRow, updateOrder } from '../orders.queries.ts'
import { findPayments, storePayments } from '../payments.queries.ts'
import { continuePolling, endPolling } from '../polling.queries.ts'
import { inMinutes, lateMoneyBefore } from '../polling.ts'
import { giveBackOwed } from '../refunds/give-back.ts'
import { giveBackFree } from '../refunds/refund-free.ts'
import { applyRefundEffects, bookRefund } from '../refunds/refunds.ts'
import { standIn } from '../refunds/stand-in.ts'
import { OPEN_TO_MONEY } from '../status.ts'
import { isOtherMode } from './key-mode.ts'
import { markPaid } from './mark-paid.ts'
import type { Truth } from './read-truth.ts'
import { settleDisputes } from './settle-disputes.ts'

/**
 * Settles an order; the only way to become paid, on the gateway's word alone: event, status page, reconciler and recheck all end here. One
 * transaction: payments, forward-only status, enrolments, gift codes, receipt, owed refunds. A repeat changes nothing. Returns the new
 * status; undefined for an unknown order. `again` retries failed refunds for the owner.
 */
export async function settleOrder(
  ctx: Context,
  orderId: string,
  truth: Truth,
  again = false,
): Promise<OrderStatus | undefined> {
  const status = await ctx.db.transaction(async (trx) => {
    const before = await lockOrder(trx, orderId)
    if (!before) return undefined
    const booked = await storeTruth(ctx, trx, before, truth)
    const settled = { ...before, ...(await settle(ctx, trx, before, truth)) }
    const lost = await settleDisputes(ctx, trx, settled, truth)
    const order = lost ?? settled
    await giveBackOwed(ctx, trx, order, again)
    // A refund may be reported before its payment; with a lost dispute all refunds have counted.
    const counts = !lost && (booked || order.payment_id !== before.payment_id)
    const after = counts ? await applyRefundEffects(ctx, trx, order) : order.status
    // An order that became paid here was granted just now.
    if (before.paid_at !== null) await standIn(ctx, trx, { ...order, status: after })
    await endPolling(trx, orderId, lateMoneyBefore(ctx))
    failpoint(ctx, 'settle:before-commit')
    return after
  })
  failpoint(ctx, 'settle:after-commit')
  return status
}

/** Settles an order of total 0 in the transaction that made it: there is no gateway to ask. One that gives nothing goes back at once. */
export async function settleFreeOrder(ctx: Context, trx: Db, order: OrderRow): Promise<void> {
  const paid = { ...order, ...(await markPaid(ctx, trx, order)) }
  const { lost } = await findUngiven(trx, order.order_id)
  if (lost) await giveBackFree(ctx, trx, paid, 'Nothing was left to give')
  await endPolling(trx, order.order_id, lateMoneyBefore(ctx))
}

/** Returns true if any refund is new or changed. */
async function storeTruth(ctx: Context, trx: Db, order: OrderRow, { payments, refunds }: Truth): Promise<boolean> {
  const { order_id } = order
  const created_at = ctx.now().toISOString()
  for (const { payment_id, status, captured, amount_paise, currency } of await storePayments(trx, order_id, payments)) {
    if (captured && order.status === 'review' && payment_id !== order.payment_id) {
      const detail = `${formatMoney(amount_paise, currency)} came as well, ${payment_id}`
      await insertOrderEvent(trx, { order_id, kind: 'part_paid', detail, created_at })
    }
    if (status === 'authorized') await continuePolling(trx, order_id, inMinutes(ctx, 1))
    if (status !== 'failed') continue
    const why = payments.find(({ id }) => id === payment_id)?.errorDescription
    const detail = [payment_id, why].filter(Boolean).join(': ').slice(0, 500)
    await insertOrderEvent(trx, { order_id, kind: 'payment_failed', detail, created_at })
  }
  let booked = false
  for (const refund of refunds) booked = (await bookRefund(ctx, trx, order, refund)) || booked
  return booked
}

/** The state that the money, or its lack, gives to an order that could still be paid; answers what changed. */
async function settle(ctx: Context, trx: Db, order: OrderRow, truth: Truth): Promise<Partial<OrderRow>> {
  const { link, key_id } = truth
  const { order_id, gateway_order_id } = order
  if (!OPEN_TO_MONEY.includes(order.status) && !hasSettled(truth, order)) return {}
  const payment = payerOf(truth, order)
  if (payment) {
    const byPage = payment.gatewayOrderId === order.page_order_id
    const linkOrder = byPage ? link.gatewayOrderId : payment.gatewayOrderId
    const columns = {
      gateway_link_id: link.id,
      gateway_order_id: linkOrder ?? gateway_order_id,
      payment_id: payment.id,
      captured_paise: payment.amountPaise,
      // A gateway whose clock is ahead paid nothing tomorrow.
      received_at: payment.createdAt && payment.createdAt < ctx.now() ? payment.createdAt.toISOString() : null,
    }
    const other = isOtherMode(order.gateway_key_id, key_id)
    const agreed = isAsAgreed(truth, payment, order)
    const living = await isLiving(trx, order.user_id)
    const lacking = living && agreed && !other ? await findLacking(trx, order) : undefined
    if (!other && agreed && living && !lacking) {
      if (payment.amountPaise < order.total_paise) await noteOffer(ctx, trx, order, payment)
      return markPaid(ctx, trx, order, columns)
    }
    return setAside(ctx, trx, order, payment, columns, { other, agreed, lacking })
  }
  if (link.gatewayOrderId && link.gatewayOrderId !== gateway_order_id)
    await updateOrder(trx, order_id, { gateway_order_id: link.gatewayOrderId })
  if (order.status !== 'created' || (link.status !== 'cancelled' && link.status !== 'expired')) return {}
  const failed = link.status === 'expired' && (await findPayments(trx, order_id)).some((one) => one.status === 'failed')
  const closed = { status: failed ? ('failed' as const) : link.status, gateway_link_id: link.id }
  await updateOrder(trx, order_id, closed)
  const event = { order_id, kind: closed.status, detail: null, created_at: ctx.now().toISOString() }
  await insertOrderEvent(trx, event)
  await settleCoins(ctx, trx, order_id)
  ctx.log.info({ order_id, status: closed.status }, 'order closed unpaid')
  return closed
}

/** Picks the paying one of the captured payments: the agreed amount first, then one without a refund, then the oldest. */
function payerOf(truth: Truth, order: OrderRow): Payment | undefined {
  const rank = (payment: Payment) =>
    (isAsAgreed(truth, payment, order) ? 0 : 2) + (payment.status === 'captured' ? 0 : 1)
  const age = (payment: Payment) => payment.createdAt?.getTime() ?? 0
  return truth.payments.filter(({ captured }) => captured).toSorted((a, b) => rank(a) - rank(b) || age(a) - age(b))[0]
}

const isAsAgreed = ({ byOffer }: Truth, { id, currency, amountPaise }: Payment, order: OrderRow) =>
  (currency === 'INR' && amountPaise === order.total_paise) || byOffer.includes(id)

/**
 * Returns true if the agreed payment arrived while another sum holds the order, as though both were read at once; or
 * the sum itself turned out to be the agreed one.
 */
function hasSettled(truth: Truth, order: OrderRow): boolean {
  const aside = order.status === 'review' && truth.payments.find(({ id }) => id === order.payment_id)
  if (!aside || (isAsAgreed(truth, aside, order) && order.captured_paise === order.total_paise)) return false
  return truth.payments.some((payment) => payment.status === 'captured' && isAsAgreed(truth, payment, order))
}

/** Notes an offer: the sale's document is over the amount received; the rest is a discount line, as of an order granted at less. */
async function noteOffer(ctx: Context, trx: Db, { order_id, total_paise }: OrderRow, payment: Payment): Promise<void> {
  const detail = `${formatRupees(total_paise - payment.amountPaise)} less, ${payment.offerId}`
  await insertOrderEvent(trx, { order_id, kind: 'offer_used', detail, created_at: ctx.now().toISOString() })
}

/** Says what the agreed money of an order lacks besides, so that the owner decides. */
async function findLacking(trx: Db, order: OrderRow): Promise<string | undefined> {
  const lacking = await findLackingCoins(trx, order)
  return lacking > 0 ? `${lacking} of its coins were spent meanwhile` : undefined
}

/** The money differs from the order, its buyer or its coins are gone, or it is test money among real: the owner decides. */
async function setAside(
  ctx: Context,
  trx: Db,
  order: OrderRow,
  payment: Payment,
  columns: Partial<OrderRow>,
  { other, agreed, lacking }: { other: boolean; agreed: boolean; lacking: string | undefined },
) {
  const { order_id } = order
  // An order in review may be looked at again, with nothing new.
  if (order.status === 'review' && order.payment_id === payment.id && order.captured_paise === payment.amountPaise)
    return {}
  const aside = { ...columns, status: 'review' as const }
  await updateOrder(trx, order_id, aside)
  const { id, currency, amountPaise } = payment
  const arrived = formatMoney(amountPaise, currency)
  const requested = `${formatRupees(order.total_paise)} was asked for`
  const but = agreed ? `but ${lacking ?? "the buyer's account is deleted"}` : requested
  const kind = other ? 'other_key' : 'review'
  const detail = other
    ? `${arrived}, ${id}, the link was made with ${order.gateway_key_id}`
    : `${arrived} came, ${but}, ${id}`
  await insertOrderEvent(trx, { order_id, kind, detail, created_at: ctx.now().toISOString() })
  await alertOwner(ctx, trx, { kind, key: order_id, orderId: order_id })
  ctx.log.error({ order_id }, 'the money differs from the order, or its buyer or coins are gone: look at it')
  return aside
}
