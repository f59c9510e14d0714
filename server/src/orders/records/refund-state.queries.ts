import type { Db } from '../../context.ts'

/** True while the money of the order's open gift codes is on its way back, or is back. */
export async function isGoingBack(trx: Db, orderId: string): Promise<boolean> {
  const closing = trx('refunds').where({ order_id: orderId, redeemed: 'keep' }).whereNot({ status: 'failed' })
  return (await closing.first('refund_id')) !== undefined
}
