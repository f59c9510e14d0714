import type { CohortFigures, LessonFigures, StuckStudent } from 'contract/courses/figures'
import { MOST_COUNTED } from 'contract/limits'
import type { Db } from '../../../context.ts'
import { isFinisher } from '../../../courses/learning/finishes.sql.ts'

const INSIDE = 'inside as (select count(*)::int as lessons from lessons where course_id = :courseId)'

/** The enrolments of `:courseId` at present. */
const PRESENT = `present as materialized (
    select e.id, e.user_id, coalesce(e.since, e.granted_at) as granted_at
    from enrolments e
    where e.course_id = :courseId and e.revoked_at is null and not e.continued
      and e.user_id in (select id from users where deleted_at is null)
  )`

/** At most `:limit` of them after `:after`. Users are looked up one by one behind the order, so that those beyond the limit are not read. */
const PRESENT_PAGE = `present as materialized (
    select e.id, e.user_id, coalesce(e.since, e.granted_at) as granted_at
    from (
      select * from enrolments
      where course_id = :courseId and revoked_at is null and not continued and id > :after order by id offset 0
    ) e
    where (select u.deleted_at is null from users u where u.id = e.user_id)
    order by e.id limit :limit
  )`

/**
 * The enrolments, each with what its student did of the course: `touched` are lessons, present or gone, with accepted time or done, `done`
 * present ones, `beat_at` is the last beat. Progress is grouped once, of the students in `progressOf`.
 */
const studentsWith = (progressOf: string) => `progress as materialized (
    select p.user_id,
      count(*) filter (where p.seconds > 0 or p.completed_at is not null)::int as touched,
      count(p.completed_at) filter (where l.lesson_id is not null)::int as done,
      max(p.updated_at) as beat_at, coalesce(sum(p.seconds), 0)::bigint as seconds
    from ${progressOf} p
    left join (select lesson_id from lessons where course_id = :courseId) l on l.lesson_id = p.lesson_id
    group by p.user_id
  ), students as (
    select e.*, coalesce(p.touched, 0) as touched, coalesce(p.done, 0) as done, p.beat_at, coalesce(p.seconds, 0) as seconds
    from present e left join progress p on p.user_id = e.user_id
  )`

/** All who have `:courseId` at present. `inside` counts the present lessons. */
export const STUDENTS = `with ${INSIDE}, ${PRESENT}, ${studentsWith('(select * from lesson_progress where course_id = :courseId)')}`

/** The title of the lesson of a student's last beat; null when it is gone, or there was none. */
const LAST_LESSON = `(select l.title from lesson_progress p
  left join lessons l on l.lesson_id = p.lesson_id and l.course_id = p.course_id
  where p.user_id = s.user_id and p.course_id = :courseId and p.updated_at is not null order by p.updated_at desc, p.lesson_id limit 1) as last_lesson`

/** The present lessons in order: who of the present students began and finished each, and where those who did not finish it stand. */
export async function findLessonFigures(db: Db, courseId: string): Promise<LessonFigures[]> {
  const { rows } = await db.raw<{ rows: LessonFigures[] }>(
    `with ${PRESENT}
    select l.lesson_id, l.title, count(p.user_id)::int as started, count(p.completed_at)::int as finished,
      count(*) filter (where p.completed_at is null and p.position_seconds is not null)::int as stopped,
      percentile_cont(0.5) within group (order by p.position_seconds)
        filter (where p.completed_at is null) as stop_second,
      max(p.length_seconds) as length
    from lessons l
    left join (
      select p.* from lesson_progress p
      where p.course_id = :courseId and (p.seconds > 0 or p.completed_at is not null)
        and p.user_id in (select user_id from present)
    ) p on p.lesson_id = l.lesson_id
    where l.course_id = :courseId
    group by l.lesson_id, l.title, l.position
    order by l.position, l.lesson_id`,
    { courseId },
  )
  return rows
}

/** Groups present students by the Indian month of their enrolment, the latest first. */
export async function findCohorts(db: Db, courseId: string): Promise<CohortFigures[]> {
  const { rows } = await db.raw<{ rows: CohortFigures[] }>(
    `${STUDENTS}
    select to_char(granted_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*)::int as enrolled,
      count(*) filter (where touched > 0)::int as started,
      count(*) filter (where lessons > 0 and done * 2 >= lessons or ${isFinisher('s.user_id', ':courseId')})::int as half,
      count(*) filter (where lessons > 0 and done = lessons or ${isFinisher('s.user_id', ':courseId')})::int as finished
    from students s cross join inside
    group by 1 order by 1 desc`,
    { courseId },
  )
  return rows
}

