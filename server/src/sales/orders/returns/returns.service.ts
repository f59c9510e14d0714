import { ORPCError } from '@orpc/server'
import { hiddenEmail } from 'contract/email-and-phone'
import { toRupees } from 'contract/money'
import type { BoughtOrder } from 'contract/orders/orders'
import type { OpenedSheet } from 'contract/orders/pay-page'
import type { ReturnedPayment, SignedReturn } from 'contract/orders/returns'
import type { Context } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { verifyReturn } from '../../../platform/payments/signatures.ts'
import { findLanguage } from '../../../shop/users/language.queries.ts'
import { billingAgain } from '../checkout/billing.ts'
import { buy, JUST_MADE, type Purchase } from '../checkout/checkout.service.ts'
import { isHandedOut, whereToPay } from '../checkout/pay-address.ts'
import { boughtAgain } from '../moments.ts'
import { findUngiven } from '../order-events.queries.ts'
import { type BuyerColumns, findOrderWithBuyer } from '../order-lists.queries.ts'
import { soldTogether } from '../order-wire.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { following } from '../origin.ts'
import { openSheet } from '../pay-page/pay-sheet.ts'
import { findFailedTries } from '../payments.queries.ts'
import { findRefunds, type RefundRow } from '../refunds/refunds.queries.ts'
import { pollWhenDue } from '../settlement/fetch-silently.ts'
import { ownsOfOrder } from '../settlement/overlap.queries.ts'
import { ENDED_UNPAID, OPEN_TO_MONEY, PAID } from '../status.ts'
import { findSold } from './find-sold.ts'

type ReturnedOrder = OrderRow & BuyerColumns

/** Finds the order that a signed proof names; undefined for an invalid proof. */
export async function findReturned(ctx: Context, proof: SignedReturn): Promise<ReturnedOrder | undefined> {
  if ('t' in proof) {
    return isHandedOut(ctx.config, proof.order_id, proof.t) ? findOrderWithBuyer(ctx.db, proof.order_id) : undefined
  }
  const order = await findOrderWithBuyer(ctx.db, proof.razorpay_payment_link_reference_id)
  const keys = await ctx.keyring.activeKeys().catch(() => undefined)
  const isSigned = verifyReturn({
    linkId: order?.gateway_link_id ?? '',
    referenceId: order?.order_id ?? '',
    status: proof.razorpay_payment_link_status,
    paymentId: proof.razorpay_payment_id,
    signature: proof.razorpay_signature,
    keySecret: keys?.keySecret ?? '',
  })
  return isSigned && order?.gateway_link_id ? order : undefined
}

/** Shows a payment to whoever has its signed address. */
export async function readReturned(ctx: Context, proof: SignedReturn): Promise<ReturnedPayment> {
  const order = await requireReturned(ctx, proof)
  const { db, now } = ctx
  const status = await pollWhenDue(ctx, order)
  const [current = order, sold, refunds, failed, ungiven, keys] = await Promise.all([
    findOrderWithBuyer(db, order.order_id),
    findSold(db, order.order_id),
    findRefunds(db, [order.order_id]),
    findFailedTries(db, [order.order_id]),
    findUngiven(db, order.order_id),
    ctx.keyring.activeKeys().catch(() => undefined),
  ])
  const owned = ENDED_UNPAID.includes(status) && (await ownsOfOrder(db, order, now()))
  const isPayable = status === 'created' && order.gateway_key_id === keys?.keyId && new Date(order.expires_at) > now()
  const link = isPayable ? whereToPay(ctx.config, order) : undefined
  const { captured_paise: captured, total_paise: total } = current
  return {
    order_no: order.order_no,
    status,
    courses: sold.map(({ line, refunded }) => ({
      course_name: line.bundle_name ?? line.course_name,
      course_banner: line.bundle_banner ?? line.course_banner,
      quantity: line.quantity,
      ...(refunded ? { refunded } : {}),
    })),
    total: toRupees(total),
    ...(captured !== null && captured !== total ? { received: toRupees(captured) } : {}),
    ...refundOf(current, refunds),
    email: order.buyer_id === null ? null : hiddenEmail(order.buyer_email),
    ...(owned ? { owned } : {}),
    ...(ungiven.lost ? { lost: true } : {}),
    ...(status === 'created' && failed.length > 0 ? { last_try_failed: true } : {}),
    ...(link ? { payment_link: link } : {}),
  }
}

