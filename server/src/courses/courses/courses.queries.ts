import type { Sale } from 'contract/course-schedule'
import { Course } from 'contract/courses'
import { toRupees } from 'contract/money'
import type { ChosenState } from 'contract/placement'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { courseColumns, type Row, saleColumns, shownPrice, toWire } from './course-rows.ts'
import { LISTED, PRICE_AT, SOLD, SOLD_AT } from './course-states.ts'

/** A course as stored, beside what the wire shows of it. */
export type StoredCourse = { course: Course; version: number }

/** What of a course can be written: the wire's fields, with the price in paise. */
export type CourseFields = Omit<Course, 'price'> & { price_paise: number; state?: ChosenState | undefined }

/** A course of the catalogue; `undefined` when it is unknown or deleted. */
export async function findCourse(db: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(db('courses').where({ course_id: courseId }).whereNull('deleted_at'))
}

/** Finds a course as visitors know it, by its address: on sale, and whether lists show it. */
export async function findCourseOnSale(
  db: Db,
  courseId: string,
): Promise<{ course: Course & { sale?: Sale }; listed: boolean } | undefined> {
  const query = db('courses').where({ course_id: courseId }).whereRaw(SOLD)
  const row: Row | undefined = await query.first([...courseColumns, ...saleColumns, 'version', 'state'])
  return row && { course: { ...toStored(row).course, ...shownPrice(row) }, listed: row.state === 'published' }
}

/** A course, kept from other writers until the transaction ends. */
export async function lockCourse(trx: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(trx('courses').where({ course_id: courseId }).whereNull('deleted_at').forUpdate())
}

/** Any course that ever was, deleted ones too. */
export async function findAnyCourse(
  db: Db,
  courseId: string,
): Promise<{ course_id: string; name: string; deleted: boolean } | undefined> {
  return db('courses')
    .where({ course_id: courseId })
    .first('course_id', 'name', db.raw('deleted_at is not null as deleted'))
}

/** The lowest price in rupees of the published courses, or of those named, without sales; infinite when there is none. */
export async function findLowestPrice(db: Db, courseIds: readonly string[] | null): Promise<number> {
  const asked = courseIds ? db('courses').whereIn('course_id', courseIds) : db('courses').whereRaw(LISTED)
  const [cheapest]: number[] = await asked.orderBy('price_paise').limit(1).pluck('price_paise')
  return cheapest === undefined ? Infinity : toRupees(cheapest)
}

/** Whether a course is in the catalogue, a draft too. */
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
}

/** Those of `courseIds` that can be bought at `now`, with the prices of that moment: what is charged. */
export async function findCoursesForSale(db: Db, courseIds: readonly string[], now: Date): Promise<CourseForSale[]> {
  const { rows } = await db
    .raw<{ rows: CourseForSale[] }>(
      `select course_id, name, banner, ${PRICE_AT} as price_paise, access_period from courses
       where course_id = any(:courseIds) and ${SOLD_AT}`,
      { courseIds, now },
    )
    .options(prepared('courses for sale'))
  return rows
}

/** How many courses the store lists: of the shop's own, and of the demo. */
export async function countPublished(db: Db): Promise<{ own: number; demo: number }> {
  const row: { own: number; demo: number } | undefined = await db('courses')
    .whereRaw(LISTED)
    .first(db.raw('count(*) filter (where not demo)::int as own, count(*) filter (where demo)::int as demo'))
  return row ?? { own: 0, demo: 0 }
}

/** All that did not come with the demo, deleted ones included: what was sold stays sold. */
export const ownCourseIds = (db: Db): Promise<string[]> => db('courses').where({ demo: false }).pluck('course_id')

async function first(query: Knex.QueryBuilder): Promise<StoredCourse | undefined> {
  const row: Row | undefined = await query.first([...courseColumns, 'version'])
  return row && toStored(row)
}

/** Undefined when the `course_id` is in use, also by a deleted course. */
export async function insertCourse(trx: Db, fields: CourseFields, now: Date): Promise<StoredCourse | undefined> {
  const [row]: Row[] = await trx('courses')
    .insert({ ...toColumns(fields), created_at: now, updated_at: now })
    .onConflict('course_id')
    .ignore()
    .returning([...courseColumns, 'version'])
  return row && toStored(row)
}

export async function updateCourse(
  trx: Db,
  courseId: string,
  fields: Partial<CourseFields>,
  now: Date,
): Promise<StoredCourse> {
  const [row]: Row[] = await trx('courses')
    .where({ course_id: courseId })
    .update({ ...toColumns(fields), updated_at: now, version: trx.raw('version + 1') })
    .returning([...courseColumns, 'version'])
  if (!row) throw new Error(`course ${courseId} went away in a transaction that holds it`)
  return toStored(row)
}

/** Takes a course out of the catalogue; false when it is unknown or out already. */
export async function markCourseDeleted(trx: Db, courseId: string, now: Date): Promise<boolean> {
  const changed = await trx('courses')
    .where({ course_id: courseId })
    .whereNull('deleted_at')
    .update({ deleted_at: now, updated_at: now, version: trx.raw('version + 1') })
  return changed > 0
}

/** Puts a deleted course back; undefined when it is unknown, or not in the bin. */
export async function unmarkCourseDeleted(trx: Db, courseId: string, now: Date): Promise<StoredCourse | undefined> {
  const [row]: Row[] = await trx('courses')
    .where({ course_id: courseId })
    .whereNotNull('deleted_at')
    .whereNull('left_bin_at')
    .update({ deleted_at: null, publish_at: null, updated_at: now, version: trx.raw('version + 1') })
    .returning([...courseColumns, 'version'])
  return row && toStored(row)
}

// The contract's schema lets its own fields through, in its own order, and no others.
function toStored(row: Row): StoredCourse {
  return { course: Course.parse(toWire(row)), version: row.version }
}

/** Lists go in as jsonb; the driver would take an array for one of PostgreSQL's. */
function toColumns(fields: Partial<CourseFields>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [column, Array.isArray(value) ? toJsonb(value) : value]),
  )
}

/** A lone surrogate is valid in JSON but not in PostgreSQL's. */
function toJsonb(value: readonly unknown[]): string {
  return JSON.stringify(value, (_, entry) => (typeof entry === 'string' ? entry.toWellFormed() : entry))
}
