import type { CatalogueSort, PriceBand } from 'contract/catalogue-page'
import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses/courses'
import { plainCourse } from 'contract/plain-text'
import type { ShopChanges } from 'contract/shop/defaults'
import type { Db } from '../../context.ts'
import { callHooks } from '../../platform/features/hooks.ts'
import { type ReadyAnswer, readyAnswer } from '../../platform/net/ready-answer.ts'
import { findClips } from '../media/media.queries.ts'
import { findShownReviews } from '../reviews/shown-reviews.queries.ts'
import { findIncluded, toIncluded } from './bundles.queries.ts'
import { listCards, listCardsOf } from './course-lists.queries.ts'
import { findCourseIds, findFilters, findNearIds } from './course-search.ts'
import { findCourseOnSale } from './courses.queries.ts'
import { findInside } from './lessons.queries.ts'

/** Query of the public catalogue. */
export type CatalogueQuery = {
  /** Search text, as `courses.list` of the contract describes. */
  q?: string | undefined
  topic?: string | undefined
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
  /** Courses nearest to `q`; topic, price, order and window are ignored. */
  near?: 'true' | undefined
  limit?: number | undefined
  offset?: number | undefined
  /** Existing courses of this list, in this order; the rest of the query is ignored. */
  ids?: string[] | undefined
  /** Limits `ids` to listed courses. */
  listed?: boolean | undefined
}

/** A public catalogue answer, ready to send. */
export type CatalogueAnswer<T = unknown> = {
  value: T
  ready: ReadyAnswer
  /** ETag, Cache-Control and, of a list, X-Total-Count. */
  headers: Record<string, string>
}

export type ListAnswer = CatalogueAnswer<CourseCard[]> & { total: number }

/** Answers `GET /go/courses`, for the router and the cache in front of it. */
export async function listAnswer(db: Db, query: CatalogueQuery): Promise<ListAnswer> {
  const { cards, total } = await request(db, query)
  return { ...answer(cards, { 'X-Total-Count': String(total) }), total }
}

async function request(
  db: Db,
  { q, topic, price, ids, listed, near, ...window }: CatalogueQuery,
): Promise<{ cards: CourseCard[]; total: number }> {
  if (ids) {
    const cards = await listCardsOf(db, [...new Set(ids)], { unlisted: !listed })
    return { cards, total: cards.length }
  }
  if (near) {
    const cards = await listCardsOf(db, await findNearIds(db, q))
    return { cards, total: cards.length }
  }
  if (!q && !topic && !price) return listCards(db, { ...window, onSale: true })
  const { sort, limit = Number.POSITIVE_INFINITY, offset = 0 } = window
  const found = await findCourseIds(db, { q, topic, price, sort })
  return { cards: await listCardsOf(db, found.slice(offset, offset + limit)), total: found.length }
}

/** Answers `GET /go/courses/{id}`; undefined for a course that is unknown or not sold. */
export async function courseAnswer(db: Db, courseId: string): Promise<CatalogueAnswer<PublicCourse> | undefined> {
  const [found, inside, reviews, pages] = await Promise.all([
    findCourseOnSale(db, courseId),
    findInside(db, courseId),
    findShownReviews(db, courseId),
    callHooks('courseShown', db, courseId),
  ])
  if (!found) return undefined
  const course = plainCourse(found.course)
  const page = pages.find((one) => one !== undefined)
  const urls = course.DEMO_REELS_VIDEOS
  const included = course.kind === 'bundle' && ((await findIncluded(db, [courseId])).get(courseId) ?? [])
  return answer({
    ...course,
    ...inside,
    listed: found.listed,
    ...(included ? { includes: included.map(toIncluded) } : {}),
    ...(reviews ? { reviews } : {}),
    ...(urls.length > 0 && { clips: await findClips(db, urls) }),
    ...(page ? { page } : {}),
  })
}

/** Answers `GET /go/course_filters`. */
export const filtersAnswer = async (db: Db): Promise<CatalogueAnswer<CourseFilters>> => answer(await findFilters(db))

/** Wraps the owner's changes of the shop, cached like an answer. */
export const shopAnswer = (changes: ShopChanges): CatalogueAnswer<ShopChanges> => answer(changes)

function answer<T>(value: T, headers: Record<string, string> = {}): CatalogueAnswer<T> {
  const ready = readyAnswer('application/json', JSON.stringify(value))
  return {
    value,
    ready,
    headers: { ...headers, ETag: ready.etag, 'Cache-Control': 'public, max-age=0, must-revalidate' },
  }
}
