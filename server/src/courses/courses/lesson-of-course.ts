import { ORPCError } from '@orpc/server'
import type { LessonKind } from 'contract/courses/lesson-input'
import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { lockLessonIds } from './lessons.queries.ts'

type Refused = { errors?: { path: string }[] } | undefined

export type LessonOfCourse = {
  lesson_id: string
  kind: LessonKind
  title: string
  course_id: string
  course_name: string
}

/** Finds the lesson, of a deleted course too. */
export function findLesson(db: Db, lessonId: string): Promise<LessonOfCourse | undefined> {
  return db('lessons as l')
    .join('courses as c', 'c.course_id', 'l.course_id')
    .where('l.lesson_id', lessonId)
    .first('l.lesson_id', 'l.kind', 'l.title', 'l.course_id', 'c.name as course_name')
}

/** Finds the lesson. 404 for an unknown one. */
export async function requireLesson(db: Db, lessonId: string): Promise<LessonOfCourse> {
  const lesson = await findLesson(db, lessonId)
  if (!lesson) throw appError('not_found', 'Lesson not found')
  return lesson
}

/** Finds the lesson and locks its course's lessons until the transaction ends. 404, also for one removed meanwhile. */
export async function lockLesson(trx: Db, lessonId: string): Promise<LessonOfCourse> {
  const lesson = await requireLesson(trx, lessonId)
  const present = await lockLessonIds(trx, lesson.course_id)
  if (!present.includes(lessonId)) throw appError('not_found', 'Lesson not found')
  return lesson
}

/**
 * Notes an admin's change to a part of a lesson, such as its quiz: `part` is the log's field for the lesson. An absent
 * side is undefined.
 */
export async function notePartOfLesson(
  trx: Db,
  lesson: LessonOfCourse,
  part: 'quiz_of' | 'assignment_of' | 'live_of',
  before: Record<string, unknown> | undefined,
  after: Record<string, unknown> | undefined,
): Promise<void> {
  const of = { [part]: lesson.title }
  const changed = changedFields<Record<string, unknown>>(before ?? {}, after ?? {})
  const change = {
    before: before ? { ...of, ...(after ? changed.before : before) } : null,
    after: after ? { ...of, ...changed.after } : null,
  }
  await noteChange(trx, { kind: 'lessons', id: lesson.course_id, name: lesson.course_name, ...change })
}

/** Runs work whose refusal names fields below `field`, and lets their paths begin there. */
export async function pathsBelow(field: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { errors = [] } = (error instanceof ORPCError && (error.data as Refused)) || {}
    for (const problem of errors) problem.path = `${field}.${problem.path}`
    throw error
  }
}
