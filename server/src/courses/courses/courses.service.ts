import { randomBytes } from 'node:crypto'
import type { Course } from 'contract/courses/courses'
import { fieldsBeside } from 'contract/courses/extra-fields'
import type { CreateCourseBody, UpdateCourseBody } from 'contract/courses/input'
import { lackOf, missingIn } from 'contract/courses/missing'
import { isBelowFloor } from 'contract/giveaway'
import { formatRupees, toPaise } from 'contract/money'
import type { ChosenState } from 'contract/placement'
import type { z } from 'zod'
import { type Context, type Db, requireTrusted, type Trusted } from '../../context.ts'
import { appError, invalidField, plainError } from '../../errors.ts'
import { hook } from '../../platform/features/hooks.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { type CatalogueTrx, writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { publishFilesIn } from '../media/media.queries.ts'
import { findBundled } from './bundles.queries.ts'
import { courseStateChanged, refuseUnsoldInBundle } from './course-state-changed.ts'
import { type CourseFields, insertCourse, lockCourse, type StoredCourse, updateCourse } from './courses.queries.ts'
import { isOnSale, lackOfCourse } from './go-on-sale.ts'
import { copyLessons, markLessonsUpdated } from './lessons.queries.ts'
import { lockStates } from './many-courses.queries.ts'
import { findPlanned } from './schedule.queries.ts'

/** A course was copied with its lessons, each to the same position. */
export const courseCopied = hook<(trx: Db, copy: { from: string; to: string; now: Date }) => Promise<void>>()

type NewCourse = z.output<typeof CreateCourseBody> & GrantState
type Write = Pick<Context, 'db' | 'now'>

/** A state as clients name it: `published` alone separates a course on sale from a draft. */
export type GrantState = {
  published?: boolean | undefined
  state?: ChosenState | undefined
  also_empty?: boolean | undefined
}

export const chosenState = ({ published, state }: GrantState): ChosenState | undefined =>
  state ?? (published === undefined ? undefined : published ? 'published' : 'draft')

/** Returns the admin calls' `ETag`, which changes with every write to this course. */
export function courseEtag({ course, version }: StoredCourse): string {
  return `"${course.course_id}-${version}"`
}

/** A price that only an owner may set; 0 is none yet. */
const isGiveaway = (price: number) => price > 0 && isBelowFloor(price)

/**
 * Adds a course; derives the id from the name by default. 409 `course_exists` for one in use, `course_incomplete` for
 * one without lessons whose state is on sale; 403 for a price that gives it away. A call that names no state is the
 * first version's, which put every new course on sale.
 */
export const createCourse = (ctx: Write, by: Trusted, body: NewCourse): Promise<StoredCourse> =>
  writeCatalogue(ctx.db, (trx) => addCourse(trx, by, body, ctx.now()))

/** Adds a course in a catalogue write. */
export async function addCourse(trx: CatalogueTrx, by: Trusted, body: NewCourse, now: Date): Promise<StoredCourse> {
  const { course_id: input, published, state, also_empty, ...others } = body
  const { price: requested, ...texts } = others
  const price = others.free ? 0 : requested
  if (others.free || isGiveaway(price)) requireTrusted(by)
  refuseBeside({}, { ...texts, price })
  const ids = input ? [input] : idsFor(body.name)
  const chosen = chosenState({ published, state })
  const bundle_courses = await chosenCourses(trx, others.kind, others.bundle_courses)
  for (const course_id of ids) {
    const fields: CourseFields = { ...texts, bundle_courses, course_id, price_paise: toPaise(price) }
    const created = await insertCourse(trx, fields, now)
    if (!created) continue
    await publishFilesIn(trx, JSON.stringify(created.course))
    const alsoEmpty = also_empty ?? chosen === undefined
    const entry = { after: created.course }
    await courseStateChanged(trx, created.course, chosen ?? 'published', now, entry, { alsoEmpty })
    return created
  }
  throw plainError('course_exists', 'A course with this id already exists')
}

