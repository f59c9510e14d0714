import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import type { Fields } from '../../ui/use-fields.ts'
import type { BillingDetails } from './billing-details.ts'
import { mayBeInZone, withGstin } from './check-billing.ts'

type BusinessFieldsProps = { form: Fields<BillingDetails>; readOnly: boolean }

/** Collects the GSTIN of a business with name, address, town and PIN, as they are on its invoice. */
export default function BusinessFields({ form: { field, values, change }, readOnly }: BusinessFieldsProps) {
  return (
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
      {mayBeInZone(values.billing_gstin) && (
        <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
          <input
            type="checkbox"
            checked={values.billing_sez === 'true'}
            disabled={readOnly}
            onChange={({ target }) => change({ billing_sez: target.checked ? 'true' : '' })}
          />
          {t('We are a unit or developer in a Special Economic Zone (SEZ)')}
        </chakra.label>
      )}
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
      <chakra.div display="grid" gap="5" gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 1fr) 10rem' }}>
        <Field
          label={t('City or town')}
          required
          readOnly={readOnly}
          maxLength={50}
          autoComplete="address-level2"
          {...field('billing_place')}
        />
        <Field
          label={t('PIN code')}
          required
          readOnly={readOnly}
          maxLength={7}
          inputMode="numeric"
          autoComplete="postal-code"
          {...field('billing_pin')}
        />
      </chakra.div>
    </>
  )
}
