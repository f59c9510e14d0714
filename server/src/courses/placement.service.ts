import type { Placement } from 'contract/placement'
import { changedFields, noteChange } from '../activity/note-change.ts'
import { writeCatalogue } from '../catalogue/catalogue.queries.ts'
import type { Context, Db } from '../context.ts'
import { lockCourse } from './courses.queries.ts'
import { courseNotFound } from './courses.service.ts'
import { findPlacement, moveCourse, updatePublished } from './placement.queries.ts'

/** Where a course stands. 404. */
export async function placementOf(db: Db, courseId: string): Promise<Placement> {
  const found = await findPlacement(db, courseId)
  if (!found) throw courseNotFound()
  return found
}

/** Publishes or withdraws a course, or gives it another place among all of them. 404. */
export async function setPlacement(
  { db }: Pick<Context, 'db'>,
  courseId: string,
  { published, place }: { published?: boolean | undefined; place?: number | undefined },
): Promise<Placement> {
  return writeCatalogue(db, async (trx) => {
    const locked = await lockCourse(trx, courseId)
    if (!locked) throw courseNotFound()
    const present = await placementOf(trx, courseId)
    if (published !== undefined) await updatePublished(trx, courseId, published)
    if (place !== undefined && place !== present.place) await moveCourse(trx, courseId, place)
    const now = await placementOf(trx, courseId)
    await noteChange(trx, { kind: 'course', id: courseId, name: locked.course.name, ...changedFields(present, now) })
    return now
  })
}
