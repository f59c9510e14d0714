import { periodParts } from 'contract/access-period'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../../ui/Field.tsx'
import { Stack } from '../../../ui/layout.tsx'
import type { CourseForm } from './course-form.ts'

type Unit = 'M' | 'D'

/** Splits a stored period into its fields; an invalid one gives none. */
function partsOf(period: string): { count: string; unit: Unit } {
  try {
    const { count, unit } = periodParts(period)
    return { count: String(count), unit }
  } catch {
    return { count: period.replace(/^P|[MD]$/g, ''), unit: 'M' }
  }
}

/** Edits the access period: a number and its unit, or none for lifetime access. */
export function AccessPeriodField() {
  const { field, fieldState } = useController<CourseForm, 'access_period'>({ name: 'access_period' })
  const { count, unit: typed } = partsOf(field.value)
  // An empty number has no unit to keep.
  const [chosen, setChosen] = useState<Unit>(typed)
  const unit = count === '' ? chosen : typed
  const write = (number: string, of: Unit) => field.onChange(number === '' ? '' : `P${number}${of}`)
  return (
    <Stack gridTemplateColumns="minmax(0,1fr) minmax(0,1fr)" alignItems="start">
      <Field
        label="Access period"
        optional
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        value={count}
        ref={field.ref}
        name="access_period"
        onWheel={(event) => event.currentTarget.blur()}
        onBlur={field.onBlur}
        onChange={(event) => write(event.target.value.trim(), unit)}
        help="Leave empty for access that never expires. A change applies to new sales."
        error={fieldState.error?.message}
      />
      <Field
        as="select"
        label="Unit"
        value={unit}
        onChange={(event) => {
          const next = event.target.value === 'D' ? 'D' : 'M'
          setChosen(next)
          write(count, next)
        }}
      >
        <option value="M">Months</option>
        <option value="D">Days</option>
      </Field>
    </Stack>
  )
}
