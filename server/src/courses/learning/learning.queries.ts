import type { LessonFile } from 'contract/courses/lesson-files'
import type { LessonKind } from 'contract/courses/lesson-input'
import type { ShownNextStep } from 'contract/courses/next-step'
import type { LessonPosition, StudentLesson } from 'contract/learning'
import { SEEN_SHARE } from 'contract/limits'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { prepared } from '../../platform/db/knex.ts'
import { pieces } from '../../platform/features/pieces.ts'
import { factStored } from '../../shop/moments/moments.ts'
import { DELIVERY, deliveryOf, type StoredDelivery } from '../../shop/settings/settings.queries.ts'
import { assignmentOf } from '../assignments/assignment-gates.sql.ts'
import { LESSON_FILES, LESSONS } from '../courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { MEDIA } from '../media/media.queries.ts'
import { questionsUnder } from '../questions/questions.sql.ts'
import { quizOf } from '../quizzes/quiz-gates.sql.ts'
import { ACCEPTED } from './accepted-seconds.sql.ts'
import { finishedOn } from './finishes.sql.ts'
import { isDue, isOpen, opensAt, waitsFor } from './opening.sql.ts'

const studentColumns = [
  'lesson_id',
  'kind',
  'title',
  'watch_link',
  'download_link',
  'files',
  'captions',
  'section',
] as const

/** Stored files, with unsigned addresses. */
export type ListedLesson = Omit<StudentLesson, 'files' | 'video'> & { files: LessonFile[] }

/**
 * Lists a course's lessons in order, with the student's (`users.id`) progress. A closed lesson carries its opening time
 * or the blocking quiz, and none of its content.
 */
export async function listStudentLessons(db: Db, courseId: string, userId: number, now: Date): Promise<ListedLesson[]> {
  const lessons: ListedLesson[] = await db(db.raw(`${LESSONS} as lessons`))
    .leftJoin(db.raw(`${PRESENT_ENROLMENTS} as e`, { now }), (join) =>
      join.on('e.course_id', 'lessons.course_id').andOnVal('e.user_id', userId),
    )
    .leftJoin('lesson_progress', (join) =>
      join
        .on('lesson_progress.lesson_id', 'lessons.lesson_id')
        .andOn('lesson_progress.course_id', 'lessons.course_id')
        .andOnVal('lesson_progress.user_id', userId),
    )
    .leftJoin(db.raw(`${MEDIA} as media`), 'media.url', 'lessons.watch_link')
    .where('lessons.course_id', courseId)
    .orderBy(['lessons.position', 'lessons.lesson_id'])
    .select(
      ...studentColumns.map((column) => `lessons.${column}`),
      db.raw('lesson_progress.completed_at is not null as completed'),
      db.raw(
        `coalesce(lesson_progress.completed_at is null and lessons.created_at > ${finishedOn(':userId', 'lessons.course_id')}, false) as is_new`,
        { userId },
      ),
      db.raw(
        'coalesce(completed_at is not null and moved_in_at is not null and lesson_progress.seconds = 0, false) as moved_in',
      ),
      db.raw(
        `case when position_seconds < coalesce(length_seconds, 'infinity') * ? then position_seconds else 0 end as position`,
        [SEEN_SHARE],
      ),
      'length_seconds as length',
      'position_at as watched_at',
      db.raw(`case when not ${isDue('lessons', 'e')} then ${opensAt('lessons', 'e')} end as opens_at`, { now }),
      db.raw(`${waitsFor('lessons', 'e')} as waits_for`),
      db.raw(`${quizOf('lessons')} as quiz`, { userId }),
      db.raw(`${assignmentOf('lessons')} as assignment`, { userId }),
      db.raw(`${pieces.liveOf('lessons')} as live`, { userId }),
      db.raw('coalesce(nullif(ceil(media.seconds)::integer, 0), lessons.seconds) as seconds'),
      'media.bytes as bytes',
      db.raw(
        `(select count(*)::integer from lesson_notes n where n.user_id = :userId and n.course_id = lessons.course_id
          and n.lesson_id = lessons.lesson_id) as notes`,
        { userId },
      ),
      db.raw(`${questionsUnder('lessons')} as questions`, { userId }),
    )
  return lessons.map(({ is_new, ...known }) => {
    const lesson = is_new ? { ...known, is_new } : known
    return lesson.opens_at === null && lesson.waits_for === null
      ? lesson
      : { ...lesson, watch_link: '', download_link: null, bytes: null, files: [], captions: [] }
  })
}

const queryOpenLesson = prepared<{ open: boolean; kind: LessonKind; delivery: StoredDelivery }>(
  'open lesson',
  () => `select l.kind, e.user_id is not null and ${isOpen('l', 'e')} as open, ${DELIVERY} as delivery from ${LESSONS} l
       left join ${PRESENT_ENROLMENTS} e on e.course_id = l.course_id and e.user_id = :userId
       where l.course_id = :courseId and l.lesson_id = :lessonId`,
)

/**
 * Finds a lesson's kind, whether it is open to the student (`users.id`; false without the course), and the device
 * limit, 0 for none; undefined for a lesson of another course.
 */
export async function findStudentLesson(
  db: Db,
  named: { userId: number; courseId: string; lessonId: string; now: Date },
): Promise<{ open: boolean; kind: LessonKind; devices: number } | undefined> {
  const [found] = await queryOpenLesson(db, named)
  return found && { open: found.open, kind: found.kind, devices: deliveryOf(found.delivery).devices }
}

const queryOwnedFile = prepared(
  'owned file',
  () => `select 1 from ${PRESENT_ENROLMENTS} e
       join ${LESSON_FILES} l on l.course_id = e.course_id
       where e.user_id = :userId and l.media_ids && array[:mediaId::text] and ${isOpen('l', 'e')}
       limit 1`,
)

