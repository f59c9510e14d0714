import type { Db } from '../context.ts'
import type { RefundEntity } from './refunds.ts'

export type RefundRow = {
  refund_id: string
  order_id: string
  payment_id: string
  amount_paise: number
  status: 'requested' | 'pending' | 'processed' | 'failed'
  gateway_refund_id: string | null
  reason: string | null
  created_at: string
  updated_at: string
}

/** All refunds of an order, oldest first. */
export function findRefunds(db: Db, orderId: string): Promise<RefundRow[]> {
  return db<RefundRow>('refunds').where({ order_id: orderId }).orderBy(['created_at', 'refund_id'])
}

/** False when the same refund was known with this, or a final, status. */
export async function saveRefund(trx: Db, orderId: string, refund: RefundEntity, now: string): Promise<boolean> {
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

/** What came back to the buyer so far, in paise. */
export async function sumProcessed(trx: Db, orderId: string): Promise<number> {
  const row = await trx('refunds')
    .where({ order_id: orderId, status: 'processed' })
    .sum({ paise: 'amount_paise' })
    .first()
  return Number(row?.paise ?? 0)
}

/** Takes the access that an order gave, and its gift codes that nobody has redeemed. */
export async function revokeGrants(trx: Db, orderId: string, now: string): Promise<void> {
  await trx('enrolments').where({ order_id: orderId }).whereNull('revoked_at').update({ revoked_at: now })
  await trx('gift_codes')
    .where({ order_id: orderId })
    .whereNull('redeemed_at')
    .whereNull('revoked_at')
    .update({ revoked_at: now })
}
