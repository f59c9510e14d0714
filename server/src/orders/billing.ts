import { STATE } from '../../contract/documents.ts'
import type { Db } from '../context.ts'
import { appError } from '../errors.ts'
import { findOpenOrder, type OrderRow, saveBilling } from './orders.queries.ts'

/** What the buyer says of themselves for an invoice. */
export type Billing = { billing_state: string; billing_gstin: string | null }

/** State and GSTIN as an order keeps them; a GSTIN says the state it is registered in. */
export function billingOf(given: {
  billing_state?: string | undefined
  billing_gstin?: string | undefined
}): Billing | undefined {
  const state = given.billing_state ?? given.billing_gstin?.slice(0, 2)
  return state ? { billing_state: state, billing_gstin: given.billing_gstin ?? null } : undefined
}

/** An invoice needs its place of supply. */
export function stateMissing() {
  return appError('invalid', STATE, { errors: [{ path: 'billing_state', message: STATE }] })
}

/** The equal order that is open, with what the buyer says of themselves now: what it costs does not depend on it. */
export async function findOpenAgain(db: Db, drawn: OrderRow): Promise<OrderRow | undefined> {
  const open = await findOpenOrder(db, drawn.user_id, drawn.fingerprint)
  if (!open) return undefined
  const { billing_state, billing_gstin } = drawn
  if (open.billing_state === billing_state && open.billing_gstin === billing_gstin) return open
  await saveBilling(db, open.order_id, { billing_state, billing_gstin })
  return { ...open, billing_state, billing_gstin }
}
