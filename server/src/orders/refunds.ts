import { z } from 'zod'
import type { Context } from '../context.ts'
import { insertOrderEvent, lockOrder, updateOrder } from './orders.queries.ts'
import { revokeGrants, saveRefund, sumProcessed } from './refunds.queries.ts'

/** A refund as the gateway's events carry it. */
export const RefundEntity = z.object({
  id: z.string().max(200),
  payment_id: z.string().max(200),
  amount: z.number().int().positive(),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type RefundEntity = z.output<typeof RefundEntity>

/**
 * Books what the gateway says of a refund, also of one made in its own dashboard. A full one takes access and the gift
 * codes not yet redeemed; a partial or failed one keeps them. The same event again changes nothing. Answers the outcome.
 */
export async function applyRefund(ctx: Context, orderId: string, refund: RefundEntity): Promise<string> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.payment_id !== refund.payment_id) return 'quarantined: refund of another payment'
    const now = ctx.now().toISOString()
    const changed = await saveRefund(trx, orderId, refund, now)
    if (!changed) return 'refund known already'
    await insertOrderEvent(trx, {
      order_id: orderId,
      kind: `refund_${refund.status}`,
      detail: `${refund.id}: ${refund.amount} paise`,
      created_at: now,
    })
    const refundedPaise = await sumProcessed(trx, orderId)
    if (refundedPaise === 0 || !['paid', 'partially_refunded', 'review'].includes(order.status)) return 'refund noted'
    const full = refundedPaise >= order.total_paise
    if (order.status !== 'review' || full) {
      await updateOrder(trx, orderId, { status: full ? 'refunded' : 'partially_refunded' })
    }
    if (full) await revokeGrants(trx, orderId, now)
    ctx.log.info({ order_id: orderId, refunded_paise: refundedPaise }, 'refund booked')
    return full ? 'order is refunded' : 'order is partially refunded'
  })
}