/** Returns the courses of a bundle, none of a course; throws 422 for one that cannot be in a bundle. */
async function chosenCourses(trx: Db, kind: Course['kind'], courseIds: readonly string[]): Promise<string[]> {
  if (kind !== 'bundle') return []
  const there = await findBundled(trx, courseIds)
  const at = courseIds.findIndex((id) => !there.includes(id))
  if (at === -1) return [...courseIds]
  const message = `“${courseIds[at]}” is not a course that a bundle can have`
  throw invalidField(`bundle_courses.${at}`, message)
}

const COPY = ' (copy)'
const MAX_NAME = 200

/** Copies a course and its lessons to a draft with the same files. 404. */
export async function duplicateCourse(ctx: Write, courseId: string): Promise<StoredCourse> {
  return writeCatalogue(ctx.db, async (trx) => {
    const { course } = await requireCourse(trx, courseId)
    const { price, ...rest } = course
    const name = `${course.name.slice(0, MAX_NAME - COPY.length)}${COPY}`
    for (const course_id of idsFor(name)) {
      const fields: CourseFields = { ...rest, name, course_id, price_paise: toPaise(price) }
      const made = await insertCourse(trx, fields, ctx.now())
      if (!made) continue
      await copyLessons(trx, courseId, course_id)
      await courseCopied(trx, { from: courseId, to: course_id, now: ctx.now() })
      await markLessonsUpdated(trx, course_id, ctx.now())
      await courseStateChanged(trx, made.course, 'draft', ctx.now(), { after: made.course })
      return made
    }
    throw plainError('course_exists', 'A course with this id already exists')
  })
}

/**
 * Changes the passed fields. 404; 409 `edit_conflict` when `ifMatch` names another state, or `expected_price` another
 * price; 403 for a price that gives it away; 422 for a change that leaves a course on sale incomplete.
 */
export async function changeCourse(
  ctx: Write,
  by: Trusted,
  courseId: string,
  { expected_price, ...body }: z.output<typeof UpdateCourseBody> & { expected_price?: number | undefined },
  ifMatch: string | undefined,
): Promise<StoredCourse> {
  return writeCatalogue(ctx.db, async (trx) => {
    const present = await requireCourse(trx, courseId)
    requirePresent(ifMatch, courseEtag(present), 'this course', present.course)
    refuseOtherPrice(expected_price, present.course)
    return updateLocked(trx, by, present, body, ctx.now())
  })
}

/** Changes the passed fields of a locked course in a catalogue write. */
export async function updateLocked(
  trx: CatalogueTrx,
  by: Trusted,
  present: StoredCourse,
  { price: requested, bundle_courses: chosen, ...others }: z.output<typeof UpdateCourseBody>,
  now: Date,
): Promise<StoredCourse> {
  const { course_id: courseId, kind } = present.course
  const free = others.free ?? present.course.free
  const price = free ? 0 : requested
  if (free && !present.course.free) requireTrusted(by)
  const rest = { ...others, ...(chosen && { bundle_courses: await chosenCourses(trx, kind, chosen) }) }
  const changes: Partial<CourseFields> = { ...rest, ...(price === undefined ? {} : { price_paise: toPaise(price) }) }
  if (price !== undefined && price !== present.course.price && isGiveaway(price)) requireTrusted(by)
  await refuseAtSalePrice(trx, courseId, changes.price_paise)
  refuseBeside(present.course, withoutUndefined({ price, ...rest }))
  await refuseLoss(trx, present.course, withoutUndefined({ price, ...rest }))
  const updated = await updateCourse(trx, present, withoutUndefined(changes), now)
  await refuseUnsoldInBundle(trx, present.course)
  // A course's files are public, even when a lesson uses them.
  await publishFilesIn(trx, JSON.stringify(updated.course))
  const fields = changedFields(present.course, updated.course)
  await noteChange(trx, { kind: 'course', id: courseId, name: updated.course.name, ...fields })
  return updated
}

