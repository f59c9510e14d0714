import { useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { inPlace, later } from '../../ui/later.tsx'
import type { Fields } from '../../ui/use-fields.ts'
import { StateField } from '../forms/StateField.tsx'
import { type BillingDetails, NO_BILLING } from './billing-details.ts'

/** Only a business needs it. */
const BusinessFields = later(() => import('./BusinessFields.tsx'), { failed: inPlace })

type BillingFieldsProps = {
  form: Fields<BillingDetails>
  /** False in the frame, which knows neither what this browser keeps nor the names of states in its language. */
  known: boolean
  /** While the purchase is on its way. */
  readOnly: boolean
}

/** Collects the buyer's details for a tax invoice. */
export default function BillingFields({ form, known, readOnly }: BillingFieldsProps) {
  const { field, values, change } = form
  const [requested, setRequested] = useState(false)
  const business = known && (requested || values.billing_gstin.trim() !== '')
  return (
    <chakra.fieldset display="grid" gap="5" minW="0">
      <chakra.legend textStyle="h3" mb="3">
        {t('For your tax invoice')}
      </chakra.legend>
      <StateField known={known} {...field('billing_state')} />
      <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
        <input
          type="checkbox"
          checked={business}
          disabled={readOnly}
          onChange={({ target }) => {
            setRequested(target.checked)
            if (!target.checked) change({ ...NO_BILLING, billing_state: values.billing_state })
          }}
        />
        {t('I need a GST invoice for my business')}
      </chakra.label>
      {business && <BusinessFields form={form} readOnly={readOnly} />}
    </chakra.fieldset>
  )
}
