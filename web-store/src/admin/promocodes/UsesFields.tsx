import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'

type Props = {
  all: UseFormRegisterReturn
  perBuyer: UseFormRegisterReturn
  seats: UseFormRegisterReturn
  errors: FieldErrors<Record<'max_uses' | 'max_uses_per_buyer' | 'max_seats', string>>
}

/** How often a code may be used; empty is without a limit. */
export function UsesFields({ all, perBuyer, seats, errors }: Props) {
  return (
    <>
      <Field label="Total uses" optional type="number" min={1} error={errors.max_uses?.message} {...all} />
      <Field
        label="Uses per buyer"
        optional
        type="number"
        min={1}
        help="name+1@gmail.com counts as the same buyer."
        error={errors.max_uses_per_buyer?.message}
        {...perBuyer}
      />
      <chakra.div gridColumn="1/-1">
        <Field
          label="Copies per use (default 1)"
          optional
          type="number"
          min={1}
          max={50}
          help="Of each course, for a code with limited uses or of 100 %. Extra copies are at full price."
          error={errors.max_seats?.message}
          {...seats}
        />
      </chakra.div>
    </>
  )
}
