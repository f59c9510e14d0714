import type { CourseState } from 'contract/placement'
import type { Db } from '../../context.ts'
import { STATE } from './course-states.ts'

export type CourseAsItStands = { course_id: string; name: string; status: CourseState; lessons: number }

/** Locks these courses, those of the bin included, until the transaction ends. */
export async function lockStates(trx: Db, courseIds: readonly string[]): Promise<Map<string, CourseAsItStands>> {
  const rows: CourseAsItStands[] = await trx('courses')
    .whereIn('course_id', [...courseIds])
    .whereNull('left_bin_at')
    .orderBy('course_id')
    .forUpdate()
    .select(
      'course_id',
      'name',
      trx.raw(`${STATE} as status, (select count(*) from lessons l where l.course_id = courses.course_id) as lessons`),
    )
  return new Map(rows.map((row) => [row.course_id, row]))
}
