import { statesByName } from 'contract/gst-states'
import { useState } from 'react'
import { filled, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import type { Fields } from '../../ui/use-fields.ts'
import { type BillingDetails, withGstin } from './check-billing.ts'

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
