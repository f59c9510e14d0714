import type { Context, Db } from '../../context.ts'
import { bringCourse } from '../../courses/courses/import/bring-course.ts'
import type { BroughtOrder } from '../../sales/past-orders/past-orders.queries.ts'
import { type CatalogueTrx, writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { bringStudents } from './bring-students.ts'
import type { StudentRecord } from './decide-students.ts'
import { NEW_COURSE } from './match-courses.ts'
import { findNewCourses, type PlannedRow } from './move-rows.queries.ts'
import { findMadeBy, type MoveRow } from './moves.queries.ts'
import type { CourseRecord } from './plan-courses.ts'
import { bringOrdersOf, ORDER_STATES, stateOf } from './plan-orders.ts'

/** Ids of the courses that a move makes, by name. */
export type MadeCourses = ReadonlyMap<string, string>

/** Makes the drafts that open rows of students want; one that exists by now is found by its title. */
export async function makeNewCourses(ctx: Context, move: MoveRow): Promise<MadeCourses> {
  const names = move.kind === 'students' ? await findNewCourses(ctx.db, move.move_id, NEW_COURSE) : []
  if (names.length === 0) return new Map()
  const by = { role: 'owner', confirmed: false } as const
  return writeCatalogue(ctx.db, async (trx) => {
    const made = new Map<string, string>()
    for (const name of names) {
      const { course_id } = await bringCourse(trx, { name }, { now: ctx.now(), by })
      if (course_id) made.set(name, course_id)
    }
    return made
  })
}

type Rows = readonly PlannedRow[]
type Around = { move: MoveRow; made: MadeCourses; now: Date }

/** Brings planned rows of one kind in the caller's transaction; returns them with their results. */
export function bringRows(ctx: Context, trx: Db, rows: Rows, around: Around): Promise<PlannedRow[]> {
  if (around.move.kind === 'courses') return bringCourseRows(trx as CatalogueTrx, rows, around)
  return around.move.kind === 'orders' ? bringOrderRows(trx, rows, around) : bringStudentRows(ctx, trx, rows, around)
}

async function bringOrderRows(trx: Db, rows: Rows, { move, now }: Around): Promise<PlannedRow[]> {
  const orders = rows.map(({ record }) => ordersIn(record as StoredOrder | { orders: StoredOrder[] }))
  const results = await bringOrdersOf(trx, orders, { now, moveId: move.move_id })
  return rows.map((row, at) => ({ ...row, ...(stateOf(results[at] ?? []) === ORDER_STATES.same && ORDER_STATES.same) }))
}

/** A row that version 0.7 planned is one order. */
const ordersIn = (record: StoredOrder | { orders: StoredOrder[] }): BroughtOrder[] =>
  'orders' in record ? record.orders.map(orderOf) : [orderOf(record)]

/** A stored record has its date as text. */
type StoredOrder = Omit<BroughtOrder, 'ordered_at'> & { ordered_at: string | null }

const orderOf = (record: StoredOrder): BroughtOrder => ({
  ...record,
  ordered_at: record.ordered_at === null ? null : new Date(record.ordered_at),
})

async function bringCourseRows(trx: CatalogueTrx, rows: Rows, { now }: Around): Promise<PlannedRow[]> {
  const brought: PlannedRow[] = []
  for (const row of rows) {
    const { course, by } = row.record as CourseRecord
    const { state, left_out } = await bringCourse(trx, course, { now, by })
    const refused = state === 'invalid' && { state, reason: left_out[0]?.message ?? null }
    brought.push({ ...row, ...refused })
  }
  return brought
}

async function bringStudentRows(ctx: Context, trx: Db, rows: Rows, { move, made, now }: Around) {
  const records = rows.map(({ record }) => withMade(record as StudentRecord, made))
  const by = { moveId: move.move_id, adminId: move.made_by, mail: move.plan?.mail ?? false, now }
  const results = await bringStudents(ctx, trx, records, by)
  const ids = results.flatMap(({ user_id }) => user_id ?? [])
  const makes = new Set(await findMadeBy(trx, move.move_id, ids))
  return rows.map((row, at): PlannedRow => {
    const { state, reason, notes, user_id } = results[at] as (typeof results)[number]
    const known = new Set(row.notes.map(({ message }) => message))
    const all = { ...row, user_id, notes: [...row.notes, ...notes.filter(({ message }) => !known.has(message))] }
    if (state === 'invalid' || state === 'waiting') return { ...all, state, reason }
    // The accounts that the move makes are new in all their rows.
    return { ...all, state: user_id !== null && makes.has(user_id) ? 'new' : 'existing' }
  })
}

function withMade(record: StudentRecord, made: MadeCourses): StudentRecord {
  const course_ids = record.course_ids.flatMap((id) =>
    id.startsWith(NEW_COURSE) ? (made.get(id.slice(NEW_COURSE.length)) ?? []) : [id],
  )
  return { ...record, course_ids: [...new Set(course_ids)] }
}
