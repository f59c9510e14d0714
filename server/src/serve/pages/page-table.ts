import type { ShownTax } from 'contract/added-tax'
import {
  type CatalogueSort,
  cataloguePageSearch,
  cataloguePageWindow,
  FEATURED,
  type PriceBand,
  readCataloguePage,
} from 'contract/catalogue-page'
import { courseToContinue, type Learnt } from 'contract/course-to-continue'
import type { CourseCard, CourseFilters, PublicCourse } from 'contract/courses/courses'
import type { Language } from 'contract/languages'
import type { OwnAddress, OwnPage, PageAnswer, PageData } from 'contract/page-renderer'
import type { PublicPromocode } from 'contract/promocodes'
import { type ScreenName, screens } from 'contract/screens'
import { type ShopChanges, withChanges } from 'contract/shop/defaults'
import { praisedCourses } from 'contract/shop/home'

type ListQuery = {
  q?: string
  topic?: string
  price?: PriceBand | undefined
  sort?: CatalogueSort | undefined
  near?: 'true'
  limit?: number
  offset?: number
  ids?: string[]
  /** Limits `ids` to those that lists show. */
  listed?: boolean
}

/** Reads the catalogue for pages; `version` names its present state. */
export type PageCatalogue = {
  version(): string | Promise<string>
  cards(query: ListQuery): Promise<{ cards: CourseCard[]; total: number }>
  /** Every listed course with the moment of its last change, in an order that stays. */
  addresses(): Promise<{ course_id: string; changed_at: Date | string }[]>
  course(courseId: string): Promise<PublicCourse | undefined>
  filters(): Promise<CourseFilters>
  /** The codes on offer at this moment. */
  promocodes(): Promise<PublicPromocode[]>
  /** The owner's changes of the shop's texts. */
  shop(): Promise<ShopChanges>
  /** The tax that holds today; null without. */
  tax(): Promise<ShownTax | null>
  /** Pages of optional features; absent without any such feature. */
  own?: {
    list(): Promise<{ path: string; changed_at: Date | string; undivided?: true }[]>
    page(at: OwnAddress): Promise<OwnPage | undefined>
  }
}

/** A page of the store, as the address asks for it. */
export type Page = {
  /** The page's address with the parameters that change it; pages are cached under it. */
  url: string
  /** One of countless addresses, each rarely requested: it must not push out popular ones. */
  passing?: boolean
  /** The visitor-independent frame of a private screen: the browser goes on from it. */
  frame?: boolean
  /** For one reader: no CDN stores it. */
  unlisted?: boolean
  /** False where the address names a course or page that is none. */
  exists?(catalogue: PageCatalogue): Promise<boolean>
  /** Public calls whose answers the page shows, and which change without the catalogue: the page is made again with another answer, and no CDN stores it. */
  calls?(catalogue: PageCatalogue): Promise<Omit<PageAnswer, 'output'>[]>
  load(catalogue: PageCatalogue, language: Language): Promise<PageData>
}

const rows = Object.entries(screens).map(([name, [address, audience]]) => ({
  name: name as ScreenName,
  address,
  isPublic: audience === 'public',
  // Any text matches the part of an address that names a course.
  pattern: new RegExp(`^${address.replace(/:\w+/, '([^/]+)')}$`),
}))

/** Addresses that search engines may know, besides the courses. */
export const publicPaths = rows.flatMap(({ address, isPublic }) =>
  isPublic && !address.includes(':') ? [address] : [],
)

/** Prefixes of addresses closed to search engines; one below another is left out. */
export const privatePrefixes = rows
  .flatMap(({ address, isPublic }) => (isPublic ? [] : [address.replace(/:.*/, '')]))
  .filter((path, at, all) => all.indexOf(path) === at && !all.some((other) => path.startsWith(`${other}/`)))

/** Screens of one visitor: search engines stay away, and nobody keeps them. */
export const isPrivatePath = (pathname: string): boolean =>
  rows.some(({ isPublic, pattern }) => !isPublic && pattern.test(pathname))

const nothing = async (): Promise<PageData> => ({})
const codesOnOffer = async (catalogue: PageCatalogue): Promise<PageData> => ({
  promocodes: await catalogue.promocodes(),
})

/**
 * Private screens with a rendered frame: header, heading, form and room for the rest. Personal data is loaded by the
 * browser, so that a frame is the same for all.
 */
const frames: Partial<Record<ScreenName, Page['load']>> = {
  login: nothing,
  register: nothing,
  forgotPassword: nothing,
  cart: codesOnOffer,
  checkout: codesOnOffer,
}

/** Makes a call for the student, and notes its answer. */
type MakeCall = (call: string, input?: object) => Promise<unknown>

