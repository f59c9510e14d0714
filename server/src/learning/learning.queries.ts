import type { z } from 'zod'
import type { Lesson, StoredLesson, StudentLesson } from '../../contract/learning.ts'
import type { Db } from '../context.ts'

const studentColumns = ['lesson_id', 'title', 'watch_link', 'download_link'] as const

/** Any course that ever was, deleted ones too. */
export async function findAnyCourse(
  db: Db,
  courseId: string,
): Promise<{ course_id: string; name: string; deleted: boolean } | undefined> {
  return db('courses')
    .where({ course_id: courseId })
    .first('course_id', 'name', db.raw('deleted_at is not null as deleted'))
}

/** Lessons of a course, in order, with the length of each file that the media library knows. */
export async function listLessons(db: Db, courseId: string): Promise<StoredLesson[]> {
  return db('lessons')
    .leftJoin('media', 'media.url', 'lessons.watch_link')
    .where('lessons.course_id', courseId)
    .orderBy(['lessons.position', 'lessons.lesson_id'])
    .select(
      ...[...studentColumns, 'seconds', 'preview'].map((column) => `lessons.${column}`),
      db.raw('nullif(ceil(media.seconds)::integer, 0) as file_seconds'),
    )
}

/** The same, with what the student (`users.id`) has done of them. */
export async function listStudentLessons(db: Db, courseId: string, userId: number): Promise<StudentLesson[]> {
  return db('lessons')
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
    )
}

/** Ids of the lessons of a course, which is kept from other writers of its lessons until the transaction ends. */
export async function lockLessonIds(trx: Db, courseId: string): Promise<string[]> {
  await trx('courses').where({ course_id: courseId }).forNoKeyUpdate().first('course_id')
  const rows: { lesson_id: string }[] = await trx('lessons').where({ course_id: courseId }).select('lesson_id')
  return rows.map(({ lesson_id }) => lesson_id)
}

/** Replaces the lessons of a course by these, in this order; rows with a kept id stay the same rows. */
export async function replaceLessons(
  trx: Db,
  courseId: string,
  lessons: readonly z.output<typeof Lesson>[],
): Promise<void> {
  const kept = lessons.map(({ lesson_id }) => lesson_id)
  await trx('lessons').where({ course_id: courseId }).whereNotIn('lesson_id', kept).del()
  // One row at a time may be the preview, also halfway through the next statement.
  await trx('lessons').where({ course_id: courseId, preview: true }).update({ preview: false })
  await trx('lessons')
    .insert(lessons.map((lesson, position) => ({ ...lesson, course_id: courseId, position })))
    .onConflict('lesson_id')
    .merge(['position', 'title', 'watch_link', 'download_link', 'seconds', 'preview'])
}

/** Notes that the lessons of a course are others now. */
export async function markLessonsUpdated(trx: Db, courseId: string, now: Date): Promise<void> {
  await trx('courses').where({ course_id: courseId }).update({ lessons_updated_at: now })
}

export async function isLessonOf(db: Db, lessonId: string, courseId: string): Promise<boolean> {
  const found = await db('lessons').where({ lesson_id: lessonId, course_id: courseId }).first('lesson_id')
  return found !== undefined
}

/** The beat before: when it was, and how much of the tolerance its run had left. */
export type LastBeat = { at: Date; tolerance: number }

/**
 * Notes the first beat of a student, of which there is none before; else answers the one before, whose row is held until the
 * transaction ends: beats of several tabs come one after the other. Then `keepBeat` notes this one.
 */
export async function takeBeat(trx: Db, userId: number, now: Date): Promise<LastBeat | undefined> {
  const first = await trx('learning_beats')
    .insert({ user_id: userId, beat_at: now })
    .onConflict('user_id')
    .ignore()
    .returning('user_id')
  if (first.length > 0) return undefined
  const last = await trx('learning_beats').where({ user_id: userId }).forUpdate().first('beat_at', 'tolerance_seconds')
  return { at: new Date(last.beat_at), tolerance: last.tolerance_seconds }
}

export async function keepBeat(trx: Db, userId: number, { at, tolerance }: LastBeat): Promise<void> {
  await trx('learning_beats')
    .where({ user_id: userId })
    .update({ beat_at: trx.raw('greatest(beat_at, ?)', [at]), tolerance_seconds: tolerance })
}

/** Adds accepted seconds to a lesson; `completed` marks it done or takes that back, undefined leaves it. */
export async function addProgress(
  trx: Db,
  beat: {
    userId: number
    courseId: string
    lessonId: string
    seconds: number
    completed?: boolean | undefined
    now: Date
  },
): Promise<void> {
  const { completed, now } = beat
  const done = { true: trx.raw('coalesce(lesson_progress.completed_at, excluded.completed_at)'), false: null }
  await trx('lesson_progress')
    .insert({
      user_id: beat.userId,
      course_id: beat.courseId,
      lesson_id: beat.lessonId,
      seconds: beat.seconds,
      completed_at: completed ? now : null,
      updated_at: now,
    })
    .onConflict(['user_id', 'course_id', 'lesson_id'])
    .merge({
      seconds: trx.raw('lesson_progress.seconds + excluded.seconds'),
      updated_at: trx.raw('excluded.updated_at'),
      ...(completed === undefined ? {} : { completed_at: done[`${completed}`] }),
    })
}
