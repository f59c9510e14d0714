import { isBuyerGstin, isGstinAbroad, tidyGstin } from 'contract/gst'
import { t } from '../../language/text.ts'

/** Details of a buyer for a tax invoice: two digits of GST for the state; number, name and address of a business. */
export type BillingDetails = {
  billing_state: string
  billing_gstin: string
  billing_name: string
  billing_address: string
}

export const NO_BILLING: BillingDetails = {
  billing_state: '',
  billing_gstin: '',
  billing_name: '',
  billing_address: '',
}

export type BillingProblem = { field: 'billing_state' | 'billing_gstin' | 'billing_address'; message: string }

/** The state that a GSTIN is registered in; undefined while it is none. */
export function stateOfGstin(typed: string): string | undefined {
  const gstin = tidyGstin(typed)
  return isBuyerGstin(gstin) ? gstin.slice(0, 2) : undefined
}

/** Chooses the state of a typed GSTIN unless one is chosen. */
export function withGstin(
  { billing_state }: Pick<BillingDetails, 'billing_state'>,
  typed: string,
): Partial<BillingDetails> {
  const state = billing_state ? undefined : stateOfGstin(typed)
  return { billing_gstin: typed, ...(state ? { billing_state: state } : {}) }
}

/** Returns the details to send: name and address belong to a GSTIN. */
export function billingToSend(details: BillingDetails): Partial<BillingDetails> {
  const { billing_state, billing_name, billing_address } = details
  const billing_gstin = tidyGstin(details.billing_gstin)
  if (!billing_gstin) return { billing_state }
  return {
    billing_state,
    billing_gstin,
    ...(billing_name.trim() ? { billing_name: billing_name.trim() } : {}),
    ...(billing_address.trim() ? { billing_address: billing_address.trim() } : {}),
  }
}

/**
 * Checks a buyer's details for a tax invoice, at most one problem per field. A business needs its address (CGST Rules, 46(d)); its name
 * defaults to the buyer's.
 */
export function billingProblems(
  details: Pick<BillingDetails, 'billing_state' | 'billing_gstin' | 'billing_address'>,
): BillingProblem[] {
  const { billing_state: state, billing_address: address } = details
  const gstin = tidyGstin(details.billing_gstin)
  const problems: BillingProblem[] = []
  if (!state) problems.push({ field: 'billing_state', message: t('Please choose your state') })
  if (isGstinAbroad(gstin)) {
    const message = t('This GSTIN is of a business abroad. Please use one of an Indian state')
    problems.push({ field: 'billing_gstin', message })
  } else if (gstin && !isBuyerGstin(gstin)) problems.push({ field: 'billing_gstin', message: t('GSTIN is not valid') })
  else if (state && gstin && !gstin.startsWith(state)) {
    problems.push({ field: 'billing_gstin', message: t('GSTIN is of another state') })
  }
  if (gstin && !address.trim())
    problems.push({ field: 'billing_address', message: t('Please enter the business address') })
  return problems
}
