import type { LessonPosition, StudentLesson } from 'contract/learning'
import type { LessonFile } from 'contract/lesson-files'
import type { LessonKind } from 'contract/lesson-input'
import { SEEN_SHARE } from 'contract/seen-share'
import type { z } from 'zod'
import { assignmentOf } from '../assignments/stored/assignment-gates.sql.ts'
import type { Db } from '../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { LESSON_FILES } from '../courses/courses-by-media.queries.ts'
import { prepared } from '../db/knex.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { liveOf } from '../live/stored/live.sql.ts'
import { quizOf } from '../quizzes/stored/quiz-gates.sql.ts'
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

/** Its files as they are stored. */
export type ListedLesson = Omit<StudentLesson, 'files' | 'video'> & { files: LessonFile[] }

/**
 * Lessons of a course, in order, with what the student (`users.id`) has done of them. One that is not open yet says when it will be or which
 * quiz is in the way, and nothing of what is in it.
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
    .where('lessons.course_id', courseId)
    .orderBy(['lessons.position', 'lessons.lesson_id'])
    .select(
      ...studentColumns.map((column) => `lessons.${column}`),
      db.raw('lesson_progress.completed_at is not null as completed'),
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
      db.raw(`${liveOf('lessons')} as live`, { userId }),
    )
  return lessons.map((lesson) =>
    lesson.opens_at === null && lesson.waits_for === null
      ? lesson
      : { ...lesson, watch_link: '', download_link: null, files: [], captions: [] },
  )
}

/** What this lesson is, and whether it is open to the student (`users.id`), who has its course; undefined where the course has no such lesson. */
export async function findStudentLesson(
  db: Db,
  named: { userId: number; courseId: string; lessonId: string; now: Date },
): Promise<{ open: boolean; kind: LessonKind } | undefined> {
  const { rows } = await db
    .raw<{ rows: { open: boolean; kind: LessonKind }[] }>(
      `select l.kind, e.user_id is not null and ${isOpen('l', 'e')} as open from ${LESSONS} l
       left join ${PRESENT_ENROLMENTS} e on e.course_id = l.course_id and e.user_id = :userId
       where l.course_id = :courseId and l.lesson_id = :lessonId`,
      named,
    )
    .options(prepared('open lesson'))
  return rows[0]
}

/** Whether a student (`users.id`) has at present a course of which an open lesson uses this file. */
export async function ownsLessonWith(db: Db, userId: number, mediaId: string, now: Date): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: unknown[] }>(
      `select 1 from ${PRESENT_ENROLMENTS} e
       join ${LESSON_FILES} l on l.course_id = e.course_id
       where e.user_id = :userId and l.media_ids && array[:mediaId::text] and ${isOpen('l', 'e')}
       limit 1`,
      { userId, mediaId, now },
    )
    .options(prepared('owned file'))
  return rows.length > 0
}

/** The beat before: when it was, and how much of the tolerance its run had left. */
export type LastBeat = { at: Date; tolerance: number }

/**
 * The beat before, whose row is held until the transaction ends: beats of several tabs come one after the other, and `keepBeat` notes this one.
 * The first beat of a student, of which there is none before, is noted.
 */
export async function takeBeat(trx: Db, userId: number, now: Date): Promise<LastBeat | undefined> {
  const before = await holdBeat(trx, userId)
  if (before) return before
  const first = await trx('learning_beats')
    .insert({ user_id: userId, beat_at: now })
    .onConflict('user_id')
    .ignore()
    .returning('user_id')
  // The first beat of another tab was quicker.
  return first.length > 0 ? undefined : holdBeat(trx, userId)
}

async function holdBeat(trx: Db, userId: number): Promise<LastBeat | undefined> {
  const last = await trx('learning_beats').where({ user_id: userId }).forUpdate().first('beat_at', 'tolerance_seconds')
  return last && { at: new Date(last.beat_at), tolerance: last.tolerance_seconds }
}

export async function keepBeat(trx: Db, userId: number, { at, tolerance }: LastBeat): Promise<void> {
  await trx('learning_beats')
    .where({ user_id: userId })
    .update({ beat_at: trx.raw('greatest(beat_at, ?)', [at]), tolerance_seconds: tolerance })
}

/**
 * Adds accepted seconds to a lesson; `completed` marks it done or takes that back, undefined leaves it. A `position` is where the student
 * stands in it; one that is older than the one that is kept changes nothing: by the running number within a tab, else by the moment at which
 * it was true. One statement, for it is what is written most.
 */
export async function addProgress(
  trx: Db,
  beat: {
    userId: number
    courseId: string
    lessonId: string
    seconds: number
    completed?: boolean | undefined
    position?: z.output<typeof LessonPosition> | undefined
    now: Date
  },
): Promise<void> {
  const { position, completed, now, ...place } = beat
  const trueAt = position && new Date(now.getTime() - position.age * 1000)
  await trx
    .raw(
      `insert into lesson_progress as kept (user_id, course_id, lesson_id, seconds, completed_at, updated_at,
         position_seconds, length_seconds, position_at, position_tab, position_number)
       values (:userId, :courseId, :lessonId, :seconds, :completedAt, :now, :second, :length, :at, :tab, :number)
       on conflict (user_id, course_id, lesson_id) do update set
         seconds = kept.seconds + excluded.seconds,
         updated_at = excluded.updated_at,
         completed_at = case when cast(:completed as boolean) is null then kept.completed_at
           when :completed then coalesce(kept.completed_at, excluded.completed_at) end,
         ${['position_seconds', 'position_at', 'position_tab', 'position_number']
           .map((column) => `${column} = case when ${NEWER} then excluded.${column} else kept.${column} end`)
           .join(', ')},
         length_seconds = case when ${NEWER} then coalesce(excluded.length_seconds, kept.length_seconds) else kept.length_seconds end`,
      {
        ...place,
        completed: completed ?? null,
        completedAt: completed ? now : null,
        now,
        second: position?.second ?? null,
        length: position?.length ?? null,
        at: trueAt ?? null,
        tab: position?.tab ?? null,
        number: position?.number ?? null,
      },
    )
    .options(prepared('progress of a lesson'))
}

const NEWER = `(excluded.position_at is not null and (kept.position_at is null
  or kept.position_tab = excluded.position_tab and kept.position_number < excluded.position_number
  or kept.position_tab <> excluded.position_tab and kept.position_at <= excluded.position_at))`
