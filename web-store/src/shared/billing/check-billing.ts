import { isBuyerGstin, isGstin, isGstinAbroad, tidyGstin } from 'contract/gst'
import { t } from '../../language/text.ts'
import type { BillingDetails, BillingToSend } from './billing-details.ts'

/** Details of a buyer for a tax invoice: two digits of GST for the state; number, name and address of a business. */
export type BillingProblem = { field: Exclude<keyof BillingDetails, 'billing_name' | 'billing_sez'>; message: string }

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

/** A Special Economic Zone has taxpayers alone. */
export const mayBeInZone = (typed: string): boolean => isGstin(tidyGstin(typed))

/** Returns the details to send: name and place belong to a GSTIN. */
export function billingToSend(details: BillingDetails): BillingToSend {
  const { billing_state } = details
  const { billing_sez, ...texts } = details
  const billing_gstin = tidyGstin(details.billing_gstin)
  if (!billing_gstin) return { billing_state }
  const typed = Object.entries(texts).map(([name, text]) => [name, text.trim()])
  const inZone = billing_sez === 'true' && mayBeInZone(billing_gstin)
  return {
    ...Object.fromEntries(typed.filter(([, text]) => text)),
    billing_gstin,
    ...(inZone ? { billing_sez } : {}),
  }
}

/**
 * Checks a buyer's details for a tax invoice, at most one problem per field. A business needs its address (CGST Rules, 46(d)), with its town
 * and PIN for an e-invoice; its name defaults to the buyer's. The server knows which PINs are of a state.
 */
export function billingProblems(details: Omit<BillingDetails, 'billing_name' | 'billing_sez'>): BillingProblem[] {
  const { billing_state: state } = details
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
  if (!gstin) return problems
  if (!details.billing_address.trim())
    problems.push({ field: 'billing_address', message: t('Please enter the business address') })
  if (!details.billing_place.trim())
    problems.push({ field: 'billing_place', message: t('Please enter the city or town') })
  if (!/^[1-9]\d{5}$/.test(details.billing_pin.replace(/\s/g, '')))
    problems.push({ field: 'billing_pin', message: t('PIN must have 6 digits') })
  return problems
}
