import type { Db } from '../../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'

/** Stores who has finished the course as it is, before lessons are added to it. */
export async function noteFinishes(trx: Db, courseId: string): Promise<void> {
  await trx.raw(
    `insert into course_finishes (user_id, course_id, finished_at)
     select p.user_id, p.course_id, max(p.completed_at)
     from lesson_progress p join ${LESSONS} l using (course_id, lesson_id)
     where p.course_id = :courseId and p.completed_at is not null
     group by p.user_id, p.course_id
     having count(*) = (select count(*) from ${LESSONS} w where w.course_id = :courseId)
     on conflict do nothing`,
    { courseId },
  )
}
