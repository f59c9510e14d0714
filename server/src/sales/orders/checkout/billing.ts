import { STATE } from 'contract/documents'
import type { Db } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { findOpenOrder, type NewOrder, type OrderRow, saveBilling } from '../orders.queries.ts'

/** The buyer's details for an invoice; a business has name and address only with its GSTIN. */
export type Billing = Pick<OrderRow, (typeof columns)[number]> & { billing_state: string }

const columns = [
  'billing_state',
  'billing_gstin',
  'billing_name',
  'billing_address',
  'billing_place',
  'billing_pin',
  'billing_sez',
] as const

export const NO_BILLING = {
  billing_state: null,
  billing_gstin: null,
  billing_name: null,
  billing_address: null,
  billing_place: null,
  billing_pin: null,
  billing_sez: false,
}

/** Takes the details of an earlier order for another one; undefined without an invoice. */
export function billingAgain(order: Omit<Billing, 'billing_state'> & Pick<OrderRow, 'billing_state'>) {
  const { billing_state, billing_gstin, billing_name, billing_address, billing_place, billing_pin, billing_sez } = order
  if (billing_state === null) return undefined
  return { billing_state, billing_gstin, billing_name, billing_address, billing_place, billing_pin, billing_sez }
}

type BillingInput = { [Column in Exclude<(typeof columns)[number], 'billing_sez'>]?: string | undefined } & {
  billing_sez?: boolean | 'true' | 'false' | undefined
}

/** Returns the billing details to store; a GSTIN determines the state. */
export function billingOf({ billing_gstin: gstin, ...given }: BillingInput): Billing | undefined {
  const state = given.billing_state ?? gstin?.slice(0, 2)
  if (!state) return undefined
  if (!gstin) return { ...NO_BILLING, billing_state: state }
  return {
    billing_state: state,
    billing_gstin: gstin,
    billing_name: given.billing_name || null,
    billing_address: given.billing_address || null,
    billing_place: given.billing_place || null,
    billing_pin: given.billing_pin || null,
    billing_sez: given.billing_sez === true || given.billing_sez === 'true',
  }
}

/** An invoice needs its place of supply. */
export function stateMissing() {
  return appError('invalid', STATE, { errors: [{ path: 'billing_state', message: STATE }] })
}

/** The equal order that is open, with what the buyer says of themselves now: what it costs does not depend on it. */
export async function findOpenAgain(db: Db, drawn: NewOrder): Promise<OrderRow | undefined> {
  const open = await findOpenOrder(db, drawn.user_id, drawn.fingerprint)
  if (!open) return undefined
  if (columns.every((column) => open[column] === drawn[column])) return open
  const billing = billingAgain(drawn) ?? NO_BILLING
  await saveBilling(db, open.order_id, billing)
  return { ...open, ...billing }
}
