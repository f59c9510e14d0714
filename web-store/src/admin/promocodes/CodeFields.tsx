import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldProps } from '../forms/use-action-form.ts'
import { state } from '../kit/fields.tsx'
import type { ReductionForm } from './promocode-form.ts'

/** The values of both forms of a code, as they are typed. */
export const codeFields = {
  kind: state<ReductionForm['kind']>('percent'),
  discount: state(''),
  amount: state(''),
  expiry_date: state(''),
  start_date: state(''),
  max_discount: state(''),
  minimum_order: state(''),
  max_uses: state(''),
  max_uses_per_buyer: state(''),
  max_seats: state(''),
}

type CodeFieldsProps = {
  kind: ReductionForm['kind']
  field: (name: keyof typeof codeFields) => FieldProps
}

/** Asks for percent with a cap or rupees, and until when. */
export function ReductionFields({ kind, field }: CodeFieldsProps) {
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
      {!rupees && (
        <Field
          label="At most (₹)"
          optional
          type="number"
          inputMode="decimal"
          min={1}
          step="0.01"
          {...field('max_discount')}
        />
      )}
      <Field label="Expiry date" required type="date" {...field('expiry_date')} />
    </>
  )
}

type LimitFieldsProps = Pick<CodeFieldsProps, 'field'> & { listed?: ReactNode; buyers?: ReactNode }

/** Asks for the limits, all optional; `listed` and `buyers` are further fields beside the start and the minimum. */
export function LimitFields({ field, listed, buyers }: LimitFieldsProps) {
  return (
    <>
      <Field label="Starts" optional type="date" {...field('start_date')} />
      {listed}
      <Field
        label="Minimum (₹)"
        optional
        type="number"
        inputMode="decimal"
        min={1}
        step="0.01"
        {...field('minimum_order')}
      />
      {buyers}
      <Field label="Total uses" optional type="number" min={1} {...field('max_uses')} />
      <Field
        label="Uses per buyer"
        optional
        type="number"
        min={1}
        help="name+1@gmail.com counts as the same buyer."
        {...field('max_uses_per_buyer')}
      />
      <chakra.div gridColumn="1/-1">
        <Field
          label="Copies per use (default 1)"
          optional
          type="number"
          min={1}
          max={50}
          help="Of each course, for a code with limited uses or of 100 %. Extra copies are at full price."
          {...field('max_seats')}
        />
      </chakra.div>
    </>
  )
}