/** Throws 422 when a course on sale, or planned to be, lost what it must have. Parts that it lacked before may stay missing. */
async function refuseLoss(trx: Db, before: Course, changes: Partial<Course>): Promise<void> {
  const lacked = missingIn(before, 1)
  const errors = lackOf({ ...before, ...changes }, 1).filter(({ path }) => !lacked.includes(path))
  const [first] = errors
  if (!first) return
  const found = await lackOfCourse(trx, before.course_id)
  if (found && (isOnSale(found.state) || found.planned)) throw plainError('invalid', first.message, { errors })
}

/** Throws when a field of a feature and the course's price or period contradict each other, of which at least one changes. */
function refuseBeside(before: Partial<Course>, changes: Partial<Course>): void {
  const { after: changed } = changedFields(before, changes)
  const course: Record<string, unknown> = { ...before, ...changes }
  for (const [field, { price, access_period }] of Object.entries(fieldsBeside)) {
    const checks = {
      price: price?.(Number(course.price)),
      access_period: access_period?.((course.access_period as string | null | undefined) ?? null),
    }
    for (const [own, check] of Object.entries(checks)) {
      if (course[field] == null || !(own in changed || field in changed)) continue
      const [issue] = check?.safeParse(course[field]).error?.issues ?? []
      if (issue) throw invalidField(field in changed ? [field, ...issue.path].join('.') : own, issue.message)
    }
  }
}

/** Throws 409 when another price was saved since `expected` was shown. */
function refuseOtherPrice(expected: number | undefined, current: Course): void {
  if (expected === undefined || expected === current.price) return
  const now = current.price === 0 ? 'removed' : `changed to ${formatRupees(toPaise(current.price))}`
  throw plainError('edit_conflict', `The price was ${now} meanwhile. Save again to replace that.`, { current })
}

/** Throws when the price is not above the sale's. */
async function refuseAtSalePrice(trx: Db, courseId: string, pricePaise: number | undefined): Promise<void> {
  if (pricePaise === undefined) return
  const sale = toPaise((await findPlanned(trx, courseId))?.schedule.sale?.price ?? 0)
  if (sale === 0 || pricePaise > sale) return
  const message = `The price must be above the sale price of ${formatRupees(sale)}. Change the sale first`
  throw invalidField('price', message)
}

/** Deletes a course from the catalogue; lessons and buyers' access stay. 404, also the second time. */
export async function deleteCourse(ctx: Write, courseId: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const { course } = await requireCourse(trx, courseId)
    const entry = { before: { deleted: false }, after: { deleted: true } }
    await courseStateChanged(trx, course, 'deleted', ctx.now(), entry)
  })
}

/** Restores a deleted course; 404 without one. */
export async function restoreCourse(ctx: Write, courseId: string): Promise<StoredCourse> {
  return writeCatalogue(ctx.db, async (trx) => {
    const course = (await lockStates(trx, [courseId])).get(courseId)
    if (course?.status !== 'deleted') throw courseNotFound()
    const entry = { before: { deleted: true }, after: { deleted: false } }
    await courseStateChanged(trx, course, 'restored', ctx.now(), entry)
    return requireCourse(trx, courseId)
  })
}

export const courseNotFound = () => appError('not_found', 'Course not found')

/** Locks a course of the catalogue. 404. */
export async function requireCourse(trx: Db, courseId: string): Promise<StoredCourse> {
  const found = await lockCourse(trx, courseId)
  if (!found) throw courseNotFound()
  return found
}

/** Lists ids for a name, the nicest first; the last is random enough to be free. */
function idsFor(name: string): string[] {
  const slug =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'course'
  return [slug, `${slug}-2`, `${slug}-3`, `${slug}-4`, `${slug}-${randomBytes(6).toString('hex')}`]
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>
}
