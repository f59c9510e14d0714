import type { Db } from '../../context.ts'
import { PRESENT_ENROLMENTS } from './enrolments.sql.ts'
import { type GrantedCourse, grantCourses } from './grants.queries.ts'
import { findMovedHeads, grantMoved } from './moved.queries.ts'

/**
 * Stores courses for the future prover of account `userId`'s unproven address. Returns the new ones; waiting ones, and
 * those that the account has, stay unchanged.
 */
export async function storeWaiting(
  trx: Db,
  input: { userId: number; email: string; courses: readonly GrantedCourse[]; adminId: number; now: Date },
): Promise<string[]> {
  const { userId, email, courses, adminId, now } = input
  const { rows } = await trx.raw<{ rows: { course_id: string }[] }>(
    `insert into waiting_courses (email, course_id, given_by, given_until, given_at)
     select :email, wanted.course_id, :adminId, wanted.given_until, :now
     from unnest(cast(:ids as text[]), cast(:ends as timestamptz[])) wanted (course_id, given_until)
     where not exists (select from ${PRESENT_ENROLMENTS} e where e.user_id = :userId and e.course_id = wanted.course_id)
     on conflict do nothing
     returning course_id`,
    {
      userId,
      email,
      adminId,
      now,
      ids: courses.map(({ course_id }) => course_id),
      ends: courses.map(({ given_until }) => given_until?.toISOString() ?? null),
    },
  )
  return rows.map(({ course_id }) => course_id)
}

type Waiting = {
  course_id: string
  given_by: number
  given_until: string | null
  given_at: Date
  enrolled_at: string | null
  move_id: string | null
  progress: object | null
}

/**
 * Grants the student (`users.id`) the courses that waited for the proven address; expired ones are dropped. Returns the
 * progress that a move stored with them.
 */
export async function grantWaiting(
  trx: Db,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<{ user_id: number; course_id: string; move_id: string; progress: object }[]> {
  const waiting: Waiting[] = await trx('waiting_courses')
    .where({ email })
    .delete()
    .returning(['course_id', 'given_by', 'given_until', 'given_at', 'enrolled_at', 'move_id', 'progress'])
  const present = waiting.filter(({ given_until }) => given_until === null || new Date(given_until) > now)
  for (const { course_id, given_by, given_until, given_at, enrolled_at, move_id } of present) {
    if (move_id !== null) {
      const course = { user_id: userId, course_id, enrolled_at, ends_at: given_until }
      const heads = await findMovedHeads(trx, [course], { lock: true })
      await grantMoved(trx, [course], { heads, moveId: move_id, adminId: given_by, now })
      continue
    }
    const courses = [
      { course_id, access_period: null, given_until: given_until === null ? null : new Date(given_until) },
    ]
    await grantCourses(trx, { userId, courses, from: { given_by }, madeAt: given_at, now })
  }
  return present.flatMap(({ course_id, move_id, progress }) =>
    move_id !== null && progress !== null ? [{ user_id: userId, course_id, move_id, progress }] : [],
  )
}

/** Lists the waiting courses by address. */
export function findWaiting(
  db: Db,
  emails: readonly string[],
  courseIds: readonly string[],
): Promise<{ email: string; course_id: string }[]> {
  return db('waiting_courses')
    .whereIn('email', [...emails])
    .whereIn('course_id', [...courseIds])
    .select('email', 'course_id')
}

/** Drops waiting courses of an address; returns the count. */
export function takeWaiting(trx: Db, email: string, courseIds: readonly string[]): Promise<number> {
  return trx('waiting_courses')
    .where({ email })
    .whereIn('course_id', [...courseIds])
    .delete()
}

/** Deletes waiting courses whose access has ended by `now`. */
export async function forgetWaiting(db: Db, now: Date): Promise<void> {
  await db('waiting_courses').where('given_until', '<=', now).delete()
}

/** Moves waiting courses to an address that an admin corrected. */
export async function moveWaiting(trx: Db, from: string, to: string): Promise<void> {
  await trx.raw(
    `with moved as (delete from waiting_courses where email = :from returning *)
     insert into waiting_courses (email, course_id, given_by, given_until, given_at, enrolled_at, progress, move_id)
     select :to, course_id, given_by, given_until, given_at, enrolled_at, progress, move_id from moved
     on conflict do nothing`,
    { from, to },
  )
}
