import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import type { ContentForm } from './lesson-form.ts'

const Whole = chakra('div', { base: { gridColumn: '1/-1' } })

type Path = 'live.starts_at' | 'live.minutes' | 'live.join_link' | 'assignment.instructions' | 'assignment.criteria'

/** The date of a new live lesson, or the task of a new assignment: one save stores it with its lesson. */
export function NewTask({ index }: { index: number }) {
  const { register, watch, getFieldState, formState } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const field = (part: Path, label: string) => ({
    label,
    'aria-label': `Lesson ${index + 1}, ${label.toLowerCase()}`,
    error: getFieldState(`content.${index}.${part}`, formState).error?.message,
    ...register(`content.${index}.${part}`),
  })
  if (lesson?.live)
    return (
      <>
        <Field type="datetime-local" {...field('live.starts_at', 'Begins (Indian time)')} />
        <Field inputMode="numeric" maxLength={3} {...field('live.minutes', 'Minutes')} />
        <Whole>
          <Field
            inputMode="url"
            maxLength={2000}
            placeholder="https://meet.google.com/abc-defg-hij"
            help="Of Meet, Zoom, YouTube or any other service. Leave beginning and link empty to set them later."
            {...field('live.join_link', 'Join link')}
          />
        </Whole>
      </>
    )
  if (lesson?.assignment)
    return (
      <>
        <Whole>
          <Field as="textarea" rows={4} maxLength={5000} {...field('assignment.instructions', 'Instructions')} />
        </Whole>
        <Whole>
          <Field
            as="textarea"
            rows={3}
            help="One criterion per line. Students submit text; edit the assignment later for files, points and a due date."
            {...field('assignment.criteria', 'Criteria')}
          />
        </Whole>
      </>
    )
  return null
}
