import { periodOfDays } from 'contract/courses/sold-option'
import { OptionsField } from 'contract/options/options.course-fields'
import { z } from 'zod'
import { number, rupees, text } from '../kit/fields.tsx'

/** Rows of the form, an option each. */
export const ROWS = [0, 1, 2, 3] as const

const isFirst = (row: number) => row === 0

/** Fields of the form, four of each row: `name0`, `price0`, `days0`, `note0`. */
export const fields = Object.fromEntries(
  ROWS.flatMap((row) => [
    [
      `name${row}`,
      text(`Option ${row + 1}`, {
        maxLength: 60,
        optional: row > 1,
        placeholder: ['Six months', 'One year', 'Lifetime', ''][row],
      }),
    ],
    [`price${row}`, rupees('Price (₹)', { optional: row > 1, type: 'text' })],
    [
      `days${row}`,
      number('Days of access', { optional: true, type: 'text', help: isFirst(row) ? 'Empty never ends.' : undefined }),
    ],
    [`note${row}`, text('Note', { optional: true, maxLength: 200 })],
  ]),
)

type Row = { name?: string | null; price?: number | null; days?: number | null; note?: string | null }
type Body = Record<string, unknown>

const rowOf = (body: Body, row: number): Row => ({
  name: body[`name${row}`] as string,
  price: body[`price${row}`] as number,
  days: body[`days${row}`] as number,
  note: body[`note${row}`] as string,
})

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)

/** An id of an option that keeps its own through a new name, and never takes that of another. */
function idOf(name: string, row: number, ids: readonly string[]): string {
  const own = ids[row]
  if (own) return own
  const base = slug(name) || `option-${row + 1}`
  return ids.includes(base) ? `${base}-${row + 1}` : base
}

/** Builds the schema of the form: what is sent, with the course's own price and access from the first option. `ids` are those of the stored rows. */
export const schemaOf = (ids: readonly string[]) =>
  z.record(z.string(), z.unknown()).transform((body, context) => {
    const rows = ROWS.flatMap((row) => {
      const { name, price, days, note } = rowOf(body, row)
      const isEmpty = row > 1 && !name?.trim() && price == null && days == null
      return isEmpty ? [] : [{ row, name: name?.trim() ?? '', price, access_days: days, note }]
    })
    const made: string[] = []
    const wanted = rows.map(({ row, ...option }) => {
      const option_id = idOf(option.name, row, [...ids, ...made])
      made.push(option_id)
      return { ...option, option_id }
    })
    const judged = OptionsField.safeParse(wanted)
    if (judged.success) {
      const [first] = judged.data
      return { options: judged.data, price: first?.price, access_period: periodOfDays(first?.access_days) }
    }
    for (const { path, message } of judged.error.issues) {
      const [at, field] = path
      const row = rows[Number(at)]?.row
      const name = { name: 'name', price: 'price', access_days: 'days', note: 'note' }[String(field)] ?? 'name'
      context.addIssue({ code: 'custom', message, path: [`${name}${row ?? 0}`] })
    }
    return z.NEVER
  })
