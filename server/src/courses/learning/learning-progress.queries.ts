import type { CourseStatus } from 'contract/account'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isFinisher } from './finishes.sql.ts'

/** A student's progress in a course, the same on every screen. */
export type CourseProgress = {
  course_id: string
  course_status: z.output<typeof CourseStatus>
  /** Hours to 2 decimals, half up, from the accepted seconds. */
  hours_spent: number
  /** Share of the lessons that are done: whole percent, rounded down, 100 once all were. */
  percent: number
}

const queryCourseProgress = prepared<CourseProgress>(
  'course progress',
  () => `with wanted as (
      select distinct unnest(cast(:courseIds as text[])) as course_id
      union
      select course_id from ${ENROLMENTS} e
      where cast(:courseIds as text[]) is null and user_id = :userId
    ), present as (
      select l.course_id, count(*) as lessons, count(p.completed_at) as completed
      from wanted
      join ${LESSONS} l using (course_id)
      left join lesson_progress p
        on p.user_id = :userId and p.course_id = l.course_id and p.lesson_id = l.lesson_id
      group by l.course_id
    ), spent as (
      select p.course_id, sum(p.seconds) as seconds, count(p.completed_at) as completed
      from wanted
      join lesson_progress p using (course_id)
      where p.user_id = :userId
      group by p.course_id
    )
    select wanted.course_id,
      case
        when present.lessons > 0 and present.completed = present.lessons or ${isFinisher(':userId', 'wanted.course_id')} then 'completed'
        when spent.seconds > 0 or spent.completed > 0 then 'in_progress'
        else 'not_started'
      end as course_status,
      round(coalesce(spent.seconds, 0) / 3600.0, 2) as hours_spent,
      case when ${isFinisher(':userId', 'wanted.course_id')} then 100
        else cast(floor(coalesce(100.0 * present.completed / nullif(present.lessons, 0), 0)) as integer) end as percent
    from wanted
    left join present using (course_id)
    left join spent using (course_id)`,
)

/**
 * Returns the student's (`users.id`) progress in the named courses, or in all enrolments; one row per course,
 * unordered. A course is completed when every lesson is done, or was before others were added; time counts even when its lesson
 * is gone.
 */
export async function courseProgress(db: Db, userId: number, courseIds?: readonly string[]): Promise<CourseProgress[]> {
  if (courseIds?.length === 0) return []
  return queryCourseProgress(db, { userId, courseIds: courseIds ? [...courseIds] : null })
}

/** Finds which students (`users.id`) have watched anything since then. */
export async function findLearnedSince(db: Db, userIds: readonly number[], since: string): Promise<number[]> {
  return db('lesson_progress')
    .whereIn('user_id', [...userIds])
    .where('updated_at', '>=', since)
    .distinct()
    .pluck('user_id')
}
