import { useEffect } from 'react'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { useFields } from '../../ui/use-fields.ts'
import { type BillingDetails, billingProblems, billingToSend, NO_BILLING } from './check-billing.ts'
import type { PurchaseFailure } from './purchase-failures.ts'

/** State and GSTIN for a tax invoice: `asked` only if the shop issues invoices. The tab stores the draft. */
export function useBilling(requested: boolean, failure: PurchaseFailure | undefined) {
  const form = useFields<BillingDetails>(NO_BILLING, billingProblems)
  const { values, fail } = form
  useDraft('billing', NO_BILLING, form)
  useEffect(() => {
    if (requested && failure?.kind === 'billing') fail([failure])
  }, [requested, failure, fail])

  return {
    form,
    asked: requested,
    /** Returns the details to send, or the first problem's message, which its field shows from then on. */
    check(focus: boolean): { billing: Partial<BillingDetails>; problem?: string } {
      if (!requested) return { billing: {} }
      const problems = billingProblems(values)
      fail(problems, { focus })
      const [first] = problems
      return { billing: billingToSend(values), ...(first ? { problem: first.message } : {}) }
    },
  }
}
