import { type CatalogueSort, NEAR, type PriceBand, priceBands } from 'contract/catalogue-page'
import type { CourseFilters } from 'contract/courses/courses'
import { fold } from 'contract/fold'
import type { Db } from '../../context.ts'
import { findIncluded } from './bundles.queries.ts'
import { LISTED, SHOWN_PRICE } from './course-states.ts'
import { isFiller } from './search-text.ts'
import { findNearby, findWord, indexWords, rateLike, type WordIndex } from './word-index.ts'

/** Fields for narrowing and sorting, of every course in the catalogue's order. */
export type CourseIndex = readonly IndexEntry[]

type IndexEntry = {
  course_id: string
  price_paise: number
  created_at: string
  topics: string[]
}

/**
 * Searched texts. `telling` holds a course's subject: name, short texts, topics and lessons. `words` holds every text:
 * a platform that all courses name distinguishes none.
 */
type Texts = { telling: WordIndex; words: WordIndex; names: ReadonlyMap<string, string> }

/** Query of the index. */
export type CourseSearch = {
  q?: string | undefined
  topic?: string | undefined
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
}

/** Prices of a band in rupees: from the first, below the second. */
const priceLimits: Record<PriceBand, [from: number, below: number]> = {
  'under-500': [0, 500],
  '500-to-999': [500, 1_000],
  '1000-and-up': [1_000, Number.POSITIVE_INFINITY],
}

/** Bounds the words that narrow a search. */
const MAX_WORDS = 12
/** Bounds the topics to choose from. */
const MAX_FILTERS = 8

/** Holders of this pool's index; the catalogue cache decides when it is stale. */
const keepers = new WeakMap<Db, () => Promise<CourseIndex>>()

/** Makes searches over `db` use `keeper` for the index. Returns a function that stops it. */
export function maintainCourseIndex(db: Db, downloader: () => Promise<CourseIndex>): () => void {
  keepers.set(db, downloader)
  return () => void (keepers.get(db) === downloader && keepers.delete(db))
}

const indexOf = (db: Db) => keepers.get(db)?.() ?? loadCourseIndex(db)

/**
 * Finds the courses of a topic and price that have every word of `q`, in the requested order; by default those with all
 * words in their name first. A word of some courses' subject finds these alone. Words are literal, never patterns.
 * Without a result, near spellings and joined words count, too. Takes milliseconds for 5,000 courses, without
 * PostgreSQL: `%word%` scans the table, trigrams fail for Hindi under the `C` locale, and some servers lack them. The
 * same rows give every instance the same answer.
 */
export async function findCourseIds(db: Db, { q = '', topic, price, sort }: CourseSearch): Promise<string[]> {
  const index = await indexOf(db)
  const isOfTopic = topic ? byTopic(topic) : () => true
  const within = index.filter((entry) => isOfTopic(entry) && (!price || isIn(price, entry)))
  const typed = typedWords(q)
  if (typed.length === 0) return (sort ? within.toSorted(orders[sort]) : within).map(({ course_id }) => course_id)
  const { telling, words, names } = await textsOf(db, index)
  const ways: ((word: string) => Set<string>)[] = [
    (word) => {
      const about = findWord(telling, word)
      return about.size > 0 ? about : findWord(words, word)
    },
    (word) => findWord(words, word),
    (word) => findNearby(words, word),
  ]
  let near: readonly IndexEntry[] = []
  for (const way of ways) if (near.length === 0) near = withAll(within, typed, way)
  if (sort) return near.toSorted(orders[sort]).map(({ course_id }) => course_id)
  const named = near.filter(({ course_id }) => typed.every((word) => names.get(course_id)?.includes(word)))
  const first = new Set(named)
  return [...named, ...near.filter((entry) => !first.has(entry))].map(({ course_id }) => course_id)
}

