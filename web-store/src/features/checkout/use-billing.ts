import { useEffect } from 'react'
import { type BillingDraft, billingDraft } from '../../stores/draft.ts'
import { useFields } from '../../ui/use-fields.ts'
import { billingProblems, billingToSend } from './check-billing.ts'
import type { PurchaseFailure } from './purchase-failures.ts'
import { useDraft } from './use-draft.ts'

/** State and GSTIN for a tax invoice: `asked` only where there are invoices. Keeps what is typed as long as the tab is open. */
export function useBilling(asked: boolean, failure: PurchaseFailure | undefined) {
  const form = useFields<BillingDraft>(billingDraft.empty, billingProblems)
  const { values, fail } = form
  useDraft(billingDraft, form)
  useEffect(() => {
    if (asked && failure?.kind === 'billing') fail([failure])
  }, [asked, failure, fail])

  return {
    form,
    asked,
    /** What to send; the first problem's message when something is wrong, which its field says from then on. */
    check(focus: boolean): { billing: Partial<BillingDraft>; problem?: string } {
      if (!asked) return { billing: {} }
      const problems = billingProblems(values)
      fail(problems, { focus })
      const [first] = problems
      return { billing: billingToSend(values), ...(first ? { problem: first.message } : {}) }
    },
  }
}
