import type { Db } from '../../context.ts'
import type { BroughtOrder } from '../../sales/past-orders/past-orders.queries.ts'
import { bringPastOrders } from '../../sales/past-orders/past-orders.service.ts'
import { NEW_COURSE } from './match-courses.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import { leftOut, type Planner, type Planning, repeated } from './planner.ts'
import { readOrder } from './understand/read-order.ts'

/** State and reason of a row by what storing it does. */
export const ORDER_STATES = {
  new: { state: 'new', reason: null },
  changed: { state: 'existing', reason: 'Refunded since' },
  same: { state: 'same', reason: 'Is in the past orders already' },
} as const

/** Plans rows of past orders: those that are stored already stay the same. */
export function orderPlanner({ db, plan, reading, coursesOf, names, now }: Planning): Planner {
  const isRepeated = repeated()
  const people = new Set<string>()

  function readOne(sheet: SheetRow): PlannedRow {
    const found = readOrder(sheet, reading)
    const ids = coursesOf(found.courses).course_ids.filter((id) => !id.startsWith(NEW_COURSE))
    const [only, ...others] = ids
    const record: BroughtOrder = {
      ...{
        source: plan.source ?? 'other',
        ref: found.order_ref ?? found.payment_ref,
        ordered_at: asDate(found.ordered_on),
      },
      ...{ email: found.email, name: found.name, course: found.courses.join(', ') },
      course_id: others.length === 0 ? (only ?? null) : null,
      ...{ amount_paise: positive(found.amount), currency: found.currency, refunded_paise: positive(found.refunded) },
      ...{ status: found.status, coupon: found.coupon },
    }
    const row: PlannedRow = {
      ...{ row: sheet.row, state: 'new', reason: null, user_id: null, record },
      ...{ email: found.email, phone: found.phone, name: found.name, notes: found.notes },
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
        Object.assign(row, ORDER_STATES[results[at] ?? 'same'])
        if (row.state !== 'same') people.add(row.email ?? row.name ?? '')
      }
      return planned
    },
    sums: () => ({ accounts: 0, people: people.size, enrolments: 0, courses: 0 }),
  }
}

const asDate = (at: string | null) => (at === null ? null : new Date(at))
const positive = (amount: number | null) => (amount === null ? null : Math.abs(amount))

/** Stores the orders and rolls back: the result is the same as later. */
async function wouldBring(db: Db, rows: readonly PlannedRow[], now: Date) {
  if (rows.length === 0) return []
  const trx = await db.transaction()
  try {
    const orders = rows.map(({ record }) => record as BroughtOrder)
    return await bringPastOrders(trx, orders, { now, moveId: 'plan' })
  } finally {
    await trx.rollback()
  }
}
