import type { Db } from '../../../context.ts'
import { isFinisher } from '../../../courses/learning/finishes.sql.ts'
import { everyWord } from '../../../platform/db/like.ts'
import { readPage } from '../../../platform/db/read-page.ts'
import { STUDENTS } from './learning-figures.queries.ts'

export type CourseSales = { course_id: string; sales: number; revenue_paise: number }

/** Paid orders with each course that has not gone back, and its part of the money, as `refreshDays` left it: one row of a day, not of an order, is read. */
export async function findSales(db: Db, courseIds: readonly string[]): Promise<CourseSales[]> {
  const { rows } = await db.raw<{ rows: CourseSales[] }>(
    `select asked.course_id, coalesce(sum(d.orders - d.returned), 0)::bigint as sales, coalesce(sum(d.revenue_paise), 0)::bigint as revenue_paise
    from unnest(:courseIds::text[]) as asked (course_id)
    left join day_courses d on d.course_id = asked.course_id
    group by asked.course_id`,
    { courseIds: [...courseIds] },
  )
  return rows
}

/** The paid orders of each course that has any, as `findSales` counts them, for an order of the courses. */
export const SALES = '(select course_id, sum(orders - returned) as number from day_courses group by course_id)'

/** Finds a course's lessons, its present students, those who took it free, and how many of them began or finished it. */
export async function findCompletion(
  db: Db,
  courseId: string,
): Promise<{ lessons: number; students: number; free: number; started: number; completed: number }> {
  const { rows } = await db.raw(
    `${STUDENTS}
    select inside.lessons, count(s.id)::int as students,
      (select count(*) from enrolments where course_id = :courseId and free and revoked_at is null and not continued) as free,
      count(*) filter (where s.touched > 0)::int as started,
      count(*) filter (where inside.lessons > 0 and s.done = inside.lessons or ${isFinisher('s.user_id', ':courseId')})::int as completed
    from inside left join students s on true
    group by inside.lessons`,
    { courseId },
  )
  return rows[0]
}

export type CourseStudent = {
  user_id: string
  name: string
  email: string
  granted_at: string
  ends_at: string | null
  lessons_done: number
  last_watched_at: string | null
  last_seen: string | null
}

/** The present lessons of a course. */
export async function countLessons(db: Db, courseId: string): Promise<number> {
  const counted = await db('lessons').where({ course_id: courseId }).count({ lessons: '*' }).first()
  return Number(counted?.lessons ?? 0)
}

/** Lists who has a course at present, the newest first; `q` is a part of their name or email. The page is cut before anything is counted. */
export async function listStudentsOf(
  db: Db,
  courseId: string,
  { q, limit, offset }: { q?: string | undefined; limit: number; offset: number },
): Promise<{ students: CourseStudent[]; total: number }> {
  const found = db('enrolments as e')
    .where('e.course_id', courseId)
    .where({ 'e.revoked_at': null, 'e.continued': false })
    // The few deleted ones are looked for, not all others.
    .whereRaw('not exists (select from users gone where gone.id = e.user_id and gone.deleted_at is not null)')
  if (q) {
    found.join('users as u', 'u.id', 'e.user_id')
    found.whereRaw(...everyWord(q, ['u.name', 'u.email'], { phone: 'u.phone' }))
  }
  const newest = 'e.granted_at desc, e.id desc'
  const { rows, total } = await readPage<CourseStudent>(db, found, { limit, offset }, (window) =>
    db('enrolments as e')
      .whereIn('e.id', window.select('e.id').orderByRaw(newest))
      .join('users as u', 'u.id', 'e.user_id')
      .orderByRaw(newest)
      .select('u.user_id', 'u.name', 'u.email', 'e.ends_at', db.raw('coalesce(e.since, e.granted_at) as granted_at'))
      .select({ last_seen: 'u.last_seen_at' })
      .select(
        db.raw(`(select count(*) from lessons l join lesson_progress p using (course_id, lesson_id)
          where l.course_id = e.course_id and p.user_id = e.user_id and p.completed_at is not null) as lessons_done`),
        db.raw(`(select max(p.updated_at) from lesson_progress p
          where p.course_id = e.course_id and p.user_id = e.user_id) as last_watched_at`),
      ),
  )
  return { students: rows, total }
}
