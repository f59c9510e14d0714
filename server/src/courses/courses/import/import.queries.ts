import { Course } from 'contract/courses'
import type { ChosenState } from 'contract/placement'
import type { Db } from '../../../context.ts'
import { courseColumns, type Row, toWire } from '../course-rows.ts'

export type NamedCourse = { course: Course; state: ChosenState }

/** The courses with one of these ids, or, whatever the letters' case, one of these names. */
export async function findNamed(db: Db, ids: readonly string[], names: readonly string[]): Promise<NamedCourse[]> {
  const rows: (Row & { state: ChosenState })[] = await db('courses')
    .whereNull('deleted_at')
    .where((either) =>
      either
        .whereIn('course_id', [...ids])
        .orWhereRaw('lower(name) = any(?)', [names.map((name) => name.toLowerCase())]),
    )
    .select([...courseColumns, 'state'])
  return rows.map((row) => ({ course: Course.parse(toWire(row)), state: row.state }))
}
