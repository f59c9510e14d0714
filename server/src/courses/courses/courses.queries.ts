import { Course, OwnCourse } from 'contract/courses/courses'
import type { Sale } from 'contract/courses/schedule'
import { toRupees } from 'contract/money'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { findIncluded, type IncludedRow, type SoldTerms } from './bundles.queries.ts'
import { courseColumns, isExtra, noExtras, type Row, saleColumns, shownPrice, toWire } from './course-rows.ts'
import { LISTED, SOLD } from './course-states.ts'
import { FOR_SALE } from './courses.sql.ts'
import { storeVersion } from './versions.queries.ts'

/** A stored course, beyond the wire's fields. */
export type StoredCourse = { course: OwnCourse; version: number }

/** Writable fields: the wire's, with the price in paise. */
export type CourseFields = Omit<OwnCourse, 'price'> & { price_paise: number }

/** Finds a course of the catalogue; undefined for an unknown or deleted one. */
export async function findCourse(db: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(db('courses').where({ course_id: courseId }).whereNull('deleted_at'))
}

/** Finds a course on sale by its address, listed or not. */
export async function findCourseOnSale(
  db: Db,
  courseId: string,
): Promise<{ course: Course & { sale?: Sale }; listed: boolean } | undefined> {
  const query = db('courses').where({ course_id: courseId }).whereRaw(SOLD)
  const row: Row | undefined = await query.first([...courseColumns, ...saleColumns, 'version', 'state'])
  return row && { course: { ...Course.parse(toWire(row)), ...shownPrice(row) }, listed: row.state === 'published' }
}

/** Locks a course against other writers until the transaction ends. */
export async function lockCourse(trx: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(trx('courses').where({ course_id: courseId }).whereNull('deleted_at').forUpdate())
}

/** Finds any course, deleted ones included. */
export async function findAnyCourse(
  db: Db,
  courseId: string,
): Promise<
  { course_id: string; name: string; kind: Course['kind']; deleted: boolean; teacher_name: string | null } | undefined
> {
  return db('courses')
    .where({ course_id: courseId })
    .first('course_id', 'name', 'kind', 'teacher_name', db.raw('deleted_at is not null as deleted'))
}

/** Returns the lowest ordinary price in rupees of the published courses, or of those named; infinite without any. */
export async function findLowestPrice(db: Db, courseIds: readonly string[] | null): Promise<number> {
  const requested = courseIds ? db('courses').whereIn('course_id', courseIds) : db('courses').whereRaw(LISTED)
  const [cheapest]: number[] = await requested
    .where('price_paise', '>', 0)
    .orderBy('price_paise')
    .limit(1)
    .pluck('price_paise')
  return cheapest === undefined ? Infinity : toRupees(cheapest)
}

/** Returns true for a course in the catalogue, drafts included. */
export async function isInCatalogue(db: Db, courseId: string): Promise<boolean> {
  const found = await db('courses').where({ course_id: courseId }).whereNull('deleted_at').first('course_id')
  return found !== undefined
}

export type CourseForSale = {
  course_id: string
  name: string
  banner: string
  price_paise: number
  access_period: string | null
  legal_disclaimer: string | null
  free: boolean
  terms: SoldTerms
  /** Courses of a bundle, in order; absent for a course. */
  included?: IncludedRow[]
}

/** A row of `FOR_SALE`. */
export type ForSaleRow = Omit<CourseForSale, 'included'> & { kind: Course['kind'] }

const queryCoursesForSale = prepared<ForSaleRow>(
  'courses for sale',
  () =>
    `select course_id, name, banner, kind, price_paise, access_period, legal_disclaimer, free, terms from ${FOR_SALE} c`,
)

/** Finds those of `courseIds` that can be bought at `now`, with their charged prices. */
export async function findCoursesForSale(db: Db, courseIds: readonly string[], now: Date): Promise<CourseForSale[]> {
  return withIncluded(db, await queryCoursesForSale(db, { courseIds: JSON.stringify(courseIds), now }))
}

