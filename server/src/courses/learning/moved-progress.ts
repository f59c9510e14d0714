import type { Db } from '../../context.ts'
import { barringAssignments } from '../assignments/assignment-gates.sql.ts'
import { COURSE_LESSONS, LESSONS } from '../courses/courses.sql.ts'
import { barringQuizzes } from '../quizzes/quiz-gates.sql.ts'

/**
 * Progress of a student (`users.id`) in a course of the shop before: percent, number of done lessons, or their titles. A
 * title can also be a position from 1, or several titles in one cell. `at` is the day of finishing, where it is known.
 */
export type ProgressRow = { user_id: number; course_id: string; at?: Date | undefined } & (
  | MovedProgress
  /** Ids, of a shop whose attempts at quizzes are brought too: gates included. */
  | { lesson_ids: readonly string[] }
)

/** Progress that needs no id of a lesson, so that it can wait for lessons. */
export type MovedProgress = { percent: number } | { done: number; total: number } | { lessons: readonly string[] }

type Lesson = { course_id: string; lesson_id: string; title: string; gate: boolean }

/**
 * Marks lessons as done in the shop before; returns per row how many became done now, and titles without a lesson. It
 * never takes a lesson back and adds no time, so the same rows again change nothing. A quiz or assignment that opens
 * later lessons is left to the student. Progress in a draft, or in a course without lessons, is stored until its lessons
 * arrive, and counts once as a lesson. `look` writes nothing. A constant number of statements, however many rows; the caller
 * has locked the students.
 */
export async function bringProgress(
  trx: Db,
  rows: readonly ProgressRow[],
  { now, moveId = null, look = false }: { now: Date; moveId?: string | null; look?: boolean },
): Promise<{ marked: number; unknown: string[] }[]> {
  const { rows: found } = await trx.raw<{ rows: Lesson[] }>(
    `select l.course_id, l.lesson_id, l.title, l.kind in ('quiz', 'assignment') and gate.lesson_id is not null as gate
     from ${LESSONS} l
     left join (${barringQuizzes('null')} union ${barringAssignments('null')}) gate on gate.lesson_id = l.lesson_id
     where l.course_id = any(:courseIds)
     order by l.position, l.lesson_id`,
    { courseIds: [...new Set(rows.map(({ course_id }) => course_id))] },
  )
  const byCourse = Map.groupBy(found, ({ course_id }) => course_id)
  const each = rows.map((row) => ({ row, ...doneOf(row, byCourse.get(row.course_id) ?? []) }))
  const wanted = each.flatMap(({ row, lessons }, index) =>
    lessons.filter(({ gate }) => !gate || 'lesson_ids' in row).map(({ lesson_id }) => ({ ...row, lesson_id, index })),
  )
  // Sorted, so that two transactions with the same lessons never deadlock.
  const sorted = wanted.toSorted((a, b) => a.user_id - b.user_id || (a.lesson_id < b.lesson_id ? -1 : 1))
  const { rows: marked } = await trx.raw<{ rows: { key: string }[] }>(look ? WOULD_MARK : MARK, {
    ...(look ? {} : { now, moveId }),
    users: sorted.map(({ user_id }) => user_id),
    courses: sorted.map(({ course_id }) => course_id),
    lessons: sorted.map(({ lesson_id }) => lesson_id),
    ats: sorted.map(({ at }) => at ?? null),
  })
  const keys = new Set(marked.map(({ key }) => key))
  const counts = rows.map(() => 0)
  for (const { user_id, lesson_id, index } of wanted)
    if (keys.has(`${user_id} ${lesson_id}`)) counts[index] = (counts[index] ?? 0) + 1
  const { courses, further } = await storeWaiting(trx, rows, { now, moveId, look })
  for (const index of further) counts[index] = (counts[index] ?? 0) + 1
  return each.map(({ row, unknown }, index) => ({
    marked: counts[index] ?? 0,
    // A title may be that of a later lesson.
    unknown: courses.has(row.course_id) ? [] : unknown,
  }))
}

