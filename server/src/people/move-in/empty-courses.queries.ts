import type { EmptyCourse } from 'contract/move-in/plan'
import type { Db } from '../../context.ts'
import { COURSE_LESSONS } from '../../courses/courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'

/** Finds which of the courses have no lessons. */
export async function findWithoutLessons(db: Db, courseIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select course_id from ${COURSE_LESSONS} c where course_id = any(:courseIds) and not has_lessons`,
    { courseIds: [...courseIds] },
  )
  return new Set(rows.map(({ course_id }) => course_id))
}

/** Lists the courses without lessons that people of a move have now, the most awaited first. */
export async function findEmptyCourses(db: Db, moveId: string, now: Date): Promise<EmptyCourse[]> {
  const { rows } = await db.raw<{ rows: EmptyCourse[] }>(
    `select c.course_id, c.name, count(*)::int as people
     from move_people p join ${PRESENT_ENROLMENTS} e on e.user_id = p.user_id join ${COURSE_LESSONS} c using (course_id)
     where p.move_id = :moveId and not c.has_lessons
     group by c.course_id, c.name order by people desc, c.name`,
    { moveId, now },
  )
  return rows
}
