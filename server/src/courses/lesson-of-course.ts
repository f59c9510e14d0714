import type { LessonKind } from 'contract/lesson-input'
import type { Db } from '../context.ts'
import { appError } from '../errors.ts'
import { lockLessonIds } from './lessons.queries.ts'

export type LessonOfCourse = {
  lesson_id: string
  kind: LessonKind
  title: string
  course_id: string
  course_name: string
}

/** The lesson, of a deleted course too. */
export function findLesson(db: Db, lessonId: string): Promise<LessonOfCourse | undefined> {
  return db('lessons as l')
    .join('courses as c', 'c.course_id', 'l.course_id')
    .where('l.lesson_id', lessonId)
    .first('l.lesson_id', 'l.kind', 'l.title', 'l.course_id', 'c.name as course_name')
}

/** 404 for an unknown lesson. */
export async function requireLesson(db: Db, lessonId: string): Promise<LessonOfCourse> {
  const lesson = await findLesson(db, lessonId)
  if (!lesson) throw appError('not_found', 'Lesson not found')
  return lesson
}

/** The lesson, with its course kept from other writers of its lessons until the transaction ends. 404 also once it was taken away meanwhile. */
export async function lockLesson(trx: Db, lessonId: string): Promise<LessonOfCourse> {
  const lesson = await requireLesson(trx, lessonId)
  const present = await lockLessonIds(trx, lesson.course_id)
  if (!present.includes(lessonId)) throw appError('not_found', 'Lesson not found')
  return lesson
}
