import type { ShownTax } from 'contract/added-tax'
import {
  type CatalogueSort,
  cataloguePageSearch,
  cataloguePageWindow,
  FEATURED,
  type PriceBand,
  readCataloguePage,
} from 'contract/catalogue-page'
import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses'
import type { PageData } from 'contract/page-renderer'
import { type ShopChanges, withChanges } from 'contract/shop-defaults'
import { praisedCourses } from 'contract/shop-home'
import { LEGAL_TEXTS } from 'contract/shop-people'

type ListQuery = {
  q?: string
  topic?: string
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
  limit?: number
  offset?: number
  ids?: string[]
}

/** What pages show of the catalogue; `version` names its present state. */
export type PageCatalogue = {
  version(): string | Promise<string>
  cards(query: ListQuery): Promise<{ cards: CourseCard[]; total: number }>
  /** A part of the ids of all courses, in an order that stays. */
  courseIds(window: { limit: number; offset: number }): Promise<string[]>
  course(courseId: string): Promise<PublicCourse | undefined>
  filters(): Promise<CourseFilters>
  /** What the owner changed of what the shop says of itself. */
  shop(): Promise<ShopChanges>
  /** The tax that holds today; null without. */
  tax(): Promise<ShownTax | null>
}

/** A page of the store, as the address asks for it. */
export type Page = {
  /** The address with what changes the page and nothing else; pages are kept under it. */
  url: string
  /** One of any number of addresses, of which none is asked for often: it must not push out those that are. */
  passing?: boolean
  /** False where the address names a course that is none. */
  exists?(catalogue: PageCatalogue): Promise<boolean>
  load(catalogue: PageCatalogue): Promise<PageData>
}

const nothing = async (): Promise<PageData> => ({})
const STATIC = ['/about', '/contact', ...LEGAL_TEXTS.map((name) => `/${name}`)]

/** Addresses that search engines may know, besides the courses. */
export const publicPaths = ['/', '/courses', ...STATIC]

const PRIVATE =
  /^\/(cart|checkout|payment_status|login|register|forgot-password|confirm|error|dashboard(\/(profile|settings|orders))?|learn\/[^/]+|admin(\/.*)?)$/

/** Screens of one visitor: the browser renders them, and search engines stay away. */
export const isPrivatePath = (pathname: string): boolean => PRIVATE.test(pathname)

/** The page of an address; undefined where there is none, which is a 404. */
export function pageAt(pathname: string, search: URLSearchParams): Page | undefined {
  if (pathname === '/') return { url: '/', load: homeData }
  if (pathname === '/courses') return coursesPage(search)
  if (STATIC.includes(pathname)) return { url: pathname, load: nothing }
  const courseId = /^\/course\/([^/]+)$/.exec(pathname)?.[1]
  return courseId === undefined ? undefined : coursePage(courseId)
}

async function homeData(catalogue: PageCatalogue): Promise<PageData> {
  const ids = praisedCourses(withChanges(await catalogue.shop()).testimonials)
  const [list, beside] = await Promise.all([
    catalogue.cards({ limit: FEATURED }),
    ids.length > 0 ? catalogue.cards({ ids }) : { cards: [] },
  ])
  return { list, beside: beside.cards }
}

function coursesPage(search: URLSearchParams): Page {
  const cataloguePage = readCataloguePage(search)
  const { q, topic, price, sort, from, page } = cataloguePage
  return {
    url: `/courses${cataloguePageSearch(cataloguePage)}`,
    passing: q !== '' || topic !== '' || from < page,
    load: async (catalogue) => {
      const query = { q, topic, price, sort, ...cataloguePageWindow(cataloguePage) }
      const [list, filters] = await Promise.all([catalogue.cards(query), catalogue.filters()])
      return { list, filters }
    },
  }
}

function coursePage(encodedId: string): Page | undefined {
  const courseId = decoded(encodedId)
  if (courseId === undefined) return undefined
  return {
    url: `/course/${encodeURIComponent(courseId)}`,
    exists: async (catalogue) => (await catalogue.course(courseId)) !== undefined,
    load: async (catalogue) => ({ course: (await catalogue.course(courseId)) ?? null }),
  }
}

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text)
    return value.includes('\0') || value.length > 100 ? undefined : value
  } catch {
    return undefined
  }
}
