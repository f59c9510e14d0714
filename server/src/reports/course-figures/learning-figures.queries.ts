import type { CohortFigures, LessonFigures, StuckStudent } from 'contract/course-figures'
import type { Db } from '../../context.ts'

/**
 * Who has `:courseId` at present, each with what they did of it: `touched` are lessons, present or gone, with accepted time or done, `done` present
 * ones, `beat_at` is their last beat. `inside` counts the present lessons.
 */
const STUDENTS = `with inside as (select count(*)::int as lessons from lessons where course_id = :courseId),
  students as (
    select e.id, e.user_id, coalesce(e.since, e.granted_at) as granted_at,
      count(p.lesson_id) filter (where p.seconds > 0 or p.completed_at is not null)::int as touched,
      count(p.completed_at) filter (where l.lesson_id is not null)::int as done,
      max(p.updated_at) as beat_at, coalesce(sum(p.seconds), 0)::bigint as seconds
    from enrolments e
    join users u on u.id = e.user_id and u.deleted_at is null
    left join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
    left join lessons l on l.lesson_id = p.lesson_id and l.course_id = e.course_id
    where e.course_id = :courseId and e.revoked_at is null and not e.continued
    group by e.id
  )`

/** The title of the lesson of a student's last beat; null when it is gone, or there was none. */
const LAST_LESSON = `(select l.title from lesson_progress p
  left join lessons l on l.lesson_id = p.lesson_id and l.course_id = p.course_id
  where p.user_id = s.user_id and p.course_id = :courseId order by p.updated_at desc, p.lesson_id limit 1) as last_lesson`

/** The present lessons in order: who of the present students began and finished each, and where those who did not finish it stand. */
export async function findLessonFigures(db: Db, courseId: string): Promise<LessonFigures[]> {
  const { rows } = await db.raw<{ rows: LessonFigures[] }>(
    `select l.lesson_id, l.title, count(p.user_id)::int as started, count(p.completed_at)::int as finished,
      count(*) filter (where p.completed_at is null and p.position_seconds is not null)::int as stopped,
      percentile_cont(0.5) within group (order by p.position_seconds)
        filter (where p.completed_at is null) as stop_second,
      max(p.length_seconds) as length
    from lessons l
    left join (
      select p.* from lesson_progress p
      join enrolments e on e.user_id = p.user_id and e.course_id = p.course_id and e.revoked_at is null and not e.continued
      join users u on u.id = p.user_id and u.deleted_at is null
      where p.course_id = :courseId and (p.seconds > 0 or p.completed_at is not null)
    ) p on p.lesson_id = l.lesson_id
    where l.course_id = :courseId
    group by l.lesson_id, l.title, l.position
    order by l.position, l.lesson_id`,
    { courseId },
  )
  return rows
}

/** Who has the course at present, by the Indian month in which they got it, the latest first. */
export async function findCohorts(db: Db, courseId: string): Promise<CohortFigures[]> {
  const { rows } = await db.raw<{ rows: CohortFigures[] }>(
    `${STUDENTS}
    select to_char(granted_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, count(*)::int as enrolled,
      count(*) filter (where touched > 0)::int as started,
      count(*) filter (where lessons > 0 and done * 2 >= lessons)::int as half,
      count(*) filter (where lessons > 0 and done = lessons)::int as finished
    from students cross join inside
    group by 1 order by 1 desc`,
    { courseId },
  )
  return rows
}

/** Who has not finished, and sent no beat since `before`, nor got the course since; who was there last comes first. */
export async function listStuck(
  db: Db,
  courseId: string,
  { before, limit, offset }: { before: Date; limit: number; offset: number },
): Promise<{ students: StuckStudent[]; total: number }> {
  const stuck = `${STUDENTS}, stuck as (
      select s.*, lessons from students s cross join inside
      where done < lessons and coalesce(beat_at, granted_at) < :before
    )`
  const [page, counted] = await Promise.all([
    db.raw<{ rows: StuckStudent[] }>(
      `${stuck}
      select u.user_id, u.name, u.email, s.granted_at, s.done as lessons_done, s.beat_at as last_beat_at, ${LAST_LESSON}
      from stuck s join users u on u.id = s.user_id
      order by coalesce(s.beat_at, s.granted_at) desc, s.id desc limit :limit offset :offset`,
      { courseId, before, limit, offset },
    ),
    db.raw<{ rows: { total: number }[] }>(`${stuck} select count(*)::int as total from stuck`, { courseId, before }),
  ])
  return { students: page.rows, total: counted.rows[0]?.total ?? 0 }
}

export type LearningExportRow = Omit<StuckStudent, 'lessons_done'> & {
  id: string
  done: number
  touched: number
  lessons: number
  seconds: number
}

/** All who have the course at present, in the order in which they got it. */
export async function exportLearning(
  db: Db,
  courseId: string,
  last: LearningExportRow | undefined,
  limit: number,
): Promise<LearningExportRow[]> {
  const { rows } = await db.raw<{ rows: LearningExportRow[] }>(
    `${STUDENTS}
    select s.id, u.user_id, u.name, u.email, s.granted_at, s.done, s.touched, s.seconds, lessons, s.beat_at as last_beat_at,
      ${LAST_LESSON}
    from students s join users u on u.id = s.user_id cross join inside
    where s.id > :after order by s.id limit :limit`,
    { courseId, after: last?.id ?? 0, limit },
  )
  return rows
}
