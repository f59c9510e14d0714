import type { LiveInput } from 'contract/courses/live-input'
import type { Live, NextLive } from 'contract/live'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'
import type { LessonOfCourse } from '../courses/lesson-of-course.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isOpen } from '../learning/opening.sql.ts'

export async function findLive(db: Db, lessonId: string): Promise<Live | undefined> {
  const row = await db('live_lessons')
    .where({ lesson_id: lessonId })
    .first('version', 'starts_at', 'minutes', 'join_link', db.raw('cancelled_at is not null as cancelled'))
  return row && { ...row, starts_at: new Date(row.starts_at).toISOString() }
}

export async function writeLive(
  trx: Db,
  { lesson_id, course_id, title }: LessonOfCourse,
  live: LiveInput & { version: number },
  now: Date,
): Promise<void> {
  await trx('live_lessons')
    .insert({ ...live, lesson_id, course_id, title, cancelled_at: null, updated_at: now })
    .onConflict('lesson_id')
    .merge()
}

export async function cancelLive(trx: Db, lessonId: string, now: Date): Promise<void> {
  await trx('live_lessons')
    .where({ lesson_id: lessonId })
    .update({ cancelled_at: now, updated_at: now, version: trx.raw('version + 1') })
}

/** Notes that a student (`users.id`) joined; the first time counts. */
export async function noteJoin(
  trx: Db,
  { userId, courseId, lessonId, now }: { userId: number; courseId: string; lessonId: string; now: Date },
): Promise<void> {
  await trx('live_joins')
    .insert({ lesson_id: lessonId, user_id: userId, course_id: courseId, joined_at: now })
    .onConflict(['lesson_id', 'user_id'])
    .ignore()
}

/** Finds the next unfinished live lesson open to a student (`users.id`). */
export async function findNext(db: Db, userId: number, now: Date): Promise<NextLive | undefined> {
  const { rows } = await db.raw<{ rows: NextLive[] }>(
    `select v.course_id, c.name as course_name, v.lesson_id, l.title, v.starts_at, v.minutes
     from ${PRESENT_ENROLMENTS} e
     join live_lessons v on v.course_id = e.course_id
     join ${LESSONS} l on l.lesson_id = v.lesson_id and l.kind = 'live'
     join ${COURSES} c on c.course_id = v.course_id
     where e.user_id = :userId and v.cancelled_at is null
       and v.starts_at + v.minutes * interval '1 minute' > :now and ${isOpen('l', 'e')}
     order by v.starts_at, v.lesson_id limit 1`,
    { userId, now },
  )
  const [next] = rows
  return next && { ...next, starts_at: new Date(next.starts_at).toISOString() }
}

type JoinedQuery = {
  lesson_id: string
  q?: string | undefined
  sort?: 'newest' | 'oldest' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

type JoinedRow = { user_id: string; name: string; joined_at: string }

export async function listJoined(
  db: Db,
  { lesson_id, q, sort = 'oldest', limit = 200, offset = 0 }: JoinedQuery,
): Promise<{ students: JoinedRow[]; total: number }> {
  const found = db('live_joins as j').where({ lesson_id })
  if (q) {
    found.join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'j.user_id')
    found.whereRaw(...everyWord(q, ['u.name', 'u.email']))
  }
  const order = sort === 'newest' ? 'j.joined_at desc, j.user_id desc' : 'j.joined_at, j.user_id'
  const { rows, total } = await readPage<JoinedRow>(db, found, { limit, offset }, (window) =>
    db
      .from(window.select('j.user_id', 'j.joined_at').orderByRaw(order).as('j'))
      .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'j.user_id')
      .select('u.user_id', 'u.name', 'j.joined_at')
      .orderByRaw(order),
  )
  const students = rows.map((row) => ({ ...row, joined_at: new Date(row.joined_at).toISOString() }))
  return { students, total }
}

export async function countJoined(db: Db, lessonId: string): Promise<number> {
  const counted = await db('live_joins').where({ lesson_id: lessonId }).count({ total: '*' }).first()
  return Number(counted?.total ?? 0)
}
