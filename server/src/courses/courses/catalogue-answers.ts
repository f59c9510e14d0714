import type { CatalogueSort, PriceBand } from 'contract/catalogue-page'
import type { Course, CourseCard, CourseFilters, PublicCourse } from 'contract/courses/courses'
import type { SalesPage } from 'contract/courses/sales-page'
import type { Sale } from 'contract/courses/schedule'
import { plainCourse } from 'contract/plain-text'
import type { ShopChanges } from 'contract/shop/defaults'
import type { Db } from '../../context.ts'
import { hook } from '../../platform/features/hooks.ts'
import { type ReadyAnswer, readyAnswer } from '../../platform/net/ready-answer.ts'
import { findShop } from '../../shop/settings/settings.queries.ts'
import { findClips } from '../media/media.queries.ts'
import { findShownReviews } from '../reviews/shown-reviews.queries.ts'
import { findIncluded, toIncluded } from './bundles.queries.ts'
import { listCards, listCardsOf } from './course-lists.queries.ts'
import { findCourseIds, findFilters, findNearIds } from './course-search.ts'
import { findCourse, findCourseOnSale } from './courses.queries.ts'
import { findInside } from './lessons.queries.ts'

/** Returns the order of a course's sales page; undefined for the usual one. */
export const courseShown = hook<(db: Db, courseId: string) => Promise<SalesPage | undefined>>()

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
  const [found, parts, pages] = await Promise.all([
    findCourseOnSale(db, courseId),
    partsOf(db, courseId),
    courseShown(db, courseId),
  ])
  return (
    found &&
    answer(
      await wholeCourse(
        db,
        found,
        parts,
        pages.find((one) => one !== undefined),
      ),
    )
  )
}

/** Reads a course with this page as visitors would see it, a draft too; undefined for an unknown one. */
export async function previewedCourse(db: Db, courseId: string, page: SalesPage): Promise<PublicCourse | undefined> {
  const [onSale, stored, parts] = await Promise.all([
    findCourseOnSale(db, courseId),
    findCourse(db, courseId),
    partsOf(db, courseId),
  ])
  const found = onSale ?? stored
  return found && wholeCourse(db, { course: found.course, listed: false }, parts, page)
}

const partsOf = (db: Db, courseId: string) => Promise.all([findInside(db, courseId), findShownReviews(db, courseId)])

async function wholeCourse(
  db: Db,
  found: { course: Course & { sale?: Sale }; listed: boolean },
  [inside, reviews]: Awaited<ReturnType<typeof partsOf>>,
  page: SalesPage | undefined,
): Promise<PublicCourse> {
  const course = plainCourse(found.course)
  const { course_id } = course
  const urls = course.DEMO_REELS_VIDEOS
  const included = course.kind === 'bundle' && ((await findIncluded(db, [course_id])).get(course_id) ?? [])
  return {
    ...course,
    ...inside,
    listed: found.listed,
    ...(included ? { includes: included.map(toIncluded) } : {}),
    ...(reviews ? { reviews } : {}),
    ...(urls.length > 0 && { clips: await findClips(db, urls) }),
    ...(page ? { page } : {}),
  }
}

/** Answers `GET /go/course_filters`. */
export const filtersAnswer = async (db: Db): Promise<CatalogueAnswer<CourseFilters>> => answer(await findFilters(db))

/** Reads the owner's changes of the shop as visitors see them, cached like an answer. */
export const shopAnswer = async (db: Db): Promise<CatalogueAnswer<ShopChanges>> => answer((await findShop(db)).changes)

function answer<T>(value: T, headers: Record<string, string> = {}): CatalogueAnswer<T> {
  const ready = readyAnswer('application/json', JSON.stringify(value))
  return {
    value,
    ready,
    headers: { ...headers, ETag: ready.etag, 'Cache-Control': 'public, max-age=0, must-revalidate' },
  }
}
