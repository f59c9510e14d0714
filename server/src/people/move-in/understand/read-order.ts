import type { SheetRow } from '../../../courses/media/foreign-table.ts'
import { type AnyRow, type Person, reader, readPerson, skippedOf } from './read-row.ts'
import { type Filled, type Reading, rowCourses } from './reading.ts'
import { readMoney } from './values.ts'

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
  }

export function readOrder(row: SheetRow, reading: Reading): OrderRow {
  const read = reader(row, reading)
  const { notes, first, text, date, of } = read
  const money = (field: string) =>
    first(field, (cell, { currency }) => {
      const { value, note } = readMoney(cell)
      return {
        ...(note ? { note } : {}),
        ...(value ? { value: { ...value, currency: value.currency ?? currency } } : {}),
      }
    })
  const [amount, refunded] = [money('amount'), money('refunded')]
  const said = text('currency', 3)?.toUpperCase() ?? amount?.currency ?? 'INR'
  const courses = rowCourses(read.cells)
  const back = Math.abs(refunded?.amount ?? 0)
  const whole =
    of('status').some(({ cell, column }) => isReturned(cell, column)) || (back > 0 && back >= (amount?.amount ?? 0))
  const part = back > 0 || of('status').some(({ cell }) => /^partial/i.test(cell))
  return {
    ...{ row: row.row, ...readPerson(read), courses },
    ordered_on: date('ordered_on')?.at ?? null,
    ...{
      amount: amount?.amount ?? null,
      currency: said,
      refunded: refunded ? back : whole ? (amount?.amount ?? null) : null,
    },
    ...{ coupon: text('coupon', 100), order_ref: text('order_ref', 100), payment_ref: text('payment_ref', 100) },
    quantity: Math.max(1, Number.parseInt(of('quantity')[0]?.cell ?? '1', 10) || 1),
    status: whole ? 'refunded' : part ? 'partially_refunded' : 'paid',
    skipped: skippedOf(row, reading, read),
    problem: courses.length > 0 ? null : 'There is no name of a course',
    notes,
  }
}

const isReturned = (cell: string, { topic, heading }: Filled['column']) =>
  topic === 'flag'
    ? /refund|revok/i.test(heading) && /^(?:1|yes|true)$/i.test(cell)
    : /^(?:refunded|full|refund)$/i.test(cell)
