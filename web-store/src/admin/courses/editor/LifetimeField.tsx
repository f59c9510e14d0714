import { useController, useFormContext } from 'react-hook-form'
import { Field } from '../../../ui/Field.tsx'
import type { CourseForm } from './course-form.ts'

const WORDS = 'Lifetime access'
const shownWords: Record<string, string> = { true: WORDS, false: '' }
const storedWords: Record<string, string> = { [WORDS]: 'true', '': 'false' }

/** Edits the text about the access period on the sales page. The stored value `true` means the default text, `false` no text. */
export function LifetimeField() {
  const { watch } = useFormContext<CourseForm>()
  const { field, fieldState } = useController<CourseForm, 'lifetime_access'>({ name: 'lifetime_access' })
  return (
    <Field
      label={WORDS}
      optional
      maxLength={300}
      help={
        watch('access_period')
          ? 'Not shown: the sales page says the access period instead.'
          : `Shown below the price, such as “${WORDS}”. Leave empty to show nothing.`
      }
      {...field}
      value={shownWords[field.value] ?? field.value}
      onChange={(event) => field.onChange(storedWords[event.target.value] ?? event.target.value)}
      error={fieldState.error?.message}
    />
  )
}
