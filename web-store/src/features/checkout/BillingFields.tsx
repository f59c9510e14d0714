import { statesByName } from 'contract/gst'
import { useEffect, useState } from 'react'
import { filled, t } from '../../language/text.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { type Fields, useFields } from '../../ui/use-fields.ts'
import { type BillingDetails, billingProblems, billingToSend, NO_BILLING, withGstin } from './check-billing.ts'
import type { PurchaseFailure } from './purchase-failures.ts'

type BillingFieldsProps = {
  form: Fields<BillingDetails>
  /** False in the frame, which knows neither what this browser keeps nor the names of states in its language. */
  known: boolean
  /** While the purchase is on its way. */
  readOnly: boolean
}

/** Collects the buyer's details for a tax invoice. */
export function BillingFields({ form, known, readOnly }: BillingFieldsProps) {
  const { field, values, change } = form
  const [requested, setRequested] = useState(false)
  const business = known && (requested || values.billing_gstin.trim() !== '')
  return (
    <chakra.fieldset display="grid" gap="5" minW="0">
      <chakra.legend textStyle="h3" mb="3">
        {t('For your tax invoice')}
      </chakra.legend>
      <Field as="select" label={t('State')} required autoComplete="address-level1" {...field('billing_state')}>
        <option value="">{t('Choose your state')}</option>
        {known &&
          statesByName.map(([code, name]) => (
            <option key={code} value={code}>
              {filled(name)}
            </option>
          ))}
      </Field>
      <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
        <input
          type="checkbox"
          checked={business}
          disabled={readOnly}
          onChange={({ target }) => {
            setRequested(target.checked)
            if (!target.checked) change({ billing_gstin: '', billing_name: '', billing_address: '' })
          }}
        />
        {t('I need a GST invoice for my business')}
      </chakra.label>
      {business && (
        <>
          <Field
            label="GSTIN"
            readOnly={readOnly}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            help={t('We print it on the invoice.')}
            {...field('billing_gstin')}
            onChange={({ target }) => change(withGstin(values, target.value))}
          />
          <Field
            label={t('Business name')}
            optional
            readOnly={readOnly}
            maxLength={200}
            autoComplete="organization"
            help={t('As registered. Leave it empty to have your own name on the invoice.')}
            {...field('billing_name')}
          />
          <Field
            as="textarea"
            label={t('Business address')}
            required
            rows={2}
            readOnly={readOnly}
            maxLength={300}
            autoComplete="street-address"
            help={t('Tax law requires it on business invoices.')}
            {...field('billing_address')}
          />
        </>
      )}
    </chakra.fieldset>
  )
}

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
