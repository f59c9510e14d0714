import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'

type Props = {
  all: UseFormRegisterReturn
  perBuyer: UseFormRegisterReturn
  errors: FieldErrors<Record<'max_uses' | 'max_uses_per_buyer', string>>
}

/** How often a code may be used; empty is without a limit. */
export function UsesFields({ all, perBuyer, errors }: Props) {
  return (
    <>
      <Field
        label="Total uses"
        optional
        type="number"
        min={1}
        help="One use is one seat of each course. Extra seats in the same order are at full price."
        error={errors.max_uses?.message}
        {...all}
      />
      <Field
        label="Uses per buyer"
        optional
        type="number"
        min={1}
        help="Addresses of one mailbox count as one buyer."
        error={errors.max_uses_per_buyer?.message}
        {...perBuyer}
      />
    </>
  )
}
