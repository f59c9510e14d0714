import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses'
import type { ShopChanges } from 'contract/shop-defaults'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { createReads, type Reads } from '../../platform/db/replica.ts'
import { onCatalogueWrite } from '../../shop/catalogue/catalogue.queries.ts'
import { findShop } from '../../shop/settings/settings.queries.ts'
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
import { type CourseIndex, keepCourseIndex, loadCourseIndex } from './course-search.ts'

export type CatalogueCache = {
  /**
   * Names the present state of the catalogue: what was made under one value may be shown while the value is the same. While
   * changes cannot be heard of, every call gives a value that never comes again.
   */
  version(): string
  /** True while answers are kept; for readiness and tests. */
  hearing(): boolean
  /** What `list` answers, as a page needs it. */
  cards(query: CatalogueQuery): Promise<{ cards: CourseCard[]; total: number }>
  /** A part of all ids, in an order of their own. Not kept. */
  addresses(): Promise<{ course_id: string; changed_at: Date | string }[]>
  course(courseId: string): Promise<PublicCourse | undefined>
  filters(): Promise<CourseFilters>
  /** What the owner changed of what the shop says of itself; written and dropped with the catalogue. */
  shop(): Promise<ShopChanges>
  list(query: CatalogueQuery): Promise<ListAnswer>
  /** Whether `list` has its answer ready. */
  has(query: CatalogueQuery): boolean
  single(courseId: string): Promise<CatalogueAnswer<PublicCourse> | undefined>
  close(): Promise<void>
}

/** What a parsed answer takes beside its bytes, roughly. */
const BYTES_PER_BODY_BYTE = 3

/**
 * The answers of the public catalogue, kept in memory under its version and dropped when it changes: at once by own
 * writes, by PostgreSQL's notice for those of other instances. Bounded (2,000 answers, 96 MB); equal questions asked
 * at the same time are one query. Deaf to notices it keeps nothing.
 */
export function createCatalogueCache(options: {
  db: Knex
  /** Where answers are read; `db` unless told. */
  reads?: Pick<Reads, 'read' | 'replica'>
  databaseUrl: string
  log: Pick<Logger, 'warn' | 'info'>
}): CatalogueCache {
  const { db, databaseUrl, log } = options
  const { read, replica } = options.reads ?? createReads({ db, url: undefined, log })
  const kept = createBoundedCache<CatalogueAnswer>({ maxEntries: 2_000, maxBytes: 96 * 1024 ** 2 })
  const underway = new Map<string, Promise<CatalogueAnswer | undefined>>()
  /** Raised by everything that may make an answer old, so that one asked for before is not kept after. */
  let generation = 0
  /** What searches look into. It lies beside the answers: dropped with them, it would cost each search the reading of all courses. */
  let index: Promise<CourseIndex> | undefined

  function drop(): void {
    generation += 1
    index = undefined
    kept.clear()
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
  const stopKeeping = [db, ...(replica ? [replica] : [])].map((pool) => keepCourseIndex(pool, courseIndex))

  // Keys begin with the call, so an answer found under one is of its type.
  async function remember<T extends CatalogueAnswer>(
    key: string,
    load: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const ready = kept.get(key)
    if (ready) return ready as T
    if (listener.version() === undefined) return load()
    const started = underway.get(key)
    if (started) return started as Promise<T | undefined>
    const begun = generation
    const loading = load()
    underway.set(key, loading)
    try {
      const answer = await loading
      if (answer && begun === generation) kept.set(key, answer, answer.ready.bytes.length * BYTES_PER_BODY_BYTE)
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
    shop: async () => (await remember('shop', async () => shopAnswer((await read(findShop)).changes)))?.value ?? {},
    list,
    has: (query) => kept.get(listKey(query)) !== undefined,
    single,
    async close() {
      stopWatching()
      for (const stop of stopKeeping) stop()
      await listener.close()
    },
  }
}

const listKey = ({ ids, listed, q, topic, price, sort, limit, offset = 0 }: CatalogueQuery) =>
  ids
    ? `${listed ? 'listed ' : ''}ids ${ids}`
    : `list ${JSON.stringify([sort, limit, offset, price, topic || undefined, q || undefined])}`
