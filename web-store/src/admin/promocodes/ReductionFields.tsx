import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import type { ReductionForm } from './promocode-form.ts'

type Props = {
  kind: ReductionForm['kind']
  register: (name: keyof ReductionForm) => UseFormRegisterReturn
  errors: FieldErrors<ReductionForm>
}

/** What a code takes off: percent, or rupees. */
export function ReductionFields({ kind, register, errors }: Props) {
  const rupees = kind === 'rupees'
  const value = rupees ? 'amount' : 'discount'
  return (
    <>
      <Field as="select" label="Discount type" {...register('kind')}>
        <option value="percent">Percent</option>
        <option value="rupees">Rupees</option>
      </Field>
      <Field
        key={value}
        label={rupees ? 'Amount (₹)' : 'Discount (%)'}
        required
        type="number"
        inputMode={rupees ? 'decimal' : 'numeric'}
        min={1}
        {...(rupees ? {} : { max: 100 })}
        step={rupees ? '0.01' : 1}
        error={errors[value]?.message}
        {...register(value)}
      />
    </>
  )
}
