import type { Db } from '../../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { ENROLMENTS, PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isOpen } from '../learning/opening.sql.ts'

type OpenCourse = { course_id: string; ends_at: string | null; lesson_ids: string[] }

/**
 * Lists the student's (`users.id`) present courses among these, each with its open lessons and the end of the access.
 */
export async function listOpenCourses(
  db: Db,
  wanted: { userId: number; courseIds: readonly string[]; now: Date },
): Promise<OpenCourse[]> {
  const { rows } = await db.raw<{ rows: OpenCourse[] }>(
    `select e.course_id, ends.ends_at, array_agg(l.lesson_id order by l.position) as lesson_ids
     from ${PRESENT_ENROLMENTS} e
     join ${ENROLMENTS} ends using (user_id, course_id)
     join ${LESSONS} l on l.course_id = e.course_id
     where e.user_id = :userId and e.course_id = any(cast(:courseIds as text[])) and ${isOpen('l', 'e')}
     group by e.course_id, ends.ends_at`,
    { ...wanted, courseIds: [...wanted.courseIds] },
  )
  return rows
}