type Stored = { user_id: number; course_id: string; progress: MovedProgress }

/**
 * Stores progress whose lessons are not all here yet; less than is stored changes nothing. Returns the courses that wait for
 * lessons, and the places of the rows that go further.
 */
async function storeWaiting(
  trx: Db,
  rows: readonly ProgressRow[],
  { now, moveId, look }: { now: Date; moveId: string | null; look: boolean },
): Promise<{ courses: Set<string>; further: Set<number> }> {
  const { rows: open } = await trx.raw<{ rows: { course_id: string }[] }>(
    `select course_id from ${COURSE_LESSONS} c where course_id = any(:courseIds) and (state = 'draft' or not has_lessons)`,
    { courseIds: [...new Set(rows.map(({ course_id }) => course_id))] },
  )
  const courses = new Set(open.map(({ course_id }) => course_id))
  const pairs = rows.filter(({ course_id }) => courses.has(course_id))
  const { rows: stored } = await trx.raw<{ rows: Stored[] }>(
    `select w.user_id, w.course_id, w.progress from waiting_progress w
     join unnest(cast(:users as bigint[]), cast(:courses as text[])) as pair (user_id, course_id) using (user_id, course_id)`,
    { users: pairs.map(({ user_id }) => user_id), courses: pairs.map(({ course_id }) => course_id) },
  )
  const known = new Map(stored.map((one) => [`${one.user_id} ${one.course_id}`, one.progress]))
  const changed = new Map<string, Stored & { at: Date | undefined }>()
  const further = new Set<number>()
  for (const [index, { user_id, course_id, at, ...progress }] of rows.entries()) {
    const key = `${user_id} ${course_id}`
    if (!courses.has(course_id) || 'lesson_ids' in progress || !isFurther(progress, known.get(key))) continue
    known.set(key, progress)
    changed.set(key, { user_id, course_id, at, progress })
    further.add(index)
  }
  const written = [...changed.values()]
  if (!look && written.length > 0)
    await trx.raw(STORE, {
      now,
      moveId,
      users: written.map(({ user_id }) => user_id),
      courses: written.map(({ course_id }) => course_id),
      progress: written.map(({ progress }) => JSON.stringify(progress)),
      ats: written.map(({ at }) => at ?? null),
    })
  return { courses, further }
}

const STORE = `insert into waiting_progress as stored (user_id, course_id, progress, done_at, move_id, stored_at)
  select user_id, course_id, progress, at, :moveId, :now
  from unnest(cast(:users as bigint[]), cast(:courses as text[]), cast(:progress as jsonb[]), cast(:ats as timestamptz[]))
    as brought (user_id, course_id, progress, at)
  order by user_id, course_id
  on conflict (user_id, course_id) do update set progress = excluded.progress, done_at = excluded.done_at,
    move_id = excluded.move_id, stored_at = excluded.stored_at, lessons_at = null`

/** Returns true for progress beyond the stored one. */
function isFurther(progress: MovedProgress, stored: MovedProgress | undefined): boolean {
  const [share, before] = [shareOf(progress), stored && shareOf(stored)]
  if (share === undefined) return JSON.stringify(progress) !== JSON.stringify(stored)
  return share > (before ?? 0)
}

/** The share of the course in percent; undefined for titles of lessons. */
function shareOf(progress: MovedProgress): number | undefined {
  if ('lessons' in progress) return undefined
  if ('percent' in progress) return progress.percent
  return progress.total > 0 ? (100 * progress.done) / progress.total : 0
}

const BROUGHT = `unnest(cast(:users as bigint[]), cast(:courses as text[]), cast(:lessons as text[]), cast(:ats as timestamptz[]))
  as brought (user_id, course_id, lesson_id, at)`

