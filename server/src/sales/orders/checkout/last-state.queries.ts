import { type Billing, billingNames } from 'contract/billing'
import type { Db } from '../../../context.ts'

/** Finds the details that a buyer last gave for an invoice; undefined before the first. */
export async function findLastBilling(db: Db, userId: number): Promise<Billing | undefined> {
  return db('orders')
    .where({ user_id: userId })
    .whereNotNull('billing_state')
    .orderBy('created_at', 'desc')
    .first(billingNames)
}

/** Finds the state that a buyer last chose for an invoice; undefined before the first. */
export const findLastState = async (db: Db, userId: number): Promise<string | undefined> =>
  (await findLastBilling(db, userId))?.billing_state ?? undefined
