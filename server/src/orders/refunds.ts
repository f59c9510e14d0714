import { z } from 'zod'
import type { Context, Db } from '../context.ts'
import type { RefundRow } from './order-lists.queries.ts'
import { insertOrderEvent, lockOrder, updateOrder } from './orders.queries.ts'

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

/** False when the same refund was known with this, or a final, status. */
async function saveRefund(trx: Db, orderId: string, refund: RefundEntity, now: string): Promise<boolean> {
  const known = await trx<RefundRow>('refunds').where({ gateway_refund_id: refund.id }).first()
  if (!known) {
    await trx<RefundRow>('refunds').insert({
      refund_id: refund.id,
      order_id: orderId,
      payment_id: refund.payment_id,
      amount_paise: refund.amount,
      status: refund.status,
      gateway_refund_id: refund.id,
      created_at: now,
      updated_at: now,
    })
    return true
  }
  if (known.status === refund.status || known.status === 'processed') return false
  await trx<RefundRow>('refunds')
    .where({ refund_id: known.refund_id })
    .update({ status: refund.status, updated_at: now })
  return true
}

async function sumProcessed(trx: Db, orderId: string): Promise<number> {
  const row = await trx('refunds')
    .where({ order_id: orderId, status: 'processed' })
    .sum({ paise: 'amount_paise' })
    .first()
  return Number(row?.paise ?? 0)
}

async function revokeGrants(trx: Db, orderId: string, now: string): Promise<void> {
  await trx('enrolments').where({ order_id: orderId }).whereNull('revoked_at').update({ revoked_at: now })
  await trx('gift_codes')
    .where({ order_id: orderId })
    .whereNull('redeemed_at')
    .whereNull('revoked_at')
    .update({ revoked_at: now })
}
