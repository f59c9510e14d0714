import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { currencyIn, readCount, readMoney, returnedBy } from './cells.ts'
import { itemsIn, type Reading } from './columns.ts'
import { type AnyRow, type Person, reader, readPerson, skippedOf } from './read-row.ts'

export type OrderRow = AnyRow &
  Person & {
    ordered_on: string | null
    /** In hundredths of the currency. */
    amount: number | null
    currency: string
    refunded: number | null
    coupon: string | null
    order_ref: string | null
    payment_ref: string | null
    quantity: number
    status: 'paid' | 'refunded' | 'partially_refunded'
    /** Courses with their own sums in hundredths; empty where the row has one sum for all. */
    items: { course: string; amount: number }[]
  }

export function readOrder(row: SheetRow, reading: Reading): OrderRow {
  const read = reader(row, reading)
  const { notes, first, text, date, of, note } = read
  const money = (field: string) =>
    first(field, (cell, { currency }) => {
      const { value, note } = readMoney(cell)
      return {
        ...(note ? { note } : {}),
        ...(value ? { value: { ...value, currency: value.currency ?? currency } } : {}),
      }
    })
  const [amount, refunded] = [money('amount'), money('refunded')]
  const [unit] = of('currency')
  const beside = unit && currencyIn(unit.cell.toUpperCase())
  if (unit && !beside) note(unit, `“${unit.cell.slice(0, 40)}” is no currency: the amount is left out`)
  const isKnown = !unit || beside !== undefined
  const currency = beside ?? amount?.currency ?? 'INR'
  const items = itemsIn(read.cells)
  const courses = items.map(({ name }) => name)
  const sums = items.map(({ name, total }) => ({ course: name, amount: readMoney(total ?? '').value?.amount ?? null }))
  const back = Math.abs(refunded?.amount ?? 0)
  const whole =
    of('returned').some(({ cell }) => /^(?:1|yes|true)$/i.test(cell)) ||
    of('status').some(({ cell }) => returnedBy(cell) === 'whole') ||
    (back > 0 && back >= (amount?.amount ?? 0))
  const part = back > 0 || of('status').some(({ cell }) => returnedBy(cell) === 'part')
  return {
    row: row.row,
    ...readPerson(read),
    courses,
    ordered_on: date('ordered_on')?.at ?? null,
    amount: isKnown ? (amount?.amount ?? null) : null,
    currency,
    refunded: refunded ? back : whole ? (amount?.amount ?? null) : null,
    coupon: text('coupon', 100),
    order_ref: text('order_ref', 100),
    payment_ref: text('payment_ref', 100),
    quantity: Math.max(1, first('quantity', readCount) ?? 1),
    status: whole ? 'refunded' : part ? 'partially_refunded' : 'paid',
    items: isKnown ? sums.flatMap(({ course, amount: sum }) => (sum === null ? [] : [{ course, amount: sum }])) : [],
    skipped: skippedOf(row, reading, read),
    problem: courses.length > 0 ? null : 'There is no name of a course',
    notes,
  }
}
