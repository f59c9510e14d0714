import { type CatalogueSort, type PriceBand, priceBands } from 'contract/catalogue-page'
import type { CourseFilters } from 'contract/courses'
import type { Db } from '../context.ts'
import { LISTED, SHOWN_PRICE } from './course-states.ts'
import { isFiller, knownWords, nearest, sameAs, searchable, sound, spaced, wordsOf } from './search-text.ts'

/** What the catalogue is narrowed and ordered by, of every course in its own order. */
export type CourseIndex = readonly IndexEntry[]

type IndexEntry = {
  course_id: string
  price_paise: number
  created_at: string
  topics: string[]
}

/** What the words of a search are looked for in. */
type Texts = {
  name: string
  /** Everything a course is found by, searchable; and the same word by word. */
  text: string
  words: string
}

/** What is asked of the index. */
export type CourseSearch = {
  q?: string | undefined
  topic?: string | undefined
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
}

/** The prices of a band in rupees: from the first, below the second. */
const priceLimits: Record<PriceBand, [from: number, below: number]> = {
  'under-500': [0, 500],
  '500-to-999': [500, 1_000],
  '1000-and-up': [1_000, Number.POSITIVE_INFINITY],
}

/** Further words than these narrow a search no more. */
const MAX_WORDS = 12
/** The catalogue offers at most so many topics to choose from. */
const MAX_FILTERS = 8

/** Who keeps the index of this pool's catalogue; the catalogue cache says when it is old. */
const keepers = new WeakMap<Db, () => Promise<CourseIndex>>()

/** From now on searches over `db` ask `keeper` for the index. Answers how to stop that. */
export function keepCourseIndex(db: Db, keeper: () => Promise<CourseIndex>): () => void {
  keepers.set(db, keeper)
  return () => void (keepers.get(db) === keeper && keepers.delete(db))
}

const indexOf = (db: Db) => keepers.get(db)?.() ?? loadCourseIndex(db)

/**
 * The ids of the courses of a topic and a price in which every word of `q` is found, in the order asked for; without one, those
 * with all words in their name come first. Words are taken as they are: nothing in them is a pattern. Where nothing is found,
 * near spellings and joined words count, too. A few milliseconds for 20,000 courses, none of them PostgreSQL's: `%word%` in SQL
 * reads the whole table, its trigrams know no Hindi under the `C` locale, and not every server has them. The same rows give every
 * instance the same answer.
 */
