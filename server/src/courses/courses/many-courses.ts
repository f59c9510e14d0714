import type { SetStatesBody, StatesAnswer } from 'contract/courses/many'
import type { CourseState } from 'contract/placement'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { courseStateChanged } from './course-state-changed.ts'
import { lockStates } from './many-courses.queries.ts'

const onSale = (state: CourseState) => state === 'published' || state === 'unlisted'

/** Sets the states of courses in one catalogue change; refusals carry a reason. */
export async function setStates(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { courses, also_empty = false }: z.output<typeof SetStatesBody>,
): Promise<StatesAnswer> {
  const wanted = new Map(courses.map(({ course_id, state }) => [course_id, state]))
  return writeCatalogue(db, async (trx) => {
    const changed: StatesAnswer['changed'] = []
    const refused: StatesAnswer['refused'] = []
    const present = await lockStates(trx, [...wanted.keys()])
    for (const [course_id, state] of wanted) {
      const course = present.get(course_id)
      if (!course) refused.push({ course_id, reason: 'gone' })
      else if (onSale(state) && course.lessons === 0 && !also_empty) refused.push({ course_id, reason: 'no_lessons' })
      else if (state !== course.status) {
        if (course.status === 'deleted') await courseStateChanged(trx, course, 'restored', now(), null)
        const entry = { before: { state: course.status }, after: { state } }
        await courseStateChanged(trx, course, state, now(), entry)
        changed.push({ course_id, was: course.status })
      }
    }
    return { changed, refused }
  })
}
