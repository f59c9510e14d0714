import type { OpenedSheet, SheetAnswer } from 'contract/orders/pay-page'
import type { Context } from '../../../context.ts'
import { appError, sessionExpired } from '../../../errors.ts'
import { GatewayNotConfiguredError } from '../../../platform/payments/razorpay.ts'
import { verifyCheckout } from '../../../platform/payments/signatures.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { lockBuyer } from '../../../shop/users/users.queries.ts'
import { orRefused } from '../checkout/refused-for-good.ts'
import { isOfOtherAccount, supersede } from '../checkout/supersede.ts'
import { findOrder, type OrderRow } from '../orders.queries.ts'
import { fetchSilently, pollWhenDue } from '../settlement/fetch-silently.ts'
import { ownsOfOrder } from '../settlement/overlap.queries.ts'
import { savePageOrder } from './pay-page.queries.ts'

type Person = { id: number; user_id: string }

/** A sheet that would close before this is not opened: nobody pays in less. */
const LEAST_LEFT_MS = 60_000

/**
 * Returns the input of the gateway's checkout for an order: a gateway order, made once with the first sheet, and the
 * payer. An order that cannot be paid any more has no sheet but its status. 404 for an order of somebody else.
 */
export async function openSheet(ctx: Context, user: Person, orderId: string): Promise<OpenedSheet> {
  const order = await findOwn(ctx, user, orderId)
  const leftMs = Date.parse(order.expires_at) - ctx.now().getTime()
  // The link may be paid without an event so far.
  const status = await pollWhenDue(ctx, order)
  if (status !== 'created' || !order.payment_link) return { status }
  if (leftMs < LEAST_LEFT_MS) return { status: 'expired' }
  if (await ownsOfOrder(ctx.db, order, ctx.now())) return { status: 'cancelled' }
  const [buyer, keys, shop] = await Promise.all([
    lockBuyer(ctx.db, user.id),
    ctx.keyring.activeKeys(),
    readShop(ctx.db),
  ])
  if (!buyer) throw sessionExpired()
  if (!keys) throw new GatewayNotConfiguredError()
  const elsewhere = await isOfOtherAccount(ctx, order)
  if (elsewhere) await supersede(ctx, order)
  // Either may have heard that it was paid, or has ended.
  const requested = order.gateway_key_id === keys.keyId ? order : await findOrder(ctx.db, orderId)
  if (requested?.status !== 'created') return { status: requested?.status ?? 'expired' }
  if (elsewhere) return { status: 'expired' }
  const gatewayOrderId = order.page_order_id ?? (await makePageOrder(ctx, order))
  const { name, email, phone: contact } = buyer
  return {
    status: 'created',
    sheet: {
      key: keys.keyId,
      order_id: gatewayOrderId,
      amount: order.total_paise,
      currency: 'INR',
      name: shop.brand.name,
      description: `Order ${order.order_no}`,
      prefill: { name, email, contact },
      notes: { order_id: order.order_id },
      timeout: Math.floor(leftMs / 1000),
    },
  }
}

/**
 * Receives the checkout's signed report of a payment, else 422. It proves nothing: the gateway is checked, and the
 * order's status then is the answer.
 */
export async function onSheetEvent(ctx: Context, user: Person, orderId: string, answer: SheetAnswer) {
  const order = await findOwn(ctx, user, orderId)
  const keys = await ctx.keyring.activeKeys()
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = answer
  const fields = { gatewayOrderId: order.page_order_id ?? '', paymentId, signature, keySecret: keys?.keySecret ?? '' }
  if (!verifyCheckout(fields)) throw appError('invalid', 'This payment could not be verified')
  return { status: await fetchSilently(ctx, order) }
}

async function findOwn(ctx: Context, user: Person, orderId: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, orderId)
  if (order?.user_id !== user.id) throw appError('not_found', 'Order not found')
  return order
}

/**
 * Makes the order at the gateway. Its receipt lets a repeat return the existing one; it differs from the link's
 * reference, which the link's own order has. The first of two tabs wins, and no other is ever handed out.
 */
async function makePageOrder(ctx: Context, { order_id, total_paise }: OrderRow): Promise<string> {
  const requested = { receipt: `${order_id}_page`, amountPaise: total_paise, notes: { order_id } }
  const made = await orRefused(ctx, order_id, ctx.payments.createOrder(requested))
  return savePageOrder(ctx.db, order_id, made, ctx.now().toISOString())
}
