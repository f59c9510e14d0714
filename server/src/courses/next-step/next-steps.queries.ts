import type { Db } from '../../context.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'

/** Notes the first press of a student; a later one changes nothing. */
export async function notePress(
  db: Db,
  { userId, courseId, now }: { userId: number; courseId: string; now: Date },
): Promise<void> {
  await db('next_step_presses')
    .insert({ user_id: userId, course_id: courseId, pressed_at: now })
    .onConflict(['user_id', 'course_id'])
    .ignore()
}

/** Counts a course's present students, and those who pressed. */
export async function countPresses(
  db: Db,
  courseId: string,
  now: Date,
): Promise<{ pressed: number; students: number }> {
  const { rows } = await db.raw<{ rows: { pressed: number; students: number }[] }>(
    `select count(p.user_id)::int as pressed, count(*)::int as students
     from (select distinct user_id, course_id from ${PRESENT_ENROLMENTS} e where e.course_id = :courseId) e
     left join next_step_presses p on p.user_id = e.user_id and p.course_id = e.course_id`,
    { courseId, now },
  )
  return rows[0] ?? { pressed: 0, students: 0 }
}
