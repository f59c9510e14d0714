import { periodParts } from 'contract/access-period'
import type { OwnCourse } from 'contract/courses/courses'
import { periodOfDays } from 'contract/courses/sold-option'
import { OptionsField } from 'contract/options/options.course-fields'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { number, rupees, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { priceQuestion } from '../kit/question.tsx'
import { useAct } from '../kit/use-act.tsx'

export const way = {
  at: 30,
  title: 'Several prices',
  help: 'Sell the same course for different lengths of access, such as six months, one year and lifetime. Students upgrade later and pay only the difference.',
  summary: ({ options }: OwnCourse) =>
    options ? options.map(({ name, price }) => `${name} ${rupeesText(price)}`).join(', ') : null,
  suits: ({ kind, free }: OwnCourse) => kind === 'course' && !free,
}

const EXAMPLES = ['Six months', 'One year', 'Lifetime', '']

/** Four fields of each row, an option each: `name0`, `price0`, `access_days0`, `note0`. */
const fields = Object.fromEntries(
  EXAMPLES.flatMap((placeholder, row) => [
    [`name${row}`, text(`Option ${row + 1}`, { maxLength: 60, optional: row > 1, placeholder })],
    [`price${row}`, rupees('Price (₹)', { optional: row > 1, type: 'text' })],
    [
      `access_days${row}`,
      number('Days of access', { optional: true, type: 'text', help: row === 0 ? 'Empty never ends.' : undefined }),
    ],
    [`note${row}`, text('Note', { optional: true, maxLength: 200 })],
  ]),
)

const KEYS = ['name', 'price', 'access_days', 'note'] as const
type Row = { [Key in (typeof KEYS)[number]]?: unknown }

/** The days of a period; a month of a course's own period counts as 30. */
function daysOf(period: string | null): number | null {
  if (period === null) return null
  const { count, unit } = periodParts(period)
  return unit === 'D' ? count : count * 30
}

/** The values of the form: the first row is the course's own price and access. */
function begunOf({ options, price, access_period }: OwnCourse): Record<string, unknown> {
  const [first, ...others] = options ?? []
  const rows: Row[] = [{ ...first, price: price || null, access_days: daysOf(access_period) }, ...others]
  return Object.fromEntries(rows.flatMap((one, row) => KEYS.map((key) => [`${key}${row}`, one[key] ?? null])))
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)

/** The sent form: the options, with the course's own price and access from the first. An option keeps its id through a new name. */
const schemaOf = (stored: readonly string[]) =>
  z.record(z.string(), z.unknown()).transform((body, context) => {
    const ids = [...stored]
    const rows = EXAMPLES.flatMap((_, row) => {
      const one: Row = Object.fromEntries(KEYS.map((key) => [key, body[`${key}${row}`]]))
      const name = String(one.name ?? '').trim()
      if (row > 1 && name === '' && one.price == null && one.access_days == null) return []
      const wanted = slug(name) || `option-${row + 1}`
      const option_id = stored[row] ?? (ids.includes(wanted) ? `${wanted}-${row + 1}` : wanted)
      ids.push(option_id)
      return { row, option: { ...one, name, option_id } }
    })
    const judged = OptionsField.safeParse(rows.map(({ option }) => option))
    if (judged.success) {
      const [first] = judged.data
      return { options: judged.data, price: first?.price, access_period: periodOfDays(first?.access_days) }
    }
    for (const { path, message } of judged.error.issues) {
      const key = KEYS.find((one) => one === path[1]) ?? 'name'
      context.addIssue({ code: 'custom', message, path: [`${key}${rows[Number(path[0])]?.row ?? 0}`] })
    }
    return z.NEVER
  })

/** A row that was emptied is no price. */
const asPrice = (typed: unknown) => (String(typed ?? '').trim() === '' ? Number.NaN : Number(typed))

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
    asks: (typed) => {
      const [first, ...others] = course.options ?? []
      const prices = [course.price, ...others.map(({ price }) => price)]
      return prices
        .map((was, row) => (row === 0 || first ? priceQuestion(was, asPrice(typed[`price${row}`])) : undefined))
        .find((question) => question)
    },
    undo: () => ({
      ...of,
      body: { options: course.options ?? null, price: course.price, access_period: course.access_period },
    }),
  })
  const off = useAct(adminApi.courses.update, {
    done: 'The course has one price again. Who bought an option keeps it.',
    failed: 'Prices not removed',
    undo: {
      call: adminApi.courses.update,
      of: () => ({ ...of, body: { options: course.options } }),
      done: 'The prices are back',
      failed: 'The prices were not restored',
    },
  })
  const isShown = (row: number) => row < 2 || String(form.values[`name${row - 1}`] ?? '').trim() !== ''
  const layout = EXAMPLES.flatMap((_, row) =>
    isShown(row) ? [[`name${row}`, `price${row}`, `access_days${row}`], `note${row}`] : [],
  )
  return (
    <Form form={form} layout={layout}>
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