export async function findCourseIds(db: Db, { q = '', topic, price, sort }: CourseSearch): Promise<string[]> {
  const index = await indexOf(db)
  const within = index.filter((entry) => (!topic || hasTopic(entry, topic)) && (!price || isIn(price, entry)))
  const written = [...new Set(searchable(q).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  const telling = written.filter((word) => !isFiller(word))
  const typed = telling.length > 0 ? telling : written
  if (typed.length === 0) return (sort ? within.toSorted(orders[sort]) : within).map(({ course_id }) => course_id)
  const texts = await textsOf(db, index)
  const readable = within.map((entry) => ({ ...entry, ...(texts.get(entry.course_id) ?? NO_TEXTS) }))
  const found = all(readable, typed.map(wanted))
  const near =
    found.length > 0
      ? found
      : all(
          readable,
          typed.map((word) => wantedNearby(word, texts)),
        )
  if (sort) return near.sort(orders[sort]).map(({ course_id }) => course_id)
  const named = near.filter(({ name }) => typed.every((word) => name.includes(word)))
  const first = new Set(named)
  return [...named, ...near.filter((entry) => !first.has(entry))].map(({ course_id }) => course_id)
}

/** Finds the topics and prices that the whole catalogue can be narrowed by. */
export async function findFilters(db: Db): Promise<CourseFilters> {
  const index = await indexOf(db)
  // Many courses bear one name: making it searchable costs more than counting all of them.
  const written = new Map<string, number>()
  for (const { topics } of index) for (const name of topics) written.set(name, (written.get(name) ?? 0) + 1)
  const topics = new Map<string, { name: string; courses: number }>()
  for (const [name, courses] of written) {
    const known = topics.get(searchable(name)) ?? { name, courses: 0 }
    topics.set(searchable(name), { ...known, courses: known.courses + courses })
  }
  const byCourses = [...topics.values()].sort((a, b) => b.courses - a.courses || byText(a.name, b.name))
  const prices = priceBands.map((band) => ({ band, courses: index.filter((entry) => isIn(band, entry)).length }))
  return { topics: byCourses.slice(0, MAX_FILTERS), prices: prices.filter(({ courses }) => courses > 0) }
}

/** Topics, prices and times of all courses; their texts, which weigh a hundred times that, come with the first search. */
export async function loadCourseIndex(db: Db): Promise<CourseIndex> {
  return inOrder(db).select<IndexEntry[]>('course_id', db.raw(`${SHOWN_PRICE} as price_paise`), 'created_at', 'topics')
}

const inOrder = (db: Db) =>
  db('courses')
    .whereRaw(LISTED)
    .orderBy(['position', { column: 'created_at', order: 'desc' }, 'course_id'])

type CourseTexts = ReadonlyMap<string, Texts>

/** Of a course that came after the index was made; the next index has it. */
const NO_TEXTS: Texts = { name: '', text: '', words: '' }

const readTexts = new WeakMap<CourseIndex, Promise<CourseTexts>>()

/** The texts that belong to an index, read once. */
function textsOf(db: Db, index: CourseIndex): Promise<CourseTexts> {
  const known = readTexts.get(index)
  if (known) return known
  const reading = loadTexts(db)
  readTexts.set(index, reading)
  reading.catch(() => readTexts.delete(index))
  return reading
}

async function loadTexts(db: Db): Promise<CourseTexts> {
  type Row = { course_id: string; where_can_i_upload: string[]; how_to_make_money: string[]; topics: string[] } & {
    [Text in 'name' | 'description' | 'long_description' | 'header_text' | 'language' | 'teacher_name']: string | null
  }
  const [rows, lessons] = await Promise.all([
    inOrder(db).select<Row[]>(
      ...['course_id', 'name', 'description', 'header_text', 'long_description', 'language', 'teacher_name'],
      ...['topics', 'where_can_i_upload', 'how_to_make_money'],
    ),
    db('lessons')
      .groupBy('course_id')
      .select<{ course_id: string; titles: string }[]>(
        'course_id',
        db.raw(`string_agg(title, E'\\n' order by position) as titles`),
      ),
  ])
  const titles = new Map(lessons.map((row) => [row.course_id, row.titles]))
  return new Map(
    rows.map((row) => {
      const said = [
        row.name,
        row.description,
        row.long_description,
        row.header_text,
        row.language,
        row.teacher_name,
        titles.get(row.course_id),
      ]
      const lists = [...row.topics, ...row.where_can_i_upload, ...row.how_to_make_money]
      const text = searchable([...said, ...lists].filter(Boolean).join('\n'))
      return [row.course_id, { name: searchable(row.name ?? ''), text, words: spaced(text) }]
    }),
  )
}

type Wanted = (texts: Texts) => boolean

const all = <Entry extends Texts>(entries: readonly Entry[], wants: Wanted[]) =>
  entries.filter((entry) => wants.every((has) => has(entry)))

/** Has a word as it was typed, its parts where it has hyphens, or another word that means the same. */
function wanted(word: string): Wanted {
  const parts = word.split(/[-‐–]/).filter(Boolean)
  const others = sameAs(word).map(beginning)
  return ({ text, words }) =>
    text.includes(word) ||
    (parts.length > 1 && parts.every((part) => text.includes(part))) ||
    others.some((other) => words.includes(other))
}

/** The beginning of a word; a short one has to be all of it. */
const beginning = (word: string) => (word.length < 4 ? ` ${word} ` : ` ${word}`)

/** The same, or what is near to it: a word of the catalogue or of the table, or several that were written as one. */
function wantedNearby(word: string, texts: CourseTexts): Wanted {
  const has = wanted(word)
  const joined = wordsOf(word).join('')
  const near = nearest(joined, vocabularyOf(texts))
  const others = [...new Set(near.flatMap((other) => [other, ...sameAs(other)]))].map(beginning)
  return (entry) =>
    has(entry) ||
    others.some((other) => entry.words.includes(other)) ||
    (joined.length >= 5 && entry.words.replaceAll(' ', '').includes(joined))
}

/** Every word of the texts with its sound, made when the first search needs it. */
const vocabularies = new WeakMap<CourseTexts, Map<string, string>>()

function vocabularyOf(texts: CourseTexts): Map<string, string> {
  const known = vocabularies.get(texts)
  if (known) return known
  const words = new Set([...knownWords, ...[...texts.values()].flatMap(({ words }) => wordsOf(words))])
  const made = new Map([...words].filter((word) => word.length > 2).map((word) => [word, sound(word)]))
  vocabularies.set(texts, made)
  return made
}

const hasTopic = ({ topics }: IndexEntry, topic: string) => topics.some((own) => searchable(own) === searchable(topic))

function isIn(band: PriceBand, { price_paise }: IndexEntry): boolean {
  const [from, below] = priceLimits[band]
  return price_paise >= from * 100 && price_paise < below * 100
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byId = (a: IndexEntry, b: IndexEntry) => byText(a.course_id, b.course_id)

/** The orders of `courses.queries.ts`, for what is in memory. */
const orders: Record<CatalogueSort, (a: IndexEntry, b: IndexEntry) => number> = {
  newest: (a, b) => byText(b.created_at, a.created_at) || byId(a, b),
  price: (a, b) => a.price_paise - b.price_paise || byId(a, b),
  '-price': (a, b) => b.price_paise - a.price_paise || byId(b, a),
}
