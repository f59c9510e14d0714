import type { Db } from '../../../context.ts'

/** Finds the state that a buyer last chose for an invoice; undefined before the first. */
export async function findLastState(db: Db, userId: number): Promise<string | undefined> {
  const row: { billing_state: string } | undefined = await db('orders')
    .where({ user_id: userId })
    .whereNotNull('billing_state')
    .orderBy('created_at', 'desc')
    .first('billing_state')
  return row?.billing_state
}
