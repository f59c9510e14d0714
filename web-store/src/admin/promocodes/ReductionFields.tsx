import { Field } from '../../ui/Field.tsx'
import type { FieldProps } from '../forms/use-action-form.ts'
import type { ReductionForm } from './promocode-form.ts'

type Props = {
  kind: ReductionForm['kind']
  field: (name: keyof ReductionForm) => FieldProps
}

/** What a code takes off: percent, or rupees. */
export function ReductionFields({ kind, field }: Props) {
  const rupees = kind === 'rupees'
  const value = rupees ? 'amount' : 'discount'
  return (
    <>
      <Field as="select" label="Discount type" {...field('kind')}>
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
        {...field(value)}
      />
    </>
  )
}
