import type { CourseState, Missing } from 'contract/placement'
import type { Db } from '../../context.ts'
import { missingOf, type Row, SALE_COLUMNS } from './course-rows.ts'
import { LESSON_COUNT, STATE } from './course-states.ts'

export type StoredCourse = { course_id: string; name: string; status: CourseState; missing: Missing[] }

/** Locks these courses, those of the bin included, until the transaction ends. */
export async function lockStates(trx: Db, courseIds: readonly string[]): Promise<Map<string, StoredCourse>> {
  const rows: (Row & { course_id: string; name: string; status: CourseState; lessons: number })[] = await trx('courses')
    .whereIn('course_id', [...courseIds])
    .whereNull('left_bin_at')
    .orderBy('course_id')
    .forUpdate()
    .select(trx.raw(`${SALE_COLUMNS}, ${STATE} as status, ${LESSON_COUNT} as lessons`))
  return new Map(
    rows.map((row) => [
      row.course_id,
      { course_id: row.course_id, name: row.name, status: row.status, missing: missingOf(row) },
    ]),
  )
}
