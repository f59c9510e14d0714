import type { Context } from '../../../context.ts'
import { isLiving } from '../../../shop/users/users.queries.ts'
import { findOpenBeyond, findOrder, type OrderRow } from '../orders.queries.ts'
import { findOverlapping } from '../settlement/overlap.queries.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { PAID } from '../status.ts'
import { cancelUnlessPaid, supersede } from './supersede.ts'

/**
 * Cancels what nobody is to pay: an open order whose buyer is deleted or has too many newer ones, and what the buyer of a paid one could pay once more, which is its own
 * link when it was paid by another way, and their open orders that hold a course they have now. One that is paid meanwhile is settled as any
 * other. Safe to repeat.
 */
export async function closeLinks(ctx: Context, orderId: string): Promise<void> {
  const order = await findOrder(ctx.db, orderId)
  if (!order) return
  if (PAID.includes(order.status)) return closeOverlapping(ctx, order)
  if (order.status !== 'created') return
  const isDeleted = !(await isLiving(ctx.db, order.user_id))
  if (!isDeleted && !(await findOpenBeyond(ctx.db, order.user_id)).includes(orderId)) return
  await supersede(ctx, order)
  ctx.log.info({ order_id: orderId }, isDeleted ? 'closed: its buyer is deleted' : 'closed: its buyer has newer ones')
}

async function closeOverlapping(ctx: Context, paid: OrderRow): Promise<void> {
  const orderId = paid.order_id
  const { gateway_link_id: linkId, page_order_id } = paid
  if (linkId && page_order_id && !(await cancelUnlessPaid(ctx, linkId))) await reconcileOrder(ctx, paid)
  for (const order of await findOverlapping(ctx.db, orderId, ctx.now())) {
    await supersede(ctx, order)
    ctx.log.info({ order_id: order.order_id, paid_order_id: orderId }, 'closed: its buyer has a course of it now')
  }
}
