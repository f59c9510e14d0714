import type { ShelfSort } from '../../contract/shelf.ts'
import type { Db } from '../context.ts'

/** What a search looks at, of every course of the catalogue in its own order. */
export type CourseIndex = readonly IndexEntry[]

type IndexEntry = { course_id: string; price_paise: number; created_at: string; text: string }

/** Further words than these narrow a search no more. */
const MAX_WORDS = 12

/** Who keeps the index of this pool's catalogue; the catalogue cache says when it is old. */
const keepers = new WeakMap<Db, () => Promise<CourseIndex>>()

/** From now on searches over `db` ask `keeper` for the index. Answers how to stop that. */
export function keepCourseIndex(db: Db, keeper: () => Promise<CourseIndex>): () => void {
  keepers.set(db, keeper)
  return () => void (keepers.get(db) === keeper && keepers.delete(db))
}

/**
 * The ids of the courses in whose name or description every word of `q` is, in the order asked for. Words are taken as they
 * are: nothing in them is a pattern. A few milliseconds for 20,000 courses, none of them PostgreSQL's: `%word%` in SQL reads
 * the whole table, and its trigrams know no Hindi under the `C` locale.
 */
export async function findCourseIds(db: Db, q: string, sort?: ShelfSort): Promise<string[]> {
  const index = await (keepers.get(db)?.() ?? loadCourseIndex(db))
  const words = [...new Set(searchable(q).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  const found = index.filter(({ text }) => words.every((word) => text.includes(word)))
  return (sort ? found.sort(orders[sort]) : found).map(({ course_id }) => course_id)
}

export async function loadCourseIndex(db: Db): Promise<CourseIndex> {
  const rows = await db<{
    course_id: string
    name: string
    description: string
    price_paise: number
    created_at: string
  }>('courses')
    .whereNull('deleted_at')
    .where('published', true)
    .orderBy(['position', { column: 'created_at', order: 'desc' }, 'course_id'])
    .select('course_id', 'name', 'description', 'price_paise', 'created_at')
  return rows.map(({ name, description, ...entry }) => ({ ...entry, text: searchable(`${name}\n${description}`) }))
}

/** A letter with its accent can be written in two ways; both are the same to who searches. */
const searchable = (text: string) => text.normalize('NFC').toLowerCase()

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: IndexEntry, b: IndexEntry) => byText(a.course_id, b.course_id)

/** The orders of `courses.queries.ts`, for what is in memory. */
const orders: Record<ShelfSort, (a: IndexEntry, b: IndexEntry) => number> = {
  newest: (a, b) => byText(b.created_at, a.created_at) || byId(a, b),
  price: (a, b) => a.price_paise - b.price_paise || byId(a, b),
  '-price': (a, b) => b.price_paise - a.price_paise || byId(b, a),
}
