import { isGstin } from 'server/contract/states'
import type { BillingDraft } from '../../stores/draft.ts'

export type BillingProblem = { field: keyof BillingDraft; message: string }

/** As the server keeps them: a GSTIN has capitals and no spaces, however it was pasted. */
export const tidyBilling = ({ billing_state, billing_gstin }: BillingDraft): BillingDraft => ({
  billing_state,
  billing_gstin: billing_gstin.replace(/\s/g, '').toUpperCase(),
})

/** The state that a GSTIN is registered in; undefined while it is none. */
export function stateOfGstin(typed: string): string | undefined {
  const { billing_gstin } = tidyBilling({ billing_state: '', billing_gstin: typed })
  return isGstin(billing_gstin) ? billing_gstin.slice(0, 2) : undefined
}

/** What is wrong with what a buyer says for a tax invoice, at most once per field. */
export function billingProblems(details: BillingDraft): BillingProblem[] {
  const { billing_state: state, billing_gstin: gstin } = tidyBilling(details)
  const problems: BillingProblem[] = []
  if (!state) problems.push({ field: 'billing_state', message: 'Please choose your state' })
  if (gstin && !isGstin(gstin)) problems.push({ field: 'billing_gstin', message: 'GSTIN is not valid' })
  else if (state && gstin && !gstin.startsWith(state)) {
    problems.push({ field: 'billing_gstin', message: 'GSTIN is of another state' })
  }
  return problems
}
