import type { Db } from '../../context.ts'
import { barsPurchase, ENROLMENTS, PRESENT_ENROLMENTS } from './enrolments.sql.ts'

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

/** Finds which of these courses a student (`users.id`) has, by the rule of a purchase made now. */
export async function findOwned(db: Db, userId: number, courseIds: readonly string[], now: Date): Promise<string[]> {
  if (courseIds.length === 0) return []
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select e.course_id from ${ENROLMENTS} e
     where e.user_id = :userId and e.course_id = any(:courseIds) and ${barsPurchase('e', 'cast(:now as timestamptz)')}`,
    { userId, courseIds: [...courseIds], now },
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
