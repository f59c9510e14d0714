import type { Context } from '../../context.ts'
import { findOrder } from '../orders.queries.ts'
import { PAID } from '../records/status.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { findOverlapping } from './overlap.queries.ts'
import { cancelUnlessPaid, supersede } from './supersede.ts'

/**
 * Cancels what its buyer could pay once more of a paid order: its own link when it was paid by another way, and their open orders that
 * hold a course they have now. One that is paid meanwhile is settled as any other. Safe to repeat.
 */
export async function closeOverlapping(ctx: Context, orderId: string): Promise<void> {
  const paid = await findOrder(ctx.db, orderId)
  if (!paid || !PAID.includes(paid.status)) return
  const { gateway_link_id: linkId, page_order_id } = paid
  if (linkId && page_order_id && !(await cancelUnlessPaid(ctx, linkId))) await reconcileOrder(ctx, paid)
  for (const order of await findOverlapping(ctx.db, orderId, ctx.now())) {
    await supersede(ctx, order)
    ctx.log.info({ order_id: order.order_id, paid_order_id: orderId }, 'closed: its buyer has a course of it now')
  }
}
