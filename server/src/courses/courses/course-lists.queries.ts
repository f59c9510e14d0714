import type { CourseKind } from 'contract/courses/bundles'
import { AdminCourseCard, Course, CourseCard } from 'contract/courses/courses'
import { CourseState } from 'contract/placement'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { findIncluded, toIncluded } from './bundles.queries.ts'
import { cardColumns, courseColumns, missingOf, type Row, toCard, toWire } from './course-rows.ts'
import { inState, LESSON_COUNT, LISTED, NOT_FOR_SALE, SHOWN_PRICE, SOLD, STATE } from './course-states.ts'
import { type PlanRow, planColumns, toSchedule } from './schedule.queries.ts'

export type CourseSort = 'newest' | 'name' | '-name' | 'price' | '-price' | 'offer_text' | '-offer_text'

/** Sorts by numbers of other tables. */
type CountSort = {
  /** A table of `course_id` and `number`; a missing course has 0. */
  numbers: string
  downwards: boolean
}

const STUDENTS = `(select course_id, count(*) as number from ${ENROLMENTS} as had group by course_id)`

/** Sorts by the listed number of students. */
export const byStudents = (downwards: boolean): CountSort => ({ numbers: STUDENTS, downwards })

export type CourseQuery = {
  /** Case-insensitive part of the name. */
  q?: string | undefined
  /** The catalogue's own order when absent. */
  sort?: CourseSort | CountSort | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Limits to courses that visitors see. */
  onSale?: boolean
  /** Limits to this state; all except deleted ones when absent. */
  status?: CourseState | undefined
  kind?: CourseKind | undefined
  /** Limits to these courses. */
  ids?: readonly string[] | undefined
}

const desc = (column: string) => ({ column, order: 'desc' as const })

const orders: Record<CourseSort | 'catalogue' | 'deleted', (query: Knex.QueryBuilder) => Knex.QueryBuilder> = {
  catalogue: (query) => query.orderBy(['position', desc('created_at'), 'course_id']),
  deleted: (query) => query.orderBy([desc('deleted_at'), 'course_id']),
  newest: (query) => query.orderBy([desc('created_at'), 'course_id']),
  price: (query) => query.orderByRaw(`${SHOWN_PRICE}, course_id`),
  // Both columns are descending, so that the index is read from its end.
  '-price': (query) => query.orderByRaw(`${SHOWN_PRICE} desc, course_id desc`),
  name: (query) => query.orderByRaw('lower(name), course_id'),
  '-name': (query) => query.orderByRaw('lower(name) desc, course_id desc'),
  offer_text: (query) => query.orderByRaw('lower(offer_text) nulls last, course_id'),
  '-offer_text': (query) => query.orderByRaw('lower(offer_text) desc nulls last, course_id'),
}

/** Lists the cards of these courses in this order, without unlisted ones; `unlisted` lists what can be bought, unlisted ones too. */
export async function listCardsOf(
  db: Db,
  courseIds: readonly string[],
  { unlisted = false }: { unlisted?: boolean } = {},
): Promise<CourseCard[]> {
  if (courseIds.length === 0) return []
  const rows: Row[] = await db('courses')
    .whereIn('course_id', [...courseIds])
    .whereRaw(unlisted ? `${SOLD} and not ${NOT_FOR_SALE}` : LISTED)
    .select(cardColumns)
  const cards = new Map((await cardsOf(db, rows)).map((card) => [card.course_id, card]))
  return courseIds.flatMap((id) => cards.get(id) ?? [])
}

/** Converts rows to cards, bundles with what is inside. */
async function cardsOf(db: Db, rows: readonly Row[]): Promise<CourseCard[]> {
  const bundles = rows.flatMap(({ kind, course_id }) => (kind === 'bundle' ? String(course_id) : []))
  const included = await findIncluded(db, bundles)
  const cards = rows.map((row) => {
    const includes = included.get(String(row.course_id))?.map(toIncluded)
    return { ...toCard(row), ...(row.kind === 'bundle' ? { includes: includes ?? [] } : {}) }
  })
  return CourseCard.array().parse(cards)
}

/** Lists the ids of the listed courses with their last change, in an order that no edit changes. */
export function listAddresses(db: Db): Promise<{ course_id: string; changed_at: Date | string }[]> {
  const changed_at = db.raw('greatest(updated_at, lessons_updated_at)')
  return db('courses').whereRaw(LISTED).orderBy('course_id').select('course_id', { changed_at })
}

/** Returns a page of cards without deleted courses, and the total. */
export async function listCards(db: Db, query: CourseQuery): Promise<{ cards: CourseCard[]; total: number }> {
  const { rows, total } = await list(db, query, cardColumns)
  return { cards: await cardsOf(db, rows), total }
}

