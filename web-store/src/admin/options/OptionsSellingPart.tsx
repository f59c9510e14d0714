import { periodParts } from 'contract/access-period'
import type { OwnCourse } from 'contract/courses/courses'
import { Button } from '../../ui/Button.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'
import { fields, ROWS, schemaOf } from './option-fields.ts'

export const way = {
  at: 30,
  title: 'Several prices',
  help: 'Sell the same course for different lengths of access, such as six months, one year and lifetime. Students upgrade later and pay only the difference.',
  summary: ({ options }: OwnCourse) =>
    options ? options.map(({ name, price }) => `${name} ${rupeesText(price)}`).join(', ') : null,
  suits: ({ kind, free }: OwnCourse) => kind === 'course' && !free,
}

/** The days of a period; a month of a course's own period counts as 30. */
function daysOf(period: string | null): number | null {
  if (period === null) return null
  const { count, unit } = periodParts(period)
  return unit === 'D' ? count : count * 30
}

/** The values of the form: the first row is the course's own price and access. */
function begunOf({ options, price, access_period }: OwnCourse): Record<string, unknown> {
  const first = {
    name: options?.[0]?.name ?? '',
    price: price || null,
    days: daysOf(access_period),
    note: options?.[0]?.note,
  }
  const rows = [
    first,
    ...(options ?? []).slice(1).map(({ access_days, ...option }) => ({ ...option, days: access_days })),
  ]
  return Object.fromEntries(
    rows.flatMap(({ name, price, days, note }, row) => [
      [`name${row}`, name],
      [`price${row}`, price],
      [`days${row}`, days ?? null],
      [`note${row}`, note ?? null],
    ]),
  )
}

/** Edits the options of a course; a row more is shown once the one before it has a name. */
export default function OptionsSellingPart({ course }: { course: OwnCourse }) {
  const of = { params: { id: course.course_id } }
  const form = useForm(adminApi.courses.update, fields, {
    draft: `options:${course.course_id}`,
    begun: begunOf(course),
    schema: schemaOf((course.options ?? []).map(({ option_id }) => option_id)),
    of,
    done: 'Prices saved. Open orders keep theirs.',
    failed: 'Prices not saved',
    fallback: 'The prices were not saved. Please try again.',
    codes: { conflict: 'price0' },
  })
  const off = useAct(adminApi.courses.update, {
    done: 'The course has one price again. Who bought an option keeps it.',
    failed: 'Prices not removed',
  })
  const shown = ROWS.filter((row) => row < 2 || String(form.values[`name${row - 1}`] ?? '').trim() !== '')
  return (
    <Form form={form} layout={shown.flatMap((row) => [[`name${row}`, `price${row}`, `days${row}`], `note${row}`])}>
      <Tools>
        <SaveButton of={form} always>
          {course.options ? 'Save prices' : 'Turn on'}
        </SaveButton>
        {course.options && (
          <Button
            type="button"
            variant="outline"
            busy={off.busy}
            busyText="Saving..."
            onClick={() => off.run({ ...of, body: { options: null } })}
          >
            Turn off
          </Button>
        )}
      </Tools>
    </Form>
  )
}
