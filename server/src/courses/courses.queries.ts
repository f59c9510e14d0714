import { AdminCourseCard, Course, CourseCard } from 'contract/courses'
import { toRupees } from 'contract/money'
import type { CourseState } from 'contract/placement'
import type { Knex } from 'knex'
import type { Db } from '../context.ts'
import { prepared } from '../db/knex.ts'
import { containing } from '../db/like.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.queries.ts'

export type CourseSort = 'newest' | 'name' | '-name' | 'price' | '-price' | 'offer_text' | '-offer_text'

export type CourseQuery = {
  /** Case-insensitive part of the name. */
  q?: string | undefined
  /** The catalogue's own order when absent. */
  sort?: CourseSort | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Without drafts, as visitors see the catalogue. */
  onSale?: boolean
  /** Courses in this state alone; all but deleted ones when absent. */
  status?: CourseState | undefined
}

/** A course as stored, beside what the wire shows of it. */
export type StoredCourse = { course: Course; version: number }

/** What of a course can be written: the wire's fields, with the price in paise. */
export type CourseFields = Omit<Course, 'price'> & { price_paise: number; published?: boolean | undefined }

type Row = Record<string, unknown> & { price_paise: number; version: number }

const stored = (wireField: string) => (wireField === 'price' ? 'price_paise' : wireField)
const cardColumns = Object.keys(CourseCard.shape).map(stored)
const courseColumns = Object.keys(Course.shape).map(stored)

const desc = (column: string) => ({ column, order: 'desc' as const })

const orders: Record<CourseSort | 'catalogue' | 'deleted', (query: Knex.QueryBuilder) => Knex.QueryBuilder> = {
  catalogue: (query) => query.orderBy(['position', desc('created_at'), 'course_id']),
  deleted: (query) => query.orderBy([desc('deleted_at'), 'course_id']),
  newest: (query) => query.orderBy([desc('created_at'), 'course_id']),
  price: (query) => query.orderBy(['price_paise', 'course_id']),
  // Both downwards, so that the index is read from its end.
  '-price': (query) => query.orderBy([desc('price_paise'), desc('course_id')]),
  name: (query) => query.orderByRaw('lower(name), course_id'),
  '-name': (query) => query.orderByRaw('lower(name) desc, course_id desc'),
  offer_text: (query) => query.orderByRaw('lower(offer_text) nulls last, course_id'),
  '-offer_text': (query) => query.orderByRaw('lower(offer_text) desc nulls last, course_id'),
}

/** The cards of these courses, in this order; those that are unknown, deleted or drafts are left out. */
export async function listCardsOf(db: Db, courseIds: readonly string[]): Promise<CourseCard[]> {
  if (courseIds.length === 0) return []
  const rows: Row[] = await db('courses')
    .whereIn('course_id', [...courseIds])
    .whereNull('deleted_at')
    .where('published', true)
    .select(cardColumns)
  const cards = new Map(
    CourseCard.array()
      .parse(rows.map(toWire))
      .map((card) => [card.course_id, card]),
  )
  return courseIds.flatMap((id) => cards.get(id) ?? [])
}

