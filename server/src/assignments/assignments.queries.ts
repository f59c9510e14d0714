import type { Assignment } from 'contract/hand-ins'
import type { LessonKind } from 'contract/lesson-input'
import type { Db } from '../context.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'

const columns = ['version', 'instructions', 'criteria', 'takes_text', 'file_kinds', 'due_days', 'gate'] as const

export type AssignmentLesson = {
  lesson_id: string
  kind: LessonKind
  title: string
  course_id: string
  course_name: string
}

/** The lesson, of a deleted course too. */
export async function findLesson(db: Db, lessonId: string): Promise<AssignmentLesson | undefined> {
  const { rows } = await db.raw<{ rows: AssignmentLesson[] }>(
    `select l.lesson_id, l.kind, l.title, l.course_id, c.name as course_name
     from ${LESSONS} l join ${COURSES} c on c.course_id = l.course_id where l.lesson_id = :lessonId`,
    { lessonId },
  )
  return rows[0]
}

export function findAssignment(db: Db, lessonId: string): Promise<Assignment | undefined> {
  return db('assignments').where({ lesson_id: lessonId }).first(columns)
}

export async function writeAssignment(
  trx: Db,
  { lesson_id, course_id }: Pick<AssignmentLesson, 'lesson_id' | 'course_id'>,
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

/** How many students handed in work under a lesson, how many were accepted, and how much waits. */
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
