import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import type { FieldProps } from '../forms/use-action-form.ts'

type Props = { field: (name: 'max_uses' | 'max_uses_per_buyer' | 'max_seats') => FieldProps }

/** How often a code may be used; empty is without a limit. */
export function UsesFields({ field }: Props) {
  return (
    <>
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
