import { indianDay } from 'contract/indian-time'
import type { Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { findDisputes, hasEnded } from '../../disputes/disputes.queries.ts'
import type { OrderRow } from '../orders.queries.ts'

/** Returns true while the buyer's bank disputes the order's payment. */
export async function isHeldByDispute(db: Db, order: Pick<OrderRow, 'order_id' | 'payment_id'>): Promise<boolean> {
  return (await findHolding(db, order)) !== undefined
}

/** Refuses what would give money back that a bank may take as well: 409 `not_refundable`. */
export async function requireUndisputed(trx: Db, order: OrderRow): Promise<void> {
  const dispute = await findHolding(trx, order)
  if (!dispute) return
  const by = dispute.respond_by ? ` by ${indianDay(new Date(dispute.respond_by))}` : ''
  const next =
    dispute.status === 'under_review'
      ? 'The bank is looking at your answer'
      : `Answer it in your Razorpay dashboard${by}`
  throw plainError(
    'not_refundable',
    `The buyer’s bank disputes this payment (${dispute.dispute_id}), so a refund now would pay twice. ${next}.`,
  )
}

async function findHolding(db: Db, { order_id, payment_id }: Pick<OrderRow, 'order_id' | 'payment_id'>) {
  return (await findDisputes(db, [order_id])).find((one) => one.payment_id === payment_id && !hasEnded(one))
}
