import { statesByName } from 'contract/gst'
import type { UseFormReturn } from 'react-hook-form'
import { said, t } from '../../language/text.ts'
import type { BillingDraft } from '../../stores/draft.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'

type BillingFieldsProps = {
  form: UseFormReturn<BillingDraft>
  /** False in the frame, which knows neither what this browser keeps nor the names of states in its language. */
  known: boolean
  /** While the purchase is on its way. */
  readOnly: boolean
}

/** What a tax invoice needs of the buyer. */
export function BillingFields({ form, known, readOnly }: BillingFieldsProps) {
  const { register, formState, watch } = form
  const { errors } = formState
  return (
    <chakra.fieldset display="grid" gap="5" minW="0">
      <chakra.legend textStyle="h3" mb="3">
        {t('For your tax invoice')}
      </chakra.legend>
      <Field
        // Anew with its states: what was chosen before is put into it as it comes.
        key={`${known}`}
        as="select"
        label={t('State')}
        required
        autoComplete="address-level1"
        error={errors.billing_state?.message}
        {...register('billing_state')}
      >
        <option value="">{t('Choose your state')}</option>
        {known &&
          statesByName.map(([code, name]) => (
            <option key={code} value={code}>
              {said(name)}
            </option>
          ))}
      </Field>
      <Field
        label="GSTIN"
        optional
        readOnly={readOnly}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        help={t('Only for businesses. We print it on the invoice.')}
        error={errors.billing_gstin?.message}
        {...register('billing_gstin')}
      />
      {watch('billing_gstin').trim() !== '' && known && (
        <>
          <Field
            label={t('Business name')}
            optional
            readOnly={readOnly}
            maxLength={200}
            autoComplete="organization"
            help={t('As it is registered. Your own name stands on the invoice when this is empty.')}
            {...register('billing_name')}
          />
          <Field
            as="textarea"
            label={t('Business address')}
            required
            rows={2}
            readOnly={readOnly}
            maxLength={300}
            autoComplete="street-address"
            help={t('Tax law wants it on the invoice of a business.')}
            error={errors.billing_address?.message}
            {...register('billing_address')}
          />
        </>
      )}
    </chakra.fieldset>
  )
}
