import type { Db } from '../../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { ENROLMENTS, PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isOpen } from './opening.sql.ts'

/** Devices of one student whose number is stored; the one silent for longest makes room. */
const MOST_DEVICES = 20

export type OpenCourse = { course_id: string; ends_at: string | null; lesson_ids: string[] }

/**
 * Lists the student's (`users.id`) present courses among these, each with its open lessons and the end of the access.
 */
export async function listOpenCourses(
  db: Db,
  wanted: { userId: number; courseIds: readonly string[]; now: Date },
): Promise<OpenCourse[]> {
  const { rows } = await db.raw<{ rows: OpenCourse[] }>(
    `select e.course_id, ends.ends_at, array_agg(l.lesson_id order by l.position) as lesson_ids
     from ${PRESENT_ENROLMENTS} e
     join ${ENROLMENTS} ends using (user_id, course_id)
     join ${LESSONS} l on l.course_id = e.course_id
     where e.user_id = :userId and e.course_id = any(cast(:courseIds as text[])) and ${isOpen('l', 'e')}
     group by e.course_id, ends.ends_at`,
    { ...wanted, courseIds: [...wanted.courseIds] },
  )
  return rows
}

/** Starts the student's beat clock unless it runs, so that offline time counts from now on. */
export async function startClock(db: Db, userId: number, now: Date): Promise<void> {
  await db('learning_beats').insert({ user_id: userId, beat_at: now }).onConflict('user_id').ignore()
}

/**
 * Notes that this batch of a device was accepted; false when it, or a later one, was before. Two simultaneous calls run
 * one after the other.
 */
export async function takeBatch(
  trx: Db,
  { userId, device, number, now }: { userId: number; device: string; number: number; now: Date },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into learning_late_batches (user_id, device, number, taken_at) values (:userId, :device, :number, :now)
     on conflict (user_id, device) do update set number = excluded.number, taken_at = excluded.taken_at
     where learning_late_batches.number < excluded.number
     returning device`,
    { userId, device, number, now },
  )
  await trx.raw(
    `delete from learning_late_batches where user_id = :userId and device in
     (select device from learning_late_batches where user_id = :userId order by taken_at desc, device offset :most)`,
    { userId, most: MOST_DEVICES },
  )
  return rows.length > 0
}
