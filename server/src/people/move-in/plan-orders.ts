import type { Db } from '../../context.ts'
import type { BroughtOrder } from '../../sales/past-orders/past-orders.queries.ts'
import { bringPastOrders } from '../../sales/past-orders/past-orders.service.ts'
import { NEW_COURSE } from './match-courses.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import { leftOut, type Planner, type Planning, repeated } from './planner.ts'
import { type OrderRow, readOrder } from './reader/read-order.ts'

/** State and reason of a row by what storing it does. */
export const ORDER_STATES = {
  new: { state: 'new', reason: null },
  changed: { state: 'existing', reason: 'Refunded since' },
  same: { state: 'same', reason: 'Is in the past orders already' },
} as const

/** A row of past orders: one order for each item that has a sum of its own. */
export type OrderRecord = { orders: BroughtOrder[] }

const onlyOne = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? null) : null)

/** Divides a row into its items, each with its share of what went back; a row with one sum for all stays one order. */
function partsOf({ courses, items, amount, refunded }: OrderRow) {
  const back = positive(refunded)
  if (items.length === 0 || items.length < courses.length)
    return [{ courses, amount: positive(amount), refunded: back }]
  const sum = items.reduce((total, item) => total + item.amount, 0)
  return items.map((item) => ({
    courses: [item.course],
    amount: item.amount,
    refunded: back === null ? null : sum === 0 ? 0 : Math.min(item.amount, Math.round((back * item.amount) / sum)),
  }))
}

/** The state of a row whose orders are stored: it is new while one of them is. */
export const stateOf = (results: readonly ('new' | 'changed' | 'same')[]) =>
  ORDER_STATES[results.includes('new') ? 'new' : results.includes('changed') ? 'changed' : 'same']

/** Plans rows of past orders: those that are stored already stay the same. */
export function orderPlanner({ db, plan, reading, coursesOf, names, now }: Planning): Planner {
  const isRepeated = repeated()
  const people = new Set<string>()

  function readOne(sheet: SheetRow): PlannedRow {
    const found = readOrder(sheet, reading)
    const idsOf = (names: readonly string[]) => coursesOf(names).course_ids.filter((id) => !id.startsWith(NEW_COURSE))
    const ids = idsOf(found.courses)
    const whole = {
      source: plan.source ?? 'other',
      ref: found.order_ref ?? found.payment_ref,
      ordered_at: asDate(found.ordered_on),
      email: found.email,
      name: found.name,
      currency: found.currency,
      status: found.status,
      coupon: found.coupon,
    }
    const record: OrderRecord = {
      orders: partsOf(found).map(({ courses, amount, refunded }) => ({
        ...whole,
        course: courses.join(', '),
        course_id: onlyOne(idsOf(courses)),
        amount_paise: amount,
        refunded_paise: refunded,
      })),
    }
    const row: PlannedRow = {
      row: sheet.row,
      state: 'new',
      reason: null,
      user_id: null,
      record,
      email: found.email,
      phone: found.phone,
      name: found.name,
      notes: found.notes,
      courses: ids.length > 0 ? ids.map((id) => names.get(id) ?? id) : found.courses,
    }
    if (found.skipped) return leftOut(row, 'skipped', found.skipped)
    if (found.problem) return leftOut(row, 'invalid', found.problem)
    const isLeftOut = found.courses.length > 0 && found.courses.every((name) => plan.courses?.[name] === null)
    if (isLeftOut) return leftOut(row, 'skipped', `“${found.courses.join(', ')}” is left out`)
    const before = isRepeated(sheet.row, record)
    return before === undefined ? row : leftOut(row, 'skipped', `Same as row ${before}`)
  }

  return {
    async plan(rows) {
      const planned = rows.map(readOne)
      const open = planned.filter(({ state }) => state === 'new')
      const results = await wouldBring(db, open, now)
      for (const [at, row] of open.entries()) {
        Object.assign(row, stateOf(results[at] ?? []))
        if (row.state !== 'same') people.add(row.email ?? row.name ?? '')
      }
      return planned
    },
    sums: () => ({ accounts: 0, people: people.size, enrolments: 0, courses: 0 }),
  }
}

const asDate = (at: string | null) => (at === null ? null : new Date(at))
const positive = (amount: number | null) => (amount === null ? null : Math.abs(amount))

/** Stores the orders of rows; returns the results of each row. */
export async function bringOrdersOf(
  trx: Db,
  rows: readonly (readonly BroughtOrder[])[],
  at: { now: Date; moveId: string },
): Promise<('new' | 'changed' | 'same')[][]> {
  const results = await bringPastOrders(trx, rows.flat(), at)
  return rows.map(({ length }) => results.splice(0, length))
}

/** Stores the orders and rolls back: the result is the same as later. */
async function wouldBring(db: Db, rows: readonly PlannedRow[], now: Date) {
  if (rows.length === 0) return []
  const trx = await db.transaction()
  try {
    return await bringOrdersOf(
      trx,
      rows.map(({ record }) => (record as OrderRecord).orders),
      { now, moveId: 'plan' },
    )
  } finally {
    await trx.rollback()
  }
}
