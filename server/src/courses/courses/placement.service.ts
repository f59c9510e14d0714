import type { Placement } from 'contract/placement'
import type { Context, Db } from '../../context.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { courseStateChanged } from './course-state-changed.ts'
import { lockCourse } from './courses.queries.ts'
import { chosenState, courseNotFound, type GrantState } from './courses.service.ts'
import { findPlacement, moveCourse } from './placement.queries.ts'

/** Returns a course's place. 404. */
export async function placementOf(db: Db, courseId: string): Promise<Placement> {
  const found = await findPlacement(db, courseId)
  if (!found) throw courseNotFound()
  return found
}

/** Changes a course's state, or its place among all. 404; 409 `course_incomplete`. */
export async function setPlacement(
  { db, now }: Pick<Context, 'db' | 'now'>,
  courseId: string,
  { place, ...given }: GrantState & { place?: number | undefined },
): Promise<Placement> {
  return writeCatalogue(db, async (trx) => {
    const locked = await lockCourse(trx, courseId)
    if (!locked) throw courseNotFound()
    const present = await placementOf(trx, courseId)
    const state = chosenState(given)
    if (state !== undefined)
      await courseStateChanged(trx, locked.course, state, now(), null, { alsoEmpty: given.also_empty })
    if (place !== undefined && place !== present.place) await moveCourse(trx, courseId, place)
    const changed = await placementOf(trx, courseId)
    const { published: _was, missing: _before, generated: _old, ...before } = present
    const { published: _is, missing: _after, generated: _new, ...after } = changed
    await noteChange(trx, { kind: 'course', id: courseId, name: locked.course.name, ...changedFields(before, after) })
    return changed
  })
}
