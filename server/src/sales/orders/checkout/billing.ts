import { Billing, billingNames } from 'contract/billing'
import { STATE } from 'contract/documents'
import type { Db } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { findOpenOrder, type NewOrder, type OrderRow, saveBilling } from '../orders.queries.ts'

/** The buyer's details for an invoice; a business has name and address only with its GSTIN. */
export type InvoiceBilling = Billing & { billing_state: string }

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
export function billingAgain(order: Billing): InvoiceBilling | undefined {
  const { billing_state, ...billing } = Billing.parse(order)
  return billing_state === null ? undefined : { billing_state, ...billing }
}

export type BillingInput = { [Name in Exclude<keyof Billing, 'billing_sez'>]?: string | undefined } & {
  billing_sez?: boolean | 'true' | 'false' | undefined
}

/** Returns the billing details to store; a GSTIN determines the state. */
export function billingOf({ billing_gstin: gstin, ...given }: BillingInput): InvoiceBilling | undefined {
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
  if (billingNames.every((name) => open[name] === drawn[name])) return open
  const billing = billingAgain(drawn) ?? NO_BILLING
  await saveBilling(db, open.order_id, billing)
  return { ...open, ...billing }
}
