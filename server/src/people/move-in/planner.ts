import { createHash } from 'node:crypto'
import type { MoveCounts, MovePlan } from 'contract/move-in/plan'
import type { CallContext, Db } from '../../context.ts'
import type { courseMatcher } from './match-courses.ts'
import type { PlannedRow, SheetRow } from './move-rows.queries.ts'
import type { Reading } from './reader/columns.ts'

export type Sums = Pick<MoveCounts, 'accounts' | 'people' | 'enrolments' | 'courses' | 'news' | 'empty_courses'>

export type Planning = {
  db: Db
  plan: MovePlan
  reading: Reading
  coursesOf: ReturnType<typeof courseMatcher>
  admin: NonNullable<CallContext['admin']>
  /** Names of our courses by id. */
  names: ReadonlyMap<string, string>
  now: Date
}

/** Plans the batches of a file one after another, and adds up their results. */
export type Planner = {
  plan(rows: readonly SheetRow[]): Promise<PlannedRow[]>
  sums(): Sums | Promise<Sums>
}

/** The result of a row of which nothing is taken. */
export const leftOut = (row: PlannedRow, state: 'skipped' | 'invalid', reason: string): PlannedRow => ({
  ...row,
  state,
  reason,
  record: null,
})

/** Returns the earlier row that says the same as this one. */
export function repeated(): (row: number, shown: object) => number | undefined {
  const firstRows = new Map<string, number>()
  return (row, shown) => {
    const key = createHash('md5').update(JSON.stringify(shown)).digest('base64')
    const first = firstRows.get(key)
    if (first === undefined) firstRows.set(key, row)
    return first
  }
}
