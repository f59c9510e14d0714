import type { Db } from '../../context.ts'

export type GuaranteeRow = {
  order_id: string
  status: 'open' | 'approved' | 'declined'
  reason: string | null
  answer: string | null
  asked_at: string
  /** Null in rows of earlier releases, which are about the whole order. */
  amount_paise: number | null
  course_ids: string[] | null
}

const columns = ['order_id', 'status', 'reason', 'answer', 'asked_at', 'amount_paise', 'course_ids'] as const

/** Finds the last guarantee request of each order. */
export function findGuarantees(db: Db, orderIds: readonly string[]): Promise<GuaranteeRow[]> {
  return db('guarantee_requests')
    .distinctOn('order_id')
    .whereIn('order_id', [...orderIds])
    .orderByRaw('order_id, id desc')
    .select(...columns)
}

/** Returns false when one is open. */
export async function insertGuarantee(trx: Db, row: Omit<GuaranteeRow, 'status' | 'answer'>): Promise<boolean> {
  return (await trx('guarantee_requests').insert(row).onConflict().ignore().returning('id')).length > 0
}

/** Ends the open request of an order; undefined when there is none. */
export async function closeGuarantee(
  trx: Db,
  orderId: string,
  end: { status: 'approved' | 'declined'; answer: string | null; closed_at: string },
): Promise<(GuaranteeRow & { id: string }) | undefined> {
  const open = trx('guarantee_requests').where({ order_id: orderId, status: 'open' })
  const [row] = await open.update(end).returning(['id', ...columns])
  return row
}

export function findDeclined(db: Db, id: string): Promise<GuaranteeRow | undefined> {
  return db('guarantee_requests')
    .where({ id, status: 'declined' })
    .first(...columns)
}
