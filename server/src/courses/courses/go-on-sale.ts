import type { Course } from 'contract/courses/courses'
import { type Lack, lackOf } from 'contract/courses/missing'
import type { ChosenState } from 'contract/placement'
import type { Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { findBundled } from './bundles.queries.ts'
import { courseColumns, type Row, toWire } from './course-rows.ts'
import { LESSON_COUNT } from './course-states.ts'

/** Returns a course's state and what it lacks, in the bin too; undefined for an unknown course. */
export async function lackOfCourse(
  db: Db,
  courseId: string,
): Promise<{ state: ChosenState; planned: boolean; lack: Lack[] } | undefined> {
  const row: (Row & { state: ChosenState; lessons: number; planned: boolean }) | undefined = await db('courses')
    .where({ course_id: courseId })
    .first([...courseColumns, 'state', db.raw(`${LESSON_COUNT} as lessons, publish_at is not null as planned`)])
  if (!row) return undefined
  const course = toWire(row) as Course
  const gone = course.bundle_courses.length - (await findBundled(db, course.bundle_courses)).length
  const lack = lackOf(course, row.lessons)
  if (gone > 0)
    lack.push({ path: 'bundle_courses', message: 'A course of this bundle is deleted, archived or coming soon' })
  return { state: row.state, planned: row.planned, lack }
}

export const isOnSale = (state: string): boolean => state === 'published' || state === 'unlisted'

/**
 * Lets a course go on sale, or throws 409 `course_incomplete` with what it lacks as `errors`. `alsoEmpty` lets its
 * lessons follow later. A course on sale stays on sale.
 */
export async function goOnSale(trx: Db, courseId: string, alsoEmpty: boolean): Promise<void> {
  const found = await lackOfCourse(trx, courseId)
  if (!found || isOnSale(found.state)) return
  const errors = found.lack.filter(({ path }) => path !== 'lessons' || !alsoEmpty)
  if (errors.length > 0) throw incomplete(errors)
}

export const isIncomplete = async (db: Db, courseId: string): Promise<boolean> =>
  ((await lackOfCourse(db, courseId))?.lack.length ?? 0) > 0

const incomplete = (errors: Lack[]) =>
  plainError('course_incomplete', errors.map(({ message }) => message).join('. '), { errors })
