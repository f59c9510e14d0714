import { createHash } from 'node:crypto'
import type { CourseSchedule, CourseScheduleBody } from 'contract/courses/schedule'
import { formatRupees, toPaise } from 'contract/money'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { courseStateChanged } from './course-state-changed.ts'
import { courseNotFound } from './courses.service.ts'
import { findPlanned, listDue, lockPlanned, type Planned } from './schedule.queries.ts'

/** Derives the admin calls' `ETag` from the plan: a due plan disappears without anybody's write. */
export const scheduleEtag = (courseId: string, schedule: CourseSchedule): string =>
  `"plan-${courseId}-${createHash('sha256').update(JSON.stringify(schedule)).digest('base64url').slice(0, 16)}"`

/** Returns a course's plans. 404. */
export async function scheduleOf(db: Db, courseId: string): Promise<CourseSchedule> {
  const found = await findPlanned(db, courseId)
  if (!found) throw courseNotFound()
  return found.schedule
}

/**
 * Plans publication, withdrawal and sale of a course; a start that is due is written at once. 404; 409 `edit_conflict`
 * when `ifMatch` names another plan, `course_incomplete`; 422 by the contract.
 */
export async function setSchedule(
  { db, now }: Pick<Context, 'db' | 'now'>,
  courseId: string,
  { sale, also_empty, ...others }: z.output<typeof CourseScheduleBody>,
  ifMatch: string | undefined,
): Promise<CourseSchedule> {
  const wanted = { ...others, sale: sale && { ...sale, from: sale.from ?? now().toISOString() } }
  return writeCatalogue(db, async (trx) => {
    const present = await lockPlanned(trx, courseId)
    if (!present) throw courseNotFound()
    requirePresent(ifMatch, scheduleEtag(courseId, present.schedule), 'this plan', present.schedule)
    refuseImpossible(wanted, present, now())
    const course = { course_id: courseId, name: present.name }
    const entry = changedFields(present.schedule, wanted)
    await courseStateChanged(trx, course, wanted, now(), entry, { alsoEmpty: also_empty })
    return wanted
  })
}

function refuseImpossible({ publish_at, withdraw, sale }: CourseSchedule, present: Planned, now: Date): void {
  const passed = (moment: string) => new Date(moment) <= now
  if (publish_at && present.state === 'published') throw invalidField('publish_at', 'This course is published already')
  if (publish_at && passed(publish_at)) throw invalidField('publish_at', 'This time has passed. Choose a later one')
  if (withdraw && passed(withdraw.at)) throw invalidField('withdraw.at', 'This time has passed. Choose a later one')
  if (sale && passed(sale.until)) throw invalidField('sale.until', 'This time has passed. Choose a later one')
  if (sale && toPaise(sale.price) >= present.price_paise)
    throw invalidField('sale.price', `The sale price must be below ${formatRupees(present.price_paise)}`)
}

/** Writes due plans, so that pages, lists and the CDN follow. Safe to repeat; writes nothing when none is due. */
export async function applyDue({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): Promise<void> {
  const due = await listDue(db, now())
  if (due.length === 0) return
  await writeCatalogue(db, (trx) => courseStateChanged(trx, null, 'due', now(), null))
  log.info({ course_ids: due }, 'due course plans applied')
}