const MARK = `insert into lesson_progress as kept (user_id, course_id, lesson_id, completed_at, updated_at, moved_in_at, move_id)
  select distinct on (user_id, lesson_id) user_id, course_id, lesson_id, coalesce(at, :now), null, :now, :moveId
  from ${BROUGHT}
  order by user_id, lesson_id
  on conflict (user_id, course_id, lesson_id) do update set
    completed_at = excluded.completed_at, moved_in_at = excluded.moved_in_at, move_id = excluded.move_id
    where kept.completed_at is null and kept.moved_in_at is null
  returning user_id || ' ' || lesson_id as key`

const WOULD_MARK = `select brought.user_id || ' ' || brought.lesson_id as key from ${BROUGHT}
  where not exists (
    select from lesson_progress kept
    where kept.user_id = brought.user_id and kept.course_id = brought.course_id and kept.lesson_id = brought.lesson_id
      and (kept.completed_at is not null or kept.moved_in_at is not null))`

function doneOf(row: ProgressRow, course: readonly Lesson[]): { lessons: readonly Lesson[]; unknown: string[] } {
  if ('lessons' in row) return named(row.lessons, course)
  if ('lesson_ids' in row)
    return { lessons: course.filter(({ lesson_id }) => row.lesson_ids.includes(lesson_id)), unknown: [] }
  return {
    lessons: course.slice(0, 'percent' in row ? lessonsAt(row.percent, course.length) : stepsOf(row, course.length)),
    unknown: [],
  }
}

/** The most lessons whose share, shown as whole percent rounded down, is not above it: 33 % of three is one. */
function lessonsAt(percent: number, of: number): number {
  if (percent < 1) return 0
  let lessons = Math.min(of, Math.ceil((of * (Math.floor(percent) + 1)) / 100))
  while (lessons > 0 && Math.floor((100 * lessons) / of) > percent) lessons -= 1
  return lessons
}

const stepsOf = ({ done, total }: { done: number; total: number }, of: number) =>
  total > 0 ? Math.floor((Math.min(done, total) * of) / total) : 0

const plain = (title: string) => title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

function named(titles: readonly string[], course: readonly Lesson[]) {
  const byTitle = Map.groupBy(course, ({ title }) => plain(title))
  const find = (title: string) => byTitle.get(plain(title)) ?? atPosition(title, course)
  const [lessons, unknown]: [Lesson[], string[]] = [[], []]
  for (const cell of titles) {
    const whole = find(cell)
    for (const title of whole ? [cell] : cell.split(/[\n;|,]/).filter((part) => part.trim() !== '')) {
      const fits = find(title)
      if (fits) lessons.push(...fits)
      else unknown.push(title.trim())
    }
  }
  return { lessons: [...new Set(lessons)], unknown }
}

function atPosition(title: string, course: readonly Lesson[]): Lesson[] | undefined {
  const lesson = /^\s*\d{1,5}\s*$/.test(title) ? course[Number(title) - 1] : undefined
  return lesson && [lesson]
}

/**
 * Takes back what a move marked in these enrolments (`users.id`), but for lessons that the student opened since. Returns
 * how many.
 */
export async function takeBackProgress(
  trx: Db,
  moveId: string,
  enrolments: readonly { user_id: number; course_id: string }[],
): Promise<number> {
  const pairs = {
    moveId,
    users: enrolments.map(({ user_id }) => user_id),
    courses: enrolments.map(({ course_id }) => course_id),
  }
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `delete from lesson_progress p
     using unnest(cast(:users as bigint[]), cast(:courses as text[])) as given (user_id, course_id)
     where p.user_id = given.user_id and p.course_id = given.course_id and p.move_id = :moveId and p.updated_at is null
     returning p.user_id`,
    pairs,
  )
  await trx.raw(
    `delete from waiting_progress p
     using unnest(cast(:users as bigint[]), cast(:courses as text[])) as given (user_id, course_id)
     where p.user_id = given.user_id and p.course_id = given.course_id and p.move_id = :moveId`,
    pairs,
  )
  return rows.length
}
