import type { Context } from '../../context.ts'
import { GatewayError } from '../../payments/razorpay.ts'
import { findOrder } from '../orders.queries.ts'
import { PAID } from '../records/status.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { findOverlapping } from './overlap.queries.ts'
import { supersede } from './supersede.ts'

/**
 * Cancels what its buyer could pay once more of a paid order: its own link when it was paid by another way, and their open orders that
 * hold a course they have now. One that is paid meanwhile is settled as any other. Safe to repeat.
 */
export async function closeOverlapping(ctx: Context, orderId: string): Promise<void> {
  const paid = await findOrder(ctx.db, orderId)
  if (!paid || !PAID.includes(paid.status)) return
  const { gateway_link_id: linkId, page_order_id } = paid
  if (linkId && page_order_id)
    await unlessPaid(
      () => ctx.payments.cancelLink(linkId),
      () => reconcileOrder(ctx, paid),
    )
  for (const order of await findOverlapping(ctx.db, orderId, ctx.now())) {
    await unlessPaid(
      () => supersede(ctx, order),
      () => reconcileOrder(ctx, order),
    )
    ctx.log.info({ order_id: order.order_id, paid_order_id: orderId }, 'closed: its buyer has a course of it now')
  }
}

/** The gateway cancels no link that is paid, or has come to its end. */
async function unlessPaid(cancel: () => Promise<unknown>, otherwise: () => Promise<unknown>): Promise<void> {
  try {
    await cancel()
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error
    await otherwise()
  }
}
