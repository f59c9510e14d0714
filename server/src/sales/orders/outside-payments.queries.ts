import type { OutsideMethod } from 'contract/orders/outside-payments'
import type { Db } from '../../context.ts'

export type OutsideRow = { order_id: string; method: OutsideMethod; reference: string; received_on: string }

const PREFIX = 'outside_'

/** Builds the payment id in place of the gateway's. */
export const outsidePaymentId = (orderId: string) => `${PREFIX}${orderId}`

/** The gateway never saw the money of this order: nobody asks it, and nothing is sent back by it. */
export const isOutside = ({ payment_id }: { payment_id: string | null }) => payment_id?.startsWith(PREFIX) ?? false

/** Returns false, and does nothing, when another order has a transfer of this reference meanwhile. */
export async function insertOutside(
  trx: Db,
  row: OutsideRow & { admin_id: number; created_at: Date },
): Promise<boolean> {
  return (await trx('outside_payments').insert(row).onConflict().ignore().returning('order_id')).length > 0
}

/** Finds how offline orders were paid. */
export async function findOutside(db: Db, orderIds: readonly string[]): Promise<Map<string, OutsideRow>> {
  const rows: OutsideRow[] = await db('outside_payments')
    .whereIn('order_id', [...orderIds])
    .select('order_id', 'method', 'reference', db.raw('received_on::text as received_on'))
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** The order for which a transfer of this reference was booked. */
export async function findBookedOutside(db: Db, method: OutsideMethod, reference: string): Promise<string | undefined> {
  if (method === 'cash') return undefined
  return (await db('outside_payments').where({ method, reference }).first('order_id'))?.order_id
}
