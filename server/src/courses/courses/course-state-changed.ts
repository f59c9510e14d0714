import type { CourseSchedule } from 'contract/courses/schedule'
import { toPaise } from 'contract/money'
import type { CourseState } from 'contract/placement'
import { plainError } from '../../errors.ts'
import { type Change, noteChange } from '../../shop/activity/note-change.ts'
import type { CatalogueTrx } from '../../shop/catalogue/catalogue.queries.ts'
import { findBundlesOf } from './bundles.queries.ts'
import { DUE_AT, IN_SALE_AT, isHeld, STATE_AT } from './course-states.ts'
import { goOnSale, isIncomplete, isOnSale } from './go-on-sale.ts'

/** A state, `restored` from the bin to the former state, a plan, whose due parts apply at once, or `due` plans alone. */
type Step = CourseState | 'restored' | CourseSchedule | 'due'

const LATER_WITHDRAWAL = `withdraw_at = case when withdraw_at > :now then withdraw_at end,
  withdraw_to = case when withdraw_at > :now then withdraw_to end`

/** Columns of each step, and the rows that can take it. */
const WRITES = {
  deleted: 'deleted_at = :now, updated_at = :now, version = version + 1 where deleted_at is null',
  restored: `deleted_at = null, publish_at = null, updated_at = :now, version = version + 1,
    state = case when :incomplete then 'draft' else state end
    where deleted_at is not null and left_bin_at is null`,
  /** Drops plans that this state fulfils, or that are due. */
  chosen: `state = :step, ${LATER_WITHDRAWAL},
    publish_at = case when publish_at > :now and :step in ('draft', 'unlisted') then publish_at end where true`,
  due: `state = ${STATE_AT}, ${LATER_WITHDRAWAL},
    publish_at = case when publish_at > :now then publish_at end,
    sale_shown = coalesce(${IN_SALE_AT}, false),
    sale_price_paise = case when sale_until > :now then sale_price_paise end,
    sale_from = case when sale_until > :now then sale_from end,
    sale_until = case when sale_until > :now then sale_until end
    where ${DUE_AT}`,
}

/**
 * Writes a course's state, its place in the bin and its plans, together with the activity entry. No other way may write
 * them, so an incomplete course goes on sale by none: 409 `course_incomplete`, unless `alsoEmpty` answers for its
 * lessons; the bin returns it as a draft. `course` is null for the due plans of all courses; `entry` is null where
 * another entry of the call covers it.
 */
export async function courseStateChanged(
  trx: CatalogueTrx,
  course: { course_id: string; name: string } | null,
  step: Step,
  now: Date,
  entry: Pick<Change, 'before' | 'after'> | null,
  { alsoEmpty = false }: { alsoEmpty?: boolean | undefined } = {},
): Promise<void> {
  const courseId = course?.course_id ?? null
  const sells = typeof step === 'object' ? step.publish_at !== null : isOnSale(step)
  if (courseId !== null && sells) await goOnSale(trx, courseId, alsoEmpty)
  const ends =
    step === 'deleted' || step === 'archived' || (typeof step === 'object' && step.withdraw?.to === 'archived')
  if (course && ends) await refuseInBundle(trx, course)
  if (typeof step === 'object') await updateSchedule(trx, courseId, step)
  const incomplete = courseId !== null && step === 'restored' && (await isIncomplete(trx, courseId))
  const kind = typeof step === 'object' ? 'due' : step in WRITES ? (step as keyof typeof WRITES) : 'chosen'
  await trx.raw(`update courses set ${WRITES[kind]} and (:courseId::text is null or course_id = :courseId)`, {
    now,
    courseId,
    step,
    incomplete,
  })
  if (entry) await noteChange(trx, { kind: 'course', id: courseId, name: course?.name, ...entry })
}

/** Throws 409 `in_bundle` for a course that is no longer for sale and is in a bundle on sale. */
export async function refuseUnsoldInBundle(trx: CatalogueTrx, course: { course_id: string; name: string }) {
  const unsold = await trx('courses').where({ course_id: course.course_id }).whereRaw(isHeld('courses')).first()
  if (unsold) await refuseInBundle(trx, course)
}

/** Throws 409 `in_bundle` while a bundle on sale has the course. */
async function refuseInBundle(trx: CatalogueTrx, { course_id, name }: { course_id: string; name: string }) {
  const bundles = await findBundlesOf(trx, course_id)
  if (bundles.length === 0) return
  const named = bundles.map((bundle) => bundle.name).join(', ')
  const message = `“${name}” is in a bundle on sale: ${named}. Take it out of the bundle first`
  throw plainError('in_bundle', message, { bundles })
}

async function updateSchedule(
  trx: CatalogueTrx,
  course_id: string | null,
  { publish_at, withdraw, sale }: CourseSchedule,
) {
  await trx('courses')
    .where({ course_id })
    .update({
      publish_at,
      withdraw_at: withdraw?.at ?? null,
      withdraw_to: withdraw?.to ?? null,
      sale_price_paise: sale ? toPaise(sale.price) : null,
      sale_from: sale?.from ?? null,
      sale_until: sale?.until ?? null,
      ...(sale ? {} : { sale_shown: false }),
    })
}
