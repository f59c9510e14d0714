import type { Shelf } from '../../contract/course-shelf.ts'
import { changedFields, noteChange } from '../activity.ts'
import { writeCatalogue } from '../catalogue.ts'
import type { Context, Db } from '../context.ts'
import { lockCourse } from './courses.queries.ts'
import { courseNotFound } from './courses.service.ts'
import { listShelf, type ShelfRow, updatePositions, updatePublished } from './shelf.queries.ts'

/** Where a course stands. 404. */
export async function shelfOf(db: Db, courseId: string): Promise<Shelf> {
  return standing(await listShelf(db), courseId)
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
    const before = await listShelf(trx)
    const present = standing(before, courseId)
    if (published !== undefined) await updatePublished(trx, courseId, published)
    if (place !== undefined && place !== present.place) {
      const others = before.filter(({ course_id }) => course_id !== courseId).map(({ course_id }) => course_id)
      await updatePositions(trx, others.toSpliced(place - 1, 0, courseId))
    }
    const now = standing(await listShelf(trx), courseId)
    await noteChange(trx, { kind: 'course', id: courseId, name: locked.course.name, ...changedFields(present, now) })
    return now
  })
}

function standing(rows: ShelfRow[], courseId: string): Shelf {
  const at = rows.findIndex(({ course_id }) => course_id === courseId)
  const row = rows[at]
  if (!row) throw courseNotFound()
  return { course_id: courseId, published: row.published, place: at + 1, courses: rows.length }
}
