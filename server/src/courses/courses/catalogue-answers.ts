import type { CatalogueSort, PriceBand } from 'contract/catalogue-page'
import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses'
import { plainCourse } from 'contract/plain-text'
import type { ShopChanges } from 'contract/shop-defaults'
import type { Db } from '../../context.ts'
import { type ReadyAnswer, readyAnswer } from '../../platform/net/ready-answer.ts'
import { findShownReviews } from '../reviews/shown-reviews.queries.ts'
import { listCards, listCardsOf } from './course-lists.queries.ts'
import { findCourseIds, findFilters } from './course-search.ts'
import { findCourseOnSale } from './courses.queries.ts'
import { findInside } from './lessons.queries.ts'

/** What the public may ask of the catalogue. */
export type CatalogueQuery = {
  /** `courses.list` of the contract says what it finds. */
  q?: string | undefined
  topic?: string | undefined
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** These courses, in this order, as far as they are there; the rest of the question is passed over then. */
  ids?: string[] | undefined
  /** Of `ids` only what lists show. */
  listed?: boolean | undefined
}

/** One answer of the public catalogue, ready to send. */
export type CatalogueAnswer<T = unknown> = {
  value: T
  ready: ReadyAnswer
  /** ETag, Cache-Control and, of a list, X-Total-Count. */
  headers: Record<string, string>
}

export type ListAnswer = CatalogueAnswer<CourseCard[]> & { total: number }

/** `GET /go/courses`: the router and the cache in front of it both answer this. */
export async function listAnswer(db: Db, query: CatalogueQuery): Promise<ListAnswer> {
  const { cards, total } = await ask(db, query)
  return { ...answer(cards, { 'X-Total-Count': String(total) }), total }
}

async function ask(
  db: Db,
  { q, topic, price, ids, listed, ...window }: CatalogueQuery,
): Promise<{ cards: CourseCard[]; total: number }> {
  if (ids) {
    const cards = await listCardsOf(db, [...new Set(ids)], { unlisted: !listed })
    return { cards, total: cards.length }
  }
  if (!q && !topic && !price) return listCards(db, { ...window, onSale: true })
  const { sort, limit = Number.POSITIVE_INFINITY, offset = 0 } = window
  const found = await findCourseIds(db, { q, topic, price, sort })
  return { cards: await listCardsOf(db, found.slice(offset, offset + limit)), total: found.length }
}

/** `GET /go/courses/{id}`; undefined for a course that is unknown or not sold. */
export async function courseAnswer(db: Db, courseId: string): Promise<CatalogueAnswer<PublicCourse> | undefined> {
  const [found, inside, reviews] = await Promise.all([
    findCourseOnSale(db, courseId),
    findInside(db, courseId),
    findShownReviews(db, courseId),
  ])
  return (
    found && answer({ ...plainCourse(found.course), ...inside, listed: found.listed, ...(reviews ? { reviews } : {}) })
  )
}

/** `GET /go/course_filters`. */
export const filtersAnswer = async (db: Db): Promise<CatalogueAnswer<CourseFilters>> => answer(await findFilters(db))

/** What the owner changed of the shop, kept like an answer. */
export const shopAnswer = (changes: ShopChanges): CatalogueAnswer<ShopChanges> => answer(changes)

function answer<T>(value: T, headers: Record<string, string> = {}): CatalogueAnswer<T> {
  const ready = readyAnswer('application/json', JSON.stringify(value))
  return {
    value,
    ready,
    headers: { ...headers, ETag: ready.etag, 'Cache-Control': 'public, max-age=0, must-revalidate' },
  }
}
