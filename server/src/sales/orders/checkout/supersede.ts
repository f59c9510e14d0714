import type { OrderStatus } from 'contract/orders/orders'
import type { Context } from '../../../context.ts'
import { GatewayError } from '../../../platform/payments/razorpay.ts'
import { findOrder, type OrderRow } from '../orders.queries.ts'
import { expireOrder } from '../settlement/expire-order.ts'
import { isOtherMode } from '../settlement/key-mode.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { ENDED_UNPAID } from '../status.ts'

/** A link that ends sooner than this is not handed out again: the buyer could not finish. */
const LINK_LEAST_LEFT_MS = 5 * 60_000
/** The gateway makes no link that ends within 15 minutes; one more for the way there. */
const LINK_LEAST_LIFE_MS = 16 * 60_000

/** Returns true if the order's link is about to end, or it has none and none can last as long as the order. */
function expiresSoon(ctx: Context, order: OrderRow): boolean {
  const least = order.payment_link ? LINK_LEAST_LEFT_MS : LINK_LEAST_LIFE_MS
  return Date.parse(order.expires_at) - ctx.now().getTime() < least
}

/** Returns true if an open order must not be paid any more: it ends soon, or its link is of another account or mode. */
export async function makesRoom(ctx: Context, order: OrderRow): Promise<boolean> {
  return order.status === 'created' && (expiresSoon(ctx, order) || (await isOfOtherAccount(ctx, order)))
}

/**
 * Returns true if an open order's link is unknown under the present keys: no report of its payment would arrive. Only
 * the gateway knows if another key of the same mode is of the same account; it is checked once, for the order then
 * stores the key. Also true when the link has ended meanwhile.
 */
export async function isOfOtherAccount(ctx: Context, order: OrderRow): Promise<boolean> {
  const { status, gateway_link_id, gateway_key_id } = order
  if (status !== 'created' || gateway_link_id === null) return false
  const keyId = (await ctx.keyring.activeKeys())?.keyId ?? null
  if (gateway_key_id === keyId) return false
  if (isOtherMode(gateway_key_id, keyId)) return true
  const now = await checkIfKnown(ctx, order)
  return now === undefined || ENDED_UNPAID.includes(now)
}

/** Returns true if the buyer can no longer pay the order: it has ended unpaid, or must not be paid any more. */
export async function cannotBePaid(ctx: Context, order: OrderRow): Promise<boolean> {
  if (order.total_paise === 0) return false
  return ENDED_UNPAID.includes(order.status) || makesRoom(ctx, order)
}

/** Closes an open order that has to make room for another, unless it turns out to be paid. */
export async function supersede(ctx: Context, order: OrderRow): Promise<void> {
  const status = await checkIfKnown(ctx, order)
  if (status === 'created' && order.gateway_link_id) {
    await cancelUnlessPaid(ctx, order.gateway_link_id)
    await reconcileOrder(ctx, order)
  } else if (status === 'created' || status === undefined) {
    if (await expireOrder(ctx, order.order_id, order.gateway_link_id)) return
    // The order's link was saved a moment ago by the request that made the order: that link must be cancelled.
    const now = await findOrder(ctx.db, order.order_id)
    if (now?.status === 'created' && now.gateway_link_id !== order.gateway_link_id) await supersede(ctx, now)
  }
}

/**
 * Returns false for a link that is paid or has ended: the gateway cancels neither. An unknown link is of another
 * account, so there is nothing to cancel and nobody to call.
 */
export async function cancelUnlessPaid(ctx: Context, linkId: string): Promise<boolean> {
  try {
    await ctx.payments.cancelLink(linkId)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError) || !['refused', 'not_found'].includes(error.kind)) throw error
    return error.kind === 'not_found'
  }
}

/** Undefined for a link that the gateway does not know, nor lists by our reference: the keys are of another account by now. */
async function checkIfKnown(ctx: Context, order: OrderRow): Promise<OrderStatus | undefined> {
  try {
    return await reconcileOrder(ctx, order)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'not_found') throw error
    if (await ctx.payments.findLinkByReference(order.order_id)) throw error
    return undefined
  }
}
