import type { Course, CourseCard } from '../../contract/courses.ts'
import type { PageData } from '../../contract/page-renderer.ts'

export type CatalogueSort = 'newest' | 'price' | '-price'

/** What pages show of the catalogue; `version` names its present state. */
export type PageCatalogue = {
  version(): string | Promise<string>
  cards(sort?: CatalogueSort): Promise<CourseCard[]>
  course(courseId: string): Promise<Course | undefined>
}

/** A page of the store, as the address asks for it. */
export type Page = {
  /** The address with what changes the page and nothing else; pages are kept under it. */
  url: string
  load(catalogue: PageCatalogue): Promise<PageData>
}

const SORTS: readonly CatalogueSort[] = ['newest', 'price', '-price']
const MAX_SEARCH_LENGTH = 100

const nothing = async (): Promise<PageData> => ({})
const STATIC = ['/about', '/contact', '/privacy', '/terms', '/cookies']

/** Addresses that search engines may know, besides the courses. */
export const publicPaths = ['/', '/courses', ...STATIC]

const PRIVATE =
  /^\/(cart|checkout|payment_status|login|register|forgot-password|error|dashboard(\/(profile|settings|orders))?|learn\/[^/]+|admin(\/.*)?)$/

/** Screens of one visitor: the browser renders them, and search engines stay away. */
export const isPrivatePath = (pathname: string): boolean => PRIVATE.test(pathname)

/** The page of an address; undefined where there is none, which is a 404. */
export function pageAt(pathname: string, search: URLSearchParams): Page | undefined {
  if (pathname === '/') return { url: '/', load: async (catalogue) => ({ cards: await catalogue.cards() }) }
  if (pathname === '/courses') return coursesPage(search)
  if (STATIC.includes(pathname)) return { url: pathname, load: nothing }
  const courseId = /^\/course\/([^/]+)$/.exec(pathname)?.[1]
  return courseId === undefined ? undefined : coursePage(courseId)
}

function coursesPage(search: URLSearchParams): Page {
  const sort = SORTS.find((known) => known === search.get('sort'))
  const q = (search.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const kept = new URLSearchParams({ ...(q && { q }), ...(sort && { sort }) }).toString()
  return {
    url: kept ? `/courses?${kept}` : '/courses',
    load: async (catalogue) => ({ cards: await catalogue.cards(sort) }),
  }
}

function coursePage(encodedId: string): Page | undefined {
  const courseId = decoded(encodedId)
  if (courseId === undefined) return undefined
  return {
    url: `/course/${encodeURIComponent(courseId)}`,
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