/** Private screens that the server draws, with the calls whose answers they show first. */
const drawn: Partial<Record<ScreenName, (call: MakeCall, part: string) => Promise<unknown>>> = {
  dashboard: async (call) => {
    const { orders } = (await call('account.dashboard')) as { orders: (Learnt & { course_id: string })[] }
    const next = courseToContinue(orders)
    if (next) await call('learning.getContent', { courseId: next.course_id }).catch(() => undefined)
  },
  learn: (call, courseId) =>
    Promise.all([call('account.dashboard'), call('learning.getContent', { courseId: decoded(courseId) ?? '' })]),
}

/** Returns a function that makes the first calls of an address; undefined where its screen is not drawn. */
export function callsOfScreen(pathname: string): ((call: MakeCall) => Promise<unknown>) | undefined {
  const row = rows.find(({ pattern }) => pattern.test(pathname))
  const makeCalls = row && drawn[row.name]
  return makeCalls && ((call) => makeCalls(call, row.pattern.exec(pathname)?.[1] ?? ''))
}

/** The frame of a private screen's address; undefined where the browser renders all of it. */
export function frameAt(pathname: string): Page | undefined {
  const row = rows.find(({ pattern }) => pattern.test(pathname))
  const load = row && frames[row.name]
  return load && { url: pathname, frame: true, load }
}

/** Catalogue data of public screens. One without a row here shows the same for any catalogue. */
const makers: Partial<Record<ScreenName, (search: URLSearchParams, part: string) => Page | undefined>> = {
  home: () => ({ url: '/', load: (...about) => ownOr('/', homeData, about) }),
  about: () => ({ url: '/about', load: (...about) => ownOr('/about', nothing, about) }),
  courses: coursesPage,
  course: (_, courseId) => coursePage(courseId),
}

/** The page of an address; undefined where there is none, which is a 404. */
export function pageAt(pathname: string, search: URLSearchParams): Page | undefined {
  const row = rows.find(({ isPublic, pattern }) => isPublic && pattern.test(pathname))
  if (!row) return BELOW_OWN.test(pathname) ? ownPage(pathname, search) : undefined
  const make = makers[row.name]
  if (!make) return { url: pathname, load: nothing }
  return make(search, row.pattern.exec(pathname)?.[1] ?? '')
}

/** Addresses of pages that optional features serve. */
const BELOW_OWN = /^\/p\/(?:[a-z0-9-]{1,80}|course%2F[\w.~!'()*%-]{1,300})$/

/** A page that is found by its address alone; with a `preview` it is its reader's. */
function ownPage(path: string, search: URLSearchParams): Page {
  const preview = search.get('preview')
  const query = new URLSearchParams(preview === null ? {} : { preview: preview.slice(0, 200) })
  const at = (language: Language) => ({ path, search: query, language })
  return {
    url: query.size > 0 ? `${path}?${query}` : path,
    ...(preview !== null && { passing: true, unlisted: true }),
    exists: async ({ own }) => (await own?.page(at('en'))) !== undefined,
    load: async ({ own }, language) => {
      const page = await own?.page(at(language))
      return page ? { answers: page.answers } : { missing: true }
    },
  }
}

/** Loads the page that replaces a screen, or the screen's own data without one. */
async function ownOr(path: string, load: Page['load'], [catalogue, language]: Parameters<Page['load']>) {
  const page = await catalogue.own?.page({ path, search: new URLSearchParams(), language })
  return page ? { answers: page.answers } : load(catalogue, language)
}

async function homeData(catalogue: PageCatalogue): Promise<PageData> {
  const ids = praisedCourses(withChanges(await catalogue.shop()).testimonials)
  const [list, beside] = await Promise.all([
    catalogue.cards({ limit: FEATURED }),
    ids.length > 0 ? catalogue.cards({ ids, listed: true }) : { cards: [] },
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
      const near = q && list.total === 0 ? await catalogue.cards({ q, near: 'true' }) : undefined
      return { list, filters, ...(near && { beside: near.cards }) }
    },
  }
}

function coursePage(encodedId: string): Page | undefined {
  const courseId = decoded(encodedId)
  if (courseId === undefined) return undefined
  return {
    url: `/course/${encodeURIComponent(courseId)}`,
    exists: async (catalogue) => (await catalogue.course(courseId)) !== undefined,
    calls: async (catalogue) => {
      const course = await catalogue.course(courseId)
      // A field of a feature that may be gone.
      const isDated = course && 'workshops' in course && course.workshops === true
      return isDated ? [{ call: 'workshops.list', input: { course_id: courseId } }] : []
    },
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