/** Checks that a student (`users.id`) has a course now with an open lesson that uses this file. */
export async function ownsLessonWith(db: Db, userId: number, mediaId: string, now: Date): Promise<boolean> {
  const rows = await queryOwnedFile(db, { userId, mediaId, now })
  return rows.length > 0
}

type Beat = {
  userId: number
  courseId: string
  lessonId: string
  seconds: number
  completed?: boolean | undefined
  position?: z.output<typeof LessonPosition> | undefined
  now: Date
}

/**
 * Stores a beat: the accepted part of its whole `seconds`, and the rest like `addProgress`. One statement without an
 * open transaction, because beats are the most frequent write. 401 once the account is deleted.
 */
export async function takeBeat(db: Db, beat: Beat): Promise<void> {
  if (beat.completed) await db.transaction((trx) => completing(trx, beat, () => storeBeat(trx, beat)))
  else await storeBeat(db, beat)
}

const queryBeat = prepared<Accepted['rows'][number]>(
  'beat',
  () => `with ${ACCEPTED}, progress as (${progressOf('accepted')}) ${ANSWER}`,
)

async function storeBeat(db: Db, { seconds, ...rest }: Beat): Promise<void> {
  const rows = await queryBeat(db, { ...boundProgress(rest), claimed: seconds })
  if (acceptedOf(rows) === null) await storeBeat(db, { seconds, ...rest })
}

/** Runs the write that completes a lesson, and notifies others the first time. */
async function completing(trx: Db, { userId, courseId, lessonId, now: at }: Beat, write: () => Promise<void>) {
  const place = { user_id: userId, course_id: courseId, lesson_id: lessonId }
  const before = await trx('lesson_progress').where(place).whereNotNull('completed_at').first('lesson_id')
  await write()
  if (before) return
  const subject = `${userId} ${courseId} ${lessonId}`
  const detail = { lesson_id: lessonId }
  await factStored(trx, { event: 'lesson.completed', subject, userId, courseId, detail, at })
}

/**
 * Counts the accepted part of claimed whole seconds; locks the student's beat clock until the transaction ends. 401 as
 * above.
 */
export async function countSeconds(trx: Db, claim: { userId: number; claimed: number; now: Date }): Promise<number> {
  const { rows } = await trx.raw<Accepted>(`with ${ACCEPTED} ${ANSWER}`, claim)
  return acceptedOf(rows) ?? countSeconds(trx, claim)
}

type Accepted = { rows: { seconds: number | null }[] }

const ANSWER = 'select (select seconds from accepted) as seconds from living'

function acceptedOf([row]: Accepted['rows']): number | null {
  if (!row) throw sessionExpired()
  return row.seconds
}

/**
 * Adds accepted seconds to a lesson; `completed` marks it done or reverts that, undefined leaves it. A `position` older
 * than the stored one changes nothing: by the running number within a tab, else by its moment.
 */
export async function addProgress(trx: Db, beat: Beat): Promise<void> {
  if (beat.completed) await completing(trx, beat, () => storeProgress(trx, beat))
  else await storeProgress(trx, beat)
}

const queryProgressOfALesson = prepared('progress of a lesson', () =>
  progressOf('(select cast(:seconds as bigint) as seconds) accepted'),
)

async function storeProgress(trx: Db, { seconds, ...rest }: Beat): Promise<void> {
  await queryProgressOfALesson(trx, { ...boundProgress(rest), seconds })
}

const boundProgress = ({ position, completed, now, ...place }: Omit<Beat, 'seconds'>) => ({
  ...place,
  completed: completed ?? null,
  completedAt: completed ? now : null,
  now,
  second: position?.second ?? null,
  length: position?.length ?? null,
  at: position ? new Date(now.getTime() - position.age * 1000) : null,
  tab: position?.tab ?? null,
  number: position?.number ?? null,
})

const NEWER = `(excluded.position_at is not null and (kept.position_at is null
  or kept.position_tab = excluded.position_tab and kept.position_number < excluded.position_number
  or kept.position_tab <> excluded.position_tab and kept.position_at <= excluded.position_at))`

/** Writes the seconds of the one row of `accepted`. */
const progressOf = (accepted: string) => `insert into lesson_progress as kept (user_id, course_id, lesson_id, seconds,
    completed_at, updated_at, position_seconds, length_seconds, position_at, position_tab, position_number)
  select :userId, :courseId, :lessonId, accepted.seconds,
    :completedAt, :now, :second, :length, :at, :tab, :number from ${accepted}
  on conflict (user_id, course_id, lesson_id) do update set
    seconds = kept.seconds + excluded.seconds,
    updated_at = excluded.updated_at,
    completed_at = case when cast(:completed as boolean) is null then kept.completed_at
      when :completed then coalesce(kept.completed_at, excluded.completed_at) end,
    ${['position_seconds', 'position_at', 'position_tab', 'position_number']
      .map((column) => `${column} = case when ${NEWER} then excluded.${column} else kept.${column} end`)
      .join(', ')},
    length_seconds = case when ${NEWER} then coalesce(excluded.length_seconds, kept.length_seconds) else kept.length_seconds end`

/** Finds what a student of a course is to do next; undefined for nothing. */
export async function findNextStep(db: Db, userId: number, courseId: string): Promise<ShownNextStep | undefined> {
  const { rows } = await db.raw<{ rows: { step: ShownNextStep | null }[] }>(
    `select ${pieces.nextStep('own.course_id', 'own.user_id')} as step
     from (values (cast(:courseId as text), cast(:userId as bigint))) own (course_id, user_id)`,
    { courseId, userId },
  )
  return rows[0]?.step ?? undefined
}