/** Adds the courses of the bundles among rows of `FOR_SALE`. */
export async function withIncluded(db: Db, rows: readonly ForSaleRow[]): Promise<CourseForSale[]> {
  const bundles = rows.flatMap(({ kind, course_id }) => (kind === 'bundle' ? course_id : []))
  const included = await findIncluded(db, bundles)
  return rows.map(({ kind, ...row }) =>
    kind === 'bundle' ? { ...row, included: included.get(row.course_id) ?? [] } : row,
  )
}

type Published = { own: number; demo: number; newest: string | null }

/** Counts listed courses: the shop's own, and the demo's; `newest` is the id of one of its own. */
export async function countPublished(db: Db): Promise<Published> {
  const row: Published | undefined = await db('courses')
    .whereRaw(LISTED)
    .first(
      db.raw(`count(*) filter (where not demo)::int as own, count(*) filter (where demo)::int as demo,
        (array_agg(course_id order by created_at desc) filter (where not demo))[1] as newest`),
    )
  return row ?? { own: 0, demo: 0, newest: null }
}

/** Lists courses outside the demo, deleted ones included: sold ones stay sold. */
export const ownCourseIds = (db: Db): Promise<string[]> => db('courses').where({ demo: false }).pluck('course_id')

async function first(query: Knex.QueryBuilder): Promise<StoredCourse | undefined> {
  const row: Row | undefined = await query.first([...courseColumns, 'version'])
  return row && toStored(row)
}

/** Inserts a draft; undefined when the `course_id` is in use, also by a deleted course. */
export async function insertCourse(trx: Db, fields: CourseFields, now: Date): Promise<StoredCourse | undefined> {
  const [row]: Row[] = await trx('courses')
    .insert({ ...toColumns(trx, fields, "'{}'"), state: 'draft', created_at: now, updated_at: now })
    .onConflict('course_id')
    .ignore()
    .returning([...courseColumns, 'version'])
  if (!row) return undefined
  const made = toStored(row)
  await storeVersion(trx, made.course, undefined, now)
  return made
}

/** Changes fields of a locked course. */
export async function updateCourse(
  trx: Db,
  { course: before }: StoredCourse,
  fields: Partial<CourseFields>,
  now: Date,
): Promise<StoredCourse> {
  const courseId = before.course_id
  const [row]: Row[] = await trx('courses')
    .where({ course_id: courseId })
    .update({ ...toColumns(trx, fields, 'courses.extras'), updated_at: now, version: trx.raw('version + 1') })
    .returning([...courseColumns, 'version'])
  if (!row) throw new Error(`course ${courseId} went away in a transaction that holds it`)
  const updated = toStored(row)
  await storeVersion(trx, updated.course, before, now)
  return updated
}

// The contract's schema passes its own fields, in its own order, and no others.
function toStored(row: Row): StoredCourse {
  return { course: OwnCourse.parse({ ...noExtras, ...toWire(row) }), version: row.version }
}

/** Converts lists to jsonb; the driver would read an array as PostgreSQL's. Fields of features change theirs in `extras` alone. */
function toColumns(trx: Db, fields: Partial<CourseFields>, extrasBefore: string): Record<string, unknown> {
  const [extras, own] = [true, false].map((extra) => Object.entries(fields).filter(([name]) => isExtra(name) === extra))
  const columns = Object.fromEntries(
    (own ?? []).map(([column, value]) => [column, Array.isArray(value) ? toJsonb(value) : value]),
  )
  if (!extras?.length) return columns
  const changed = toJsonb(Object.fromEntries(extras))
  return { ...columns, extras: trx.raw(`jsonb_strip_nulls(${extrasBefore}::jsonb || ?::jsonb)`, [changed]) }
}

/** Strips lone surrogates, valid in JSON but not in PostgreSQL's. */
function toJsonb(value: object): string {
  return JSON.stringify(value, (_, entry) => (typeof entry === 'string' ? entry.toWellFormed() : entry))
}
