import type { GeneratedText } from 'contract/courses/generated'
import type { SetStatesBody, StatesAnswer } from 'contract/courses/many'
import type { CourseState } from 'contract/placement'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findBundlesOf } from './bundles.queries.ts'
import { courseStateChanged } from './course-state-changed.ts'
import { findGenerated } from './generated.queries.ts'
import { isOnSale } from './go-on-sale.ts'
import { lockStates, type StoredCourse } from './many-courses.queries.ts'

type Refusal = StatesAnswer['refused'][number]

/** Sets the states of courses in one catalogue change; refusals carry a reason. */
export async function setStates(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { courses, also_empty = false, also_generated = true }: z.output<typeof SetStatesBody>,
): Promise<StatesAnswer> {
  const wanted = new Map(courses.map(({ course_id, state }) => [course_id, state]))
  return writeCatalogue(db, async (trx) => {
    const changed: StatesAnswer['changed'] = []
    const refused: StatesAnswer['refused'] = []
    const present = await lockStates(trx, [...wanted.keys()])
    const generated = also_generated ? undefined : await findGenerated(trx, [...wanted.keys()])
    for (const [course_id, state] of wanted) {
      const course = present.get(course_id)
      const ends = course?.status !== state && (state === 'deleted' || state === 'archived')
      const inBundle = ends && (await findBundlesOf(trx, course_id)).length > 0
      const refusal = inBundle
        ? IN_BUNDLE
        : (refusalOf(course, state, also_empty) ?? unreadOf(course, state, generated?.get(course_id)))
      if (refusal) refused.push({ course_id, ...refusal })
      else if (course && state !== course.status) {
        if (course.status === 'deleted') await courseStateChanged(trx, course, 'restored', now(), null)
        const entry = { before: { state: course.status }, after: { state } }
        await courseStateChanged(trx, course, state, now(), entry, { alsoEmpty: also_empty })
        changed.push({ course_id, was: course.status })
      }
    }
    return { changed, refused }
  })
}

/** Refuses texts of a folder that nobody has looked at. */
function unreadOf(
  course: StoredCourse | undefined,
  state: CourseState,
  generated: GeneratedText[] = [],
): Omit<Refusal, 'course_id'> | undefined {
  if (!course || !isOnSale(state) || isOnSale(course.status) || generated.length === 0) return undefined
  return { reason: 'generated', missing: [], generated }
}

const IN_BUNDLE = { reason: 'in_bundle' as const, missing: [] }

function refusalOf(
  course: StoredCourse | undefined,
  state: CourseState,
  alsoEmpty: boolean,
): Omit<Refusal, 'course_id'> | undefined {
  if (!course) return { reason: 'gone', missing: [] }
  const lack = course.missing.filter((part) => part !== 'lessons' || !alsoEmpty)
  if (!isOnSale(state) || isOnSale(course.status) || lack.length === 0) return undefined
  return { reason: lack.every((part) => part === 'lessons') ? 'no_lessons' : 'incomplete', missing: lack }
}
