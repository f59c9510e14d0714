import { useEffect } from 'react'
import { t } from '../../language/text.ts'
import { type BillingDetails, type BillingToSend, NO_BILLING } from '../../shared/billing/billing-details.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { useFields } from '../../ui/use-fields.ts'
import type { PurchaseFailure } from './purchase-failures.ts'

/** The rules, once they were fetched. Outside the component: a check of another identity would restore the draft over what is typed. */
let rules: typeof import('../../shared/billing/check-billing.ts') | undefined

const problemsOf = (details: BillingDetails) =>
  rules?.billingProblems(details) ??
  (details.billing_state ? [] : [{ field: 'billing_state' as const, message: t('Please choose your state') }])

/**
 * State and GSTIN for a tax invoice: `asked` only if the shop issues invoices, and only then are the rules fetched; until they arrived the
 * server alone judges. The tab stores the draft.
 */
export function useBilling(requested: boolean, failure: PurchaseFailure | undefined) {
  const form = useFields<BillingDetails>(NO_BILLING, problemsOf)
  const { values, fail } = form
  useDraft('billing', NO_BILLING, form)
  useEffect(() => {
    if (!requested) return
    void import('../../shared/billing/check-billing.ts').then(
      (fetched) => {
        rules = fetched
      },
      () => undefined,
    )
  }, [requested])
  useEffect(() => {
    if (requested && failure?.kind === 'billing') fail([failure])
  }, [requested, failure, fail])

  return {
    form,
    asked: requested,
    /** Returns the details to send, or the first problem's message, which its field shows from then on. */
    check(focus: boolean): { billing: BillingToSend; problem?: string } {
      if (!requested) return { billing: {} }
      const problems = problemsOf(values)
      fail(problems, { focus })
      const [first] = problems
      return { billing: rules?.billingToSend(values) ?? filledOf(values), ...(first ? { problem: first.message } : {}) }
    },
  }
}

const filledOf = (details: BillingDetails): BillingToSend =>
  Object.fromEntries(Object.entries(details).filter(([, text]) => text))
