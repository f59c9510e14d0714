import { Course } from 'contract/courses/courses'
import type { ChosenState } from 'contract/placement'
import type { Db } from '../../../context.ts'
import { courseColumns, type Row, toWire } from '../course-rows.ts'

export type NamedCourse = { course: Course; state: ChosenState }

/** Finds courses by id, or by name in any case. */
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
