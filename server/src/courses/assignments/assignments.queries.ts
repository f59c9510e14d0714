import type { Assignment } from 'contract/assignments/hand-ins'
import type { Db } from '../../context.ts'
import type { LessonOfCourse } from '../courses/lesson-of-course.ts'

const columns = ['version', 'instructions', 'criteria', 'takes_text', 'file_kinds', 'due_days', 'gate'] as const

export function findAssignment(db: Db, lessonId: string): Promise<Assignment | undefined> {
  return db('assignments').where({ lesson_id: lessonId }).first(columns)
}

export async function writeAssignment(
  trx: Db,
  { lesson_id, course_id }: Pick<LessonOfCourse, 'lesson_id' | 'course_id'>,
  assignment: Assignment,
  now: Date,
): Promise<void> {
  await trx('assignments')
    .insert({ ...assignment, criteria: JSON.stringify(assignment.criteria), lesson_id, course_id, updated_at: now })
    .onConflict('lesson_id')
    .merge()
}

export async function deleteAssignment(trx: Db, lessonId: string): Promise<void> {
  await trx('assignments').where({ lesson_id: lessonId }).delete()
}

/** Counts the students who submitted, the accepted ones, and the waiting work of a lesson. */
export async function countHandIns(
  db: Db,
  lessonId: string,
): Promise<{ students: number; accepted: number; waiting: number }> {
  return db('hand_ins')
    .where({ lesson_id: lessonId })
    .first(
      db.raw('count(distinct user_id)::int as students'),
      db.raw(`(count(distinct user_id) filter (where status = 'accepted'))::int as accepted`),
      db.raw(`(count(*) filter (where status = 'waiting'))::int as waiting`),
    )
}