/** Sums the refunds of an order's own payment, also those on their way. Those of a duplicate payment are no refund of the order. */
function refundOf({ payment_id }: OrderRow, refunds: readonly RefundRow[]): Pick<ReturnedPayment, 'refund'> {
  const own = refunds.filter((refund) => refund.payment_id === payment_id && refund.status !== 'failed')
  if (own.length === 0) return {}
  const paise = own.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  return { refund: { amount: toRupees(paise), by_gateway: own.every(({ channel }) => channel === 'gateway') } }
}

/** Mails the link to what was bought, unless nothing was, or `countNow` refuses: nobody learns which. */
export async function sendCourseLink(ctx: Context, proof: SignedReturn, countNow: () => Promise<void>): Promise<void> {
  const order = await findReturned(ctx, proof)
  if (!order?.buyer_id || !PAID.includes(await pollWhenDue(ctx, order))) return
  try {
    await countNow()
  } catch (error) {
    if (isRefused(error, /^rate_limited$/)) return
    throw error
  }
  await ctx.queue.send(ctx.db, 'course-link-mail', { order_id: order.order_id })
}

/** Opens the gateway's checkout for an order by its signed address. */
export async function openSignedSheet(ctx: Context, proof: SignedReturn): Promise<OpenedSheet> {
  const order = await requireReturned(ctx, proof)
  const opened = await openSheet(ctx, buyerOf(order), order.order_id)
  if (!opened.sheet) return opened
  // The address is no login: the payer types these.
  return { ...opened, sheet: { ...opened.sheet, prefill: { name: '', email: '', contact: '' } } }
}

/** Orders the same again for the buyer of an order that ended unpaid. */
export async function payAgain(ctx: Context, proof: SignedReturn, expectedTotal?: number): Promise<BoughtOrder> {
  const order = await requireReturned(ctx, proof)
  if (!OPEN_TO_MONEY.includes(await pollWhenDue(ctx, order))) throw appError('conflict', JUST_MADE)
  const again = {
    order_id: order.order_id,
    user: buyerOf(order),
    expectedTotal: expectedTotal ?? toRupees(order.total_paise),
  }
  const made = (await boughtAgain(ctx, again)).find((one) => one !== null)
  if (made && !('fields' in made)) return made
  const lines = await findOrderLines(ctx.db, [order.order_id])
  const purchase: Purchase = {
    user: again.user,
    language: await findLanguage(ctx.db, order.user_id),
    courseIds: soldTogether(lines).flatMap(([line]) =>
      line ? Array.from({ length: line.quantity }, () => line.bundle_id ?? line.course_id) : [],
    ),
    promocode: order.promocode ?? undefined,
    expectedTotal: again.expectedTotal,
    origin: following(order.channel, order, ctx.now()),
    billing: billingAgain(order),
    ...made,
  }
  try {
    return await buy(ctx, purchase)
  } catch (error) {
    if (!purchase.promocode || !isRefused(error, /^promocode_/)) throw error
    return buy(ctx, { ...purchase, promocode: undefined })
  }
}

async function requireReturned(ctx: Context, proof: SignedReturn): Promise<ReturnedOrder> {
  const order = await findReturned(ctx, proof)
  if (!order) throw appError('not_found', 'Order not found')
  return order
}

function buyerOf({ user_id, buyer_id }: ReturnedOrder): Purchase['user'] {
  if (buyer_id === null) throw appError('not_found', 'Order not found')
  return { id: user_id, user_id: buyer_id }
}

const isRefused = (error: unknown, code: RegExp) => error instanceof ORPCError && code.test(error.code)