/** Returns the console's cards, with state, lessons, students and schedule. */
export async function listAdminCards(
  db: Db,
  query: CourseQuery,
): Promise<{ cards: AdminCourseCard[]; total: number; counts: Record<CourseState, number> }> {
  const facts = db.raw(
    `${STATE} as status, deleted_at, lessons_updated_at,
     left(long_description, 60) as long_description, header_below, bundle_courses, ${LESSON_COUNT} as lessons,
     (select count(*) from ${ENROLMENTS} e where e.course_id = courses.course_id) as students`,
  )
  const [{ rows, total }, counts] = await Promise.all([
    list(db, query, [...new Set([...cardColumns, ...planColumns]), facts]),
    countStates(db, query),
  ])
  const shown = await cardsOf(db, rows)
  const cards = rows.map((row, index) => ({
    ...toCard(row),
    ...shown[index],
    missing: missingOf(row as Row & { lessons: number }),
    plan: toSchedule(row as Row & PlanRow),
  }))
  return { cards: AdminCourseCard.array().parse(cards), total, counts }
}

async function countStates(db: Db, { q, kind }: CourseQuery): Promise<Record<CourseState, number>> {
  const courses = db('courses').whereNull('left_bin_at')
  if (kind) courses.where({ kind })
  if (q) courses.whereRaw(...everyWord(q, ['name']))
  const rows: { state: CourseState; courses: number }[] = await courses
    .groupByRaw('1')
    .select(db.raw(`${STATE} as state, count(*) as courses`))
  const found = new Map(rows.map(({ state, courses: number }) => [state, number]))
  const counts = CourseState.options.map((state) => [state, found.get(state) ?? 0])
  return Object.fromEntries(counts)
}

/** Lists whole courses in place of cards. */
export async function listCourses(db: Db, query: CourseQuery): Promise<{ courses: Course[]; total: number }> {
  const { rows, total } = await list(db, query, courseColumns)
  return { courses: Course.array().parse(rows.map(toWire)), total }
}

async function list(
  db: Db,
  query: CourseQuery,
  columns: (string | Knex.Raw)[],
): Promise<{ rows: Row[]; total: number }> {
  const { sort = query.status === 'deleted' ? 'deleted' : 'catalogue' } = query
  if (typeof sort !== 'string') return listByCount(db, { ...query, sort }, columns)
  const order = orders[sort]
  const window = cut(order(matching(db, query)), query)
  // Far down the list, rows before the page are skipped in the index alone, not read and sorted in full.
  const rows = query.offset
    ? order(db('courses').whereIn('course_id', window.select('course_id'))).select(columns)
    : window.select(columns)
  const [found, counted]: [Row[], { total: number }[]] = await Promise.all([
    rows,
    matching(db, query).count({ total: '*' }),
  ])
  return { rows: found, total: counted[0]?.total ?? 0 }
}

/**
 * Reads the other tables once, for the page's ids; then its rows alone. Ties sort by id, so that pages neither repeat
 * nor miss a course.
 */
async function listByCount(
  db: Db,
  query: CourseQuery & { sort: CountSort },
  columns: (string | Knex.Raw)[],
): Promise<{ rows: Row[]; total: number }> {
  const { numbers, downwards } = query.sort
  const window = cut(
    matching(db, query)
      .joinRaw(`left join ${numbers} as counted on counted.course_id = courses.course_id`)
      .orderByRaw(`coalesce(counted.number, 0) ${downwards ? 'desc' : 'asc'}, courses.course_id`),
    query,
  )
  const [ids, counted]: [string[], { total: number }[]] = await Promise.all([
    window.pluck('courses.course_id'),
    matching(db, query).count({ total: '*' }),
  ])
  const rows: Row[] = await db('courses').whereIn('course_id', ids).select(columns)
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ course_id }: Row) => places.get(String(course_id)) ?? ids.length
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), total: counted[0]?.total ?? 0 }
}

function cut(window: Knex.QueryBuilder, { limit, offset }: CourseQuery): Knex.QueryBuilder {
  if (limit !== undefined) window.limit(limit)
  return offset ? window.offset(offset) : window
}

function matching(db: Db, { q, onSale, status, kind, ids }: CourseQuery): Knex.QueryBuilder {
  const courses = onSale ? db('courses').whereRaw(LISTED) : inState(db('courses'), status)
  if (ids) courses.whereIn('courses.course_id', [...ids])
  if (kind) courses.where({ kind })
  return q ? courses.whereRaw(...everyWord(q, ['name'])) : courses
}

/** Lists id and name of every course outside the bin. */
export const listCourseNames = (db: Db): Promise<{ course_id: string; name: string; bundle_courses: string[] }[]> =>
  db('courses').whereNull('deleted_at').orderBy('course_id').select('course_id', 'name', 'bundle_courses')