/**
 * Finds who is stuck, the latest first: students with their last beat, and those enrolled who sent none. Each is looked up by itself behind the
 * order, so that no more are than the limit needs, whatever the database knows of them.
 */
const STUCK = `select * from (
    select user_id, beat_at as at, beat_at from last_beats where course_id = :courseId and beat_at < :before
    union all
    select e.user_id, coalesce(e.since, e.granted_at), null from enrolments e
    where e.course_id = :courseId and e.revoked_at is null and not e.continued and coalesce(e.since, e.granted_at) < :before
      and not exists (select from last_beats b where b.user_id = e.user_id and b.course_id = e.course_id)
    order by at desc, user_id desc offset 0
  ) s
  where (select true from (select * from enrolments where user_id = s.user_id offset 0) e
      where e.course_id = :courseId and e.revoked_at is null and not e.continued) is not null
    and (select true from users gone where gone.id = s.user_id and gone.deleted_at is not null) is null
    and (select f.finished_at from course_finishes f where f.user_id = s.user_id and f.course_id = :courseId) is null
    and exists (select from lessons l where l.course_id = :courseId and (
      select p.completed_at from lesson_progress p
      where p.user_id = s.user_id and p.course_id = :courseId and p.lesson_id = l.lesson_id) is null)
  order by at desc, user_id desc`

/**
 * Lists unfinished students without a beat since `before` or a later enrolment; last seen first. More than `MOST_COUNTED` are counted up
 * to one more than these, or than the page shows.
 */
export async function listStuck(
  db: Db,
  courseId: string,
  { before, limit, offset }: { before: Date; limit: number; offset: number },
): Promise<{ students: StuckStudent[]; total: number }> {
  const { rows } = await db.raw<{ rows: (StuckStudent & { total: number })[] }>(
    `with few as materialized (${STUCK} limit :most), page as (
      select * from few order by at desc, user_id desc limit :limit offset :offset
    )
    select every.total, u.user_id, u.name, u.email, coalesce(e.since, e.granted_at) as granted_at, s.beat_at as last_beat_at,
      u.last_seen_at as last_seen, ${LAST_LESSON},
      (select count(*)::int from lessons l join lesson_progress p on p.lesson_id = l.lesson_id
        where l.course_id = :courseId and p.user_id = s.user_id and p.course_id = :courseId and p.completed_at is not null) as lessons_done
    from (select count(*)::int as total from few) every
    left join (page s
      join users u on u.id = s.user_id
      join enrolments e on e.user_id = s.user_id and e.course_id = :courseId and e.revoked_at is null and not e.continued) on true
    order by s.at desc, s.user_id desc`,
    { courseId, before, limit, offset, most: Math.max(MOST_COUNTED, offset + limit) + 1 },
  )
  const students = rows.filter(({ user_id }) => user_id !== null).map(({ total: _, ...student }) => student)
  return { students, total: rows[0]?.total ?? 0 }
}

export type LearningExportRow = Omit<StuckStudent, 'lessons_done'> & {
  id: string
  done: number
  touched: number
  lessons: number
  seconds: number
}

/** The progress of each student of a page by the key of its table, whatever the database knows of it. */
const PROGRESS_OF_PAGE = `(select p.* from present e
  cross join lateral (select * from lesson_progress p where p.user_id = e.user_id and p.course_id = :courseId offset 0) p)`

/** All who have the course at present, in the order in which they got it. */
export async function exportLearning(
  db: Db,
  last: LearningExportRow | undefined,
  limit: number,
  courseId: string,
): Promise<LearningExportRow[]> {
  const { rows } = await db.raw<{ rows: LearningExportRow[] }>(
    `with ${INSIDE}, ${PRESENT_PAGE}, ${studentsWith(PROGRESS_OF_PAGE)}
    select s.id, u.user_id, u.name, u.email, s.granted_at, s.done, s.touched, s.seconds, lessons, s.beat_at as last_beat_at,
      u.last_seen_at as last_seen, ${LAST_LESSON}
    from students s join users u on u.id = s.user_id cross join inside
    order by s.id`,
    { courseId, after: last?.id ?? 0, limit },
  )
  return rows
}
