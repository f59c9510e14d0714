import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type BillingDraft, billingDraft } from '../../stores/draft.ts'
import { billingProblems, billingToSend, stateOfGstin } from './check-billing.ts'
import type { PurchaseFailure } from './purchase-failures.ts'

/** State and GSTIN for a tax invoice: `asked` only where there are invoices. Keeps what is typed as long as the tab is open. */
export function useBilling(asked: boolean, failure: PurchaseFailure | undefined) {
  const form = useForm<BillingDraft>({ defaultValues: billingDraft.read(), shouldFocusError: false })
  const { watch, getValues, setValue, setError, setFocus, clearErrors } = form
  useEffect(() => {
    const typing = watch((values, { name }) => {
      billingDraft.keep(values)
      const state = name === 'billing_gstin' ? stateOfGstin(values.billing_gstin ?? '') : undefined
      if (state && !values.billing_state) setValue('billing_state', state)
      // Either may be what was wrong with the other.
      if (name) clearErrors()
    })
    return () => typing.unsubscribe()
  }, [watch, setValue, clearErrors])
  useEffect(() => {
    if (!asked || failure?.kind !== 'billing') return
    setError(failure.field, { message: failure.message })
    setFocus(failure.field)
  }, [asked, failure, setError, setFocus])

  return {
    form,
    asked,
    /** What to send; the first problem's message when something is wrong, which its field says from then on. */
    check(focus: boolean): { billing: Partial<BillingDraft>; problem?: string } {
      if (!asked) return { billing: {} }
      const problems = billingProblems(getValues())
      for (const { field, message } of problems) setError(field, { message })
      const [first] = problems
      if (first && focus) setFocus(first.field)
      return {
        billing: billingToSend(getValues()),
        ...(first ? { problem: first.message } : {}),
      }
    },
  }
}