/** Ids of the courses on sale in their own order, which no edit changes: for lists of all of it, a part at a time. */
export async function listCourseIds(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<string[]> {
  const ids = db('courses')
    .whereNull('deleted_at')
    .where('published', true)
    .orderBy('course_id')
    .limit(limit)
    .offset(offset)
  return ids.pluck('course_id')
}

/** Cards of the catalogue, deleted courses left out, and how many there are without limit and offset. */
export async function listCards(db: Db, query: CourseQuery): Promise<{ cards: CourseCard[]; total: number }> {
  const { rows, total } = await list(db, query, cardColumns)
  return { cards: CourseCard.array().parse(rows), total }
}

/** The same for the console: each with its state, lessons and students. */
export async function listAdminCards(
  db: Db,
  query: CourseQuery,
): Promise<{ cards: AdminCourseCard[]; total: number; counts: Record<CourseState, number> }> {
  const facts = db.raw(
    `case when deleted_at is not null then 'deleted' when published then 'published' else 'draft' end as status, deleted_at,
     (select count(*) from lessons l where l.course_id = courses.course_id) as lessons,
     (select count(*) from ${PRESENT_ENROLMENTS} e where e.course_id = courses.course_id) as students`,
  )
  const [{ rows, total }, counts] = await Promise.all([
    list(db, query, [...cardColumns, facts]),
    countStates(db, query),
  ])
  return { cards: AdminCourseCard.array().parse(rows), total, counts }
}

async function countStates(db: Db, { q }: CourseQuery): Promise<Record<CourseState, number>> {
  const courses = db('courses')
  if (q) courses.whereILike('name', containing(q))
  const [row] = await courses.select(
    db.raw(`count(*) filter (where deleted_at is null and published) as published,
      count(*) filter (where deleted_at is null and not published) as draft,
      count(*) filter (where deleted_at is not null) as deleted`),
  )
  return row
}

/** The same as whole courses. */
export async function listCourses(db: Db, query: CourseQuery): Promise<{ courses: Course[]; total: number }> {
  const { rows, total } = await list(db, query, courseColumns)
  return { courses: Course.array().parse(rows), total }
}

async function list(
  db: Db,
  query: CourseQuery,
  columns: (string | Knex.Raw)[],
): Promise<{ rows: object[]; total: number }> {
  const order = orders[query.sort ?? (query.status === 'deleted' ? 'deleted' : 'catalogue')]
  const window = order(matching(db, query))
  if (query.limit !== undefined) window.limit(query.limit)
  if (query.offset) window.offset(query.offset)
  // Far down the list the rows before the window are skipped in the index alone, not read and sorted with all they hold.
  const rows = query.offset
    ? order(db('courses').whereIn('course_id', window.select('course_id'))).select(columns)
    : window.select(columns)
  const [found, counted]: [Row[], { total: number }[]] = await Promise.all([
    rows,
    matching(db, query).count({ total: '*' }),
  ])
  return { rows: found.map(toWire), total: counted[0]?.total ?? 0 }
}

function matching(db: Db, { q, onSale, status }: CourseQuery): Knex.QueryBuilder {
  const courses = db('courses')
  if (status === 'deleted') courses.whereNotNull('deleted_at')
  else courses.whereNull('deleted_at')
  if (onSale || status === 'published') courses.where('published', true)
  if (status === 'draft') courses.where('published', false)
  return q ? courses.whereILike('name', containing(q)) : courses
}

/** A course of the catalogue; `undefined` when it is unknown or deleted. */
export async function findCourse(db: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(db('courses').where({ course_id: courseId }).whereNull('deleted_at'))
}

/** The same as visitors know it: no draft. */
export async function findCourseOnSale(db: Db, courseId: string): Promise<StoredCourse | undefined> {
  return first(db('courses').where({ course_id: courseId, published: true }).whereNull('deleted_at'))
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

/** Whether a course is in the catalogue, a draft too. */
export async function isInCatalogue(db: Db, courseId: string): Promise<boolean> {
  const found = await db('courses').where({ course_id: courseId }).whereNull('deleted_at').first('course_id')
  return found !== undefined
}

export type CourseForSale = { course_id: string; name: string; banner: string; price_paise: number }

/** Those of `courseIds` that are in the catalogue, with the prices of this moment. */
export async function findCoursesForSale(db: Db, courseIds: readonly string[]): Promise<CourseForSale[]> {
  const { rows } = await db
    .raw<{ rows: CourseForSale[] }>(
      'select course_id, name, banner, price_paise from courses where course_id = any(:courseIds) and deleted_at is null and published',
      { courseIds },
    )
    .options(prepared('courses for sale'))
  return rows
}

/** How many courses visitors can buy: of the shop's own, and of the demo. */
export async function countPublished(db: Db): Promise<{ own: number; demo: number }> {
  const row: { own: number; demo: number } | undefined = await db('courses')
    .whereNull('deleted_at')
    .where('published', true)
    .first(db.raw('count(*) filter (where not demo)::int as own, count(*) filter (where demo)::int as demo'))
  return row ?? { own: 0, demo: 0 }
}

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

/** Puts a deleted course back; undefined when it is unknown or not deleted. */
export async function unmarkCourseDeleted(trx: Db, courseId: string, now: Date): Promise<StoredCourse | undefined> {
  const [row]: Row[] = await trx('courses')
    .where({ course_id: courseId })
    .whereNotNull('deleted_at')
    .update({ deleted_at: null, updated_at: now, version: trx.raw('version + 1') })
    .returning([...courseColumns, 'version'])
  return row && toStored(row)
}

function toWire({ price_paise, ...row }: Row): object {
  return { ...row, price: toRupees(price_paise) }
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
