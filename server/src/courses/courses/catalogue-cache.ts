import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses/courses'
import type { ShopChanges } from 'contract/shop/defaults'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { createReads, type Reads } from '../../platform/db/replica.ts'
import { onCatalogueWrite } from '../../shop/catalogue/catalogue.queries.ts'
import { createBoundedCache } from './bounded-cache.ts'
import {
  type CatalogueAnswer,
  type CatalogueQuery,
  courseAnswer,
  filtersAnswer,
  type ListAnswer,
  listAnswer,
  shopAnswer,
} from './catalogue-answers.ts'
import { listenToCatalogue } from './catalogue-listener.ts'
import { listAddresses } from './course-lists.queries.ts'
import { type CourseIndex, loadCourseIndex, maintainCourseIndex } from './course-search.ts'

export type CatalogueCache = {
  /**
   * Names the present catalogue: content made under one value is valid while the value is the same. While notices are
   * lost, every call returns a unique value.
   */
  version(): string
  /** True while answers are cached; for readiness and tests. */
  hearing(): boolean
  /** Returns the answer of `list` as cards for a page. */
  cards(query: CatalogueQuery): Promise<{ cards: CourseCard[]; total: number }>
  /** Lists ids with their last change, in a stable order. Uncached. */
  addresses(): Promise<{ course_id: string; changed_at: Date | string }[]>
  course(courseId: string): Promise<PublicCourse | undefined>
  filters(): Promise<CourseFilters>
  /** Returns the owner's changes of the shop's texts; written and dropped with the catalogue. */
  shop(): Promise<ShopChanges>
  list(query: CatalogueQuery): Promise<ListAnswer>
  /** Returns true when the answer of `list` is cached. */
  has(query: CatalogueQuery): boolean
  single(courseId: string): Promise<CatalogueAnswer<PublicCourse> | undefined>
  close(): Promise<void>
}

/** Estimates a parsed answer's memory beside its bytes. */
const BYTES_PER_BODY_BYTE = 3

/**
 * Caches the public catalogue's answers under its version, and drops them when it changes: at once by own writes, by
 * PostgreSQL's notice for those of other instances. Bounded (2,000 answers, 96 MB); equal simultaneous questions share
 * one query. Without notices it caches nothing.
 */
export function createCatalogueCache(options: {
  db: Knex
  /** Database of reads; `db` by default. */
  reads?: Pick<Reads, 'read' | 'replica'>
  databaseUrl: string
  log: Pick<Logger, 'warn' | 'info'>
}): CatalogueCache {
  const { db, databaseUrl, log } = options
  const { read, replica } = options.reads ?? createReads({ db, url: undefined, log })
  const stored = createBoundedCache<CatalogueAnswer>({ maxEntries: 2_000, maxBytes: 96 * 1024 ** 2 })
  const underway = new Map<string, Promise<CatalogueAnswer | undefined>>()
  /** Grows with every possible change, so that an answer requested before is not cached after. */
  let generation = 0
  /** Search index, separate from the answers: dropped with them, each search would read all courses. */
  let index: Promise<CourseIndex> | undefined

  function drop(): void {
    generation += 1
    index = undefined
    stored.clear()
    underway.clear()
  }

  function courseIndex(): Promise<CourseIndex> {
    if (index) return index
    const loading = read(loadCourseIndex)
    if (listener.version() !== undefined) index = loading
    loading.catch(() => {
      if (index === loading) index = undefined
    })
    return loading
  }

  const listener = listenToCatalogue({ databaseUrl, log, onChange: drop })
  const stopWatching = onCatalogueWrite(db, drop)
  const stopStoring = [db, ...(replica ? [replica] : [])].map((pool) => maintainCourseIndex(pool, courseIndex))

  // Keys begin with the call, so an answer found under one is of its type.
  async function remember<T extends CatalogueAnswer>(
    key: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const ready = stored.get(key)
    if (ready) return ready as T
    if (listener.version() === undefined) return load()
    const started = underway.get(key)
    if (started) return started as Promise<T | undefined>
    const begun = generation
    const loading = load()
    underway.set(key, loading)
    try {
      const answer = await loading
      if (answer && begun === generation) stored.set(key, answer, answer.ready.bytes.length * BYTES_PER_BODY_BYTE)
      return answer
    } finally {
      if (underway.get(key) === loading) underway.delete(key)
    }
  }

  const list = async (query: CatalogueQuery): Promise<ListAnswer> =>
    (await remember(listKey(query), () => read((at) => listAnswer(at, query)))) ?? read((at) => listAnswer(at, query))

  const single = (courseId: string) => remember(`course ${courseId}`, () => read((at) => courseAnswer(at, courseId)))

  return {
    version: () => {
      if (listener.version() === undefined) generation += 1
      return `${listener.version() ?? 'unheard'}-${generation}`
    },
    hearing: () => listener.version() !== undefined,
    cards: async (query) => {
      const { value: cards, total } = await list(query)
      return { cards, total }
    },
    addresses: () => read(listAddresses),
    course: async (courseId) => (await single(courseId))?.value,
    filters: async () => ((await remember('filters', () => read(filtersAnswer))) ?? (await read(filtersAnswer))).value,
    shop: async () => (await remember('shop', () => read(shopAnswer)))?.value ?? {},
    list,
    has: (query) => stored.get(listKey(query)) !== undefined,
    single,
    async close() {
      stopWatching()
      for (const stop of stopStoring) stop()
      await listener.close()
    },
  }
}

const listKey = ({ ids, listed, near, q, topic, price, sort, limit, offset = 0 }: CatalogueQuery) =>
  ids
    ? `${listed ? 'listed ' : ''}ids ${ids}`
    : near
      ? `near ${q}`
      : `list ${JSON.stringify([sort, limit, offset, price, topic || undefined, q || undefined])}`
