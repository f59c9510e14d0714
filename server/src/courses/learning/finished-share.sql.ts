import { LESSONS } from '../courses/courses.sql.ts'
import { isFinisher } from './finishes.sql.ts'

/** Computes the share of a course's lessons that a student has done: whole percent, rounded down, 100 for good once finished; null without lessons. */
export const finishedShare = (
  userId: string,
  courseId: string,
) => `(select case when ${isFinisher(userId, courseId)} then 100 else (100 * count(p.completed_at) / nullif(count(*), 0))::integer end
  from ${LESSONS} l left join lesson_progress p
    on p.user_id = ${userId} and p.course_id = l.course_id and p.lesson_id = l.lesson_id
  where l.course_id = ${courseId})`
