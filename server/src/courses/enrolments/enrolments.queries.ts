import type { Db } from '../../context.ts'
import { ENROLMENTS, isOwned, PRESENT_ENROLMENTS } from './enrolments.sql.ts'

/** Filters the courses that the student (`users.id`) has access to. */
export async function ownedCourseIds(
  db: Db,
  userId: number,
  courseIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (courseIds.length === 0) return []
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select course_id from ${PRESENT_ENROLMENTS} e where user_id = :userId and course_id = any(:courseIds)`,
    { userId, courseIds: [...courseIds], now },
  )
  return rows.map(({ course_id }) => course_id)
}

/** What is sold of a course: a seat of the date `run_id`, or the course itself. `name`: what its owner has. */
export type Sold = { course_id: string; name: string; run_id: string | null }

/** Stands for the date of a seat that is not chosen yet: nobody owns it. */
export const ANY_RUN = 'any'

/** The course itself, as a thing that is sold. */
export const theCourse = ({ course_id, name }: Omit<Sold, 'run_id'>): Sold => ({ course_id, name, run_id: null })

/** Finds the courses of which a student (`users.id`) owns what is sold, by the rule of a purchase made now. */
export async function findOwned(db: Db, userId: number, sold: readonly Sold[], now: Date): Promise<string[]> {
  if (sold.length === 0) return []
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select distinct e.course_id from jsonb_to_recordset(:sold) as sold (course_id text, run_id text)
     join ${ENROLMENTS} e on e.user_id = :userId and e.course_id = sold.course_id
     where ${isOwned('e', { run: 'sold.run_id', order: 'null' }, 'cast(:now as timestamptz)')}`,
    { userId, sold: JSON.stringify(sold), now },
  )
  return rows.map(({ course_id }) => course_id)
}

/**
 * Finds begin and end of a student's (`users.id`) access, past access included; undefined without or after its loss.
 */
export async function findEnrolment(
  db: Db,
  userId: number,
  courseId: string,
): Promise<{ granted_at: string; ends_at: string | null } | undefined> {
  const { rows } = await db.raw<{ rows: { granted_at: string; ends_at: string | null }[] }>(
    `select granted_at, ends_at from ${ENROLMENTS} e where user_id = :userId and course_id = :courseId`,
    { userId, courseId },
  )
  return rows[0]
}

export type PresentCourse = { user_id: number; course_id: string; by_hand: boolean }

/** Filters the courses that the students (`users.id`) have access to. */
export function findPresent(
  db: Db,
  userIds: readonly number[],
  courseIds: readonly string[],
  now: Date,
): Promise<PresentCourse[]> {
  return db('enrolments')
    .whereIn('user_id', [...userIds])
    .whereIn('course_id', [...courseIds])
    .where({ revoked_at: null, continued: false })
    .where((open) => open.whereNull('ends_at').orWhere('ends_at', '>', now))
    .select('user_id', 'course_id', db.raw('given_by is not null as by_hand'))
}
