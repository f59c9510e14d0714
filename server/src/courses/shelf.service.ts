import type { Shelf } from '../../contract/course-shelf.ts'
import { changedFields, noteChange } from '../activity.ts'
import { writeCatalogue } from '../catalogue.ts'
import type { Context, Db } from '../context.ts'
import { lockCourse } from './courses.queries.ts'
import { courseNotFound } from './courses.service.ts'
import { findShelf, moveCourse, updatePublished } from './shelf.queries.ts'

/** Where a course stands. 404. */
export async function shelfOf(db: Db, courseId: string): Promise<Shelf> {
  const found = await findShelf(db, courseId)
  if (!found) throw courseNotFound()
  return found
}

/** Publishes or withdraws a course, or gives it another place among all of them. 404. */
export async function setShelf(
  { db }: Pick<Context, 'db'>,
  courseId: string,
  { published, place }: { published?: boolean | undefined; place?: number | undefined },
): Promise<Shelf> {
  return writeCatalogue(db, async (trx) => {
    const locked = await lockCourse(trx, courseId)
    if (!locked) throw courseNotFound()
    const present = await shelfOf(trx, courseId)
    if (published !== undefined) await updatePublished(trx, courseId, published)
    if (place !== undefined && place !== present.place) await moveCourse(trx, courseId, place)
    const now = await shelfOf(trx, courseId)
    await noteChange(trx, { kind: 'course', id: courseId, name: locked.course.name, ...changedFields(present, now) })
    return now
  })
}
