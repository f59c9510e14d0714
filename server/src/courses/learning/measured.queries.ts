import { MEASURED_SECONDS, MEASURED_SHARE } from 'contract/limits'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { pieces } from '../../platform/features/pieces.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { MEDIA } from '../media/media.queries.ts'

export type Measured = {
  lesson_id: string
  title: string
  /** True once the student or the server completed it. */
  done: boolean
  /** Clock seconds missing until it counts; 0 once it does. */
  missing: number
}

/** Each lesson of the matching courses, with the seconds that a student must still watch for it to count. */
const measured = (
  which: string,
) => `select l.course_id, l.lesson_id, l.title, l.position, p.completed_at is not null as done,
        case when l.watch_link = '' or l.kind in ('quiz', 'assignment') or p.moved_in_at is not null
            or exists (select from ${pieces.liveJoins} j where j.user_id = :userId and j.lesson_id = l.lesson_id) then 0
          else greatest(0, needed.seconds - coalesce(p.seconds, 0))::integer
        end as missing
      from ${LESSONS} l
      left join ${MEDIA} m on m.url = l.watch_link
      cross join lateral (
        select coalesce(floor(coalesce(nullif(ceil(m.seconds), 0), l.seconds) * ${MEASURED_SHARE}), ${MEASURED_SECONDS}) as seconds
      ) needed
      left join lesson_progress p on p.user_id = :userId and p.course_id = l.course_id and p.lesson_id = l.lesson_id
      where ${which}`

const queryMeasuredLessons = prepared<Measured>(
  'measured lessons',
  () =>
    `select lesson_id, title, done, missing from (${measured('l.course_id = :courseId')}) m order by position, lesson_id`,
)

const queryMeasuredCourses = prepared<{ course_id: string; measured: number }>(
  'measured courses',
  () => `select course_id, count(*)::integer as measured
    from (${measured(`l.course_id in (select course_id from ${ENROLMENTS} e where e.user_id = :userId)`)}) m
    where done and missing = 0
    group by course_id`,
)

/** Counts, in each course of a student, the lessons that are done and measured; one without any is absent. */
export async function countMeasured(db: Db, userId: number): Promise<Map<string, number>> {
  const rows = await queryMeasuredCourses(db, { userId })
  return new Map(rows.map((row) => [row.course_id, row.measured]))
}

/**
 * Measures each present lesson of a course, in order. A lesson completed by a pass, accepted work or joining counts by
 * that, one done in the shop before by the owner's word; every other one by its accepted seconds, whatever its student
 * claims.
 */
export async function measureLessons(db: Db, userId: number, courseId: string): Promise<Measured[]> {
  return queryMeasuredLessons(db, { userId, courseId })
}

/** Checks that a lesson is done, and measured. */
export const counts = ({ done, missing }: Measured): boolean => done && missing === 0