/** Splits a search into its distinct words, without fillers unless it has nothing else. */
function typedWords(q: string): string[] {
  const written = [...new Set(fold(q).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  const wanted = written.filter((word) => !isFiller(word))
  return wanted.length > 0 ? wanted : written
}

/** Finds the few courses whose subject is most like `q`, filled up with the first of the catalogue. */
export async function findNearIds(db: Db, q = ''): Promise<string[]> {
  const index = await indexOf(db)
  const { telling } = await textsOf(db, index)
  const ratings = typedWords(q).map((word) => rateLike(telling, word))
  const ratingOf = (id: string) => ratings.reduce((sum, rating) => sum + (rating.get(id) ?? 0), 0)
  const rated = index.map(({ course_id }) => ({ course_id, rating: ratingOf(course_id) }))
  const best = rated.toSorted((a, b) => b.rating - a.rating)
  return best.slice(0, NEAR).map(({ course_id }) => course_id)
}

/** Filters the courses that match every word. */
function withAll(courses: readonly IndexEntry[], typed: string[], find: (word: string) => Set<string>) {
  return typed.reduce((left, word) => {
    if (left.length === 0) return left
    const found = find(word)
    return left.filter(({ course_id }) => found.has(course_id))
  }, courses)
}

/** Finds the topics and prices that the whole catalogue can be narrowed by. */
export async function findFilters(db: Db): Promise<CourseFilters> {
  const index = await indexOf(db)
  // Many courses share a topic name: normalising it costs more than counting all of them.
  const written = new Map<string, number>()
  for (const { topics } of index) for (const name of topics) written.set(name, (written.get(name) ?? 0) + 1)
  const topics = new Map<string, { name: string; courses: number }>()
  for (const [name, courses] of written) {
    const known = topics.get(fold(name)) ?? { name, courses: 0 }
    topics.set(fold(name), { ...known, courses: known.courses + courses })
  }
  const byCourses = [...topics.values()].sort((a, b) => b.courses - a.courses || byText(a.name, b.name))
  const prices = priceBands.map((band) => ({ band, courses: index.filter((entry) => isIn(band, entry)).length }))
  return { topics: byCourses.slice(0, MAX_FILTERS), prices: prices.filter(({ courses }) => courses > 0) }
}

/**
 * Loads topics, prices and times of all courses; their texts, which weigh a hundred times as much, load with the first
 * search.
 */
export async function loadCourseIndex(db: Db): Promise<CourseIndex> {
  return inOrder(db).select<IndexEntry[]>('course_id', db.raw(`${SHOWN_PRICE} as price_paise`), 'created_at', 'topics')
}

const inOrder = (db: Db) =>
  db('courses')
    .whereRaw(LISTED)
    .orderBy(['position', { column: 'created_at', order: 'desc' }, 'course_id'])

const readTexts = new WeakMap<CourseIndex, Promise<Texts>>()

/** Reads an index's texts once. */
function textsOf(db: Db, index: CourseIndex): Promise<Texts> {
  const known = readTexts.get(index)
  if (known) return known
  const reading = loadTexts(db)
  readTexts.set(index, reading)
  reading.catch(() => readTexts.delete(index))
  return reading
}

async function loadTexts(db: Db): Promise<Texts> {
  type Row = {
    course_id: string
    kind: 'course' | 'bundle'
    where_can_i_upload: string[]
    how_to_make_money: string[]
    topics: string[]
  } & {
    [Text in 'name' | 'description' | 'long_description' | 'header_text' | 'language' | 'teacher_name']: string | null
  }
  const [rows, lessons] = await Promise.all([
    inOrder(db).select<Row[]>(
      'course_id',
      'kind',
      'name',
      'description',
      'header_text',
      'long_description',
      'language',
      'teacher_name',
      'topics',
      'where_can_i_upload',
      'how_to_make_money',
    ),
    db('lessons')
      .groupBy('course_id')
      .select<{ course_id: string; titles: string }[]>(
        'course_id',
        db.raw(`string_agg(title, E'\\n' order by position) as titles`),
      ),
  ])
  const bundles = rows.flatMap(({ kind, course_id }) => (kind === 'bundle' ? course_id : []))
  const inside = [...(await findIncluded(db, bundles))].map(([id, courses]) => {
    return [id, courses.map(({ name }) => name).join('\n')] as const
  })
  const titles = new Map([...lessons.map((row) => [row.course_id, row.titles] as const), ...inside])
  const noticeOf = ({ course_id, name, description, header_text, language, teacher_name, topics }: Row) =>
    [name, description, header_text, language, teacher_name, titles.get(course_id), ...topics]
      .filter(Boolean)
      .join('\n')
  const textOf = (row: Row) =>
    [
      noticeOf(row),
      row.long_description,
      ...row.where_can_i_upload,
      // The list's heading names its subject.
      ...(row.how_to_make_money.length > 0 ? ['money', ...row.how_to_make_money] : []),
    ].join('\n')
  return {
    telling: await indexWords(rows.map((row) => [row.course_id, noticeOf(row)])),
    words: await indexWords(rows.map((row) => [row.course_id, textOf(row)])),
    names: new Map(rows.map((row) => [row.course_id, fold(row.name ?? '')])),
  }
}

/** Matches courses of a topic; a shared topic name is normalised once. */
function byTopic(topic: string): (entry: IndexEntry) => boolean {
  const wanted = fold(topic)
  const known = new Map<string, boolean>()
  const isWanted = (name: string) => {
    const same = known.get(name) ?? fold(name) === wanted
    known.set(name, same)
    return same
  }
  return ({ topics }) => topics.some(isWanted)
}

function isIn(band: PriceBand, { price_paise }: IndexEntry): boolean {
  const [from, below] = priceLimits[band]
  return price_paise >= from * 100 && price_paise < below * 100
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: IndexEntry, b: IndexEntry) => byText(a.course_id, b.course_id)

/** Sorts in memory by the orders of `courses.queries.ts`. */
const orders: Record<CatalogueSort, (a: IndexEntry, b: IndexEntry) => number> = {
  newest: (a, b) => byText(b.created_at, a.created_at) || byId(a, b),
  price: (a, b) => a.price_paise - b.price_paise || byId(a, b),
  '-price': (a, b) => b.price_paise - a.price_paise || byId(b, a),
}
