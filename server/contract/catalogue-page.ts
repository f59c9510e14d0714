/** Courses on one page of the catalogue. */
export const CATALOGUE_PAGE_SIZE = 24

/** One address shows at most this many pages together, so that no page grows with the catalogue. */
export const MAX_CATALOGUE_PAGES = 10

/** Courses that the home page shows first. */
export const FEATURED = 4

/** Courses near a search that finds nothing. */
export const NEAR = 3

/** One question for courses by their ids names at most this many: as many as a cart can hold. */
export const MAX_COURSE_IDS = 50

const MAX_SEARCH_LENGTH = 100
/** Far beyond any catalogue; a larger number is not a page but a mistake. */
const MAX_PAGE = 100_000

/** Orders of the catalogue beyond its own. */
export const catalogueSorts = ['newest', 'price', '-price'] as const
export type CatalogueSort = (typeof catalogueSorts)[number]

/** Prices by which the catalogue is narrowed. */
export const priceBands = ['under-500', '500-to-999', '1000-and-up'] as const
export type PriceBand = (typeof priceBands)[number]

/** A catalogue address: search, topic (empty for all), price, order, and the pages `from` to `page`, both from 1. */
export type CataloguePage = {
  q: string
  topic: string
  price: PriceBand | undefined
  sort: CatalogueSort | undefined
  from: number
  page: number
}

/** The whole catalogue from its beginning. */
export const wholeCatalogue: CataloguePage = { q: '', topic: '', price: undefined, sort: undefined, from: 1, page: 1 }

/**
 * Reads `?q=&topic=&price=&sort=&from=&page=`. `page` alone is that page; with `from` it is the last of several, at
 * most `MAX_CATALOGUE_PAGES`. Invalid values count as absent, so that every address shows something.
 */
export function readCataloguePage(search: URLSearchParams): CataloguePage {
  const [q, topic] = [readText(search.get('q')), readText(search.get('topic'))]
  const price = priceBands.find((known) => known === search.get('price'))
  const sort = catalogueSorts.find((known) => known === search.get('sort'))
  const page = pageNumber(search.get('page')) ?? 1
  const from = Math.min(pageNumber(search.get('from')) ?? page, page)
  return { q, topic, price, sort, from: Math.max(from, page - MAX_CATALOGUE_PAGES + 1), page }
}

/** The query that `readCataloguePage` reads back, without what is usual: empty for the first page of everything. */
export function cataloguePageSearch({ q, topic, price, sort, from, page }: CataloguePage): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(topic && { topic }),
    ...(price && { price }),
    ...(sort && { sort }),
    ...(from < page && { from: String(from) }),
    ...(page > 1 && { page: String(page) }),
  })
  return search.size > 0 ? `?${search}` : ''
}

/** The window of the list that shows these pages. */
export function cataloguePageWindow({ from, page }: Pick<CataloguePage, 'from' | 'page'>): {
  limit: number
  offset: number
} {
  return { limit: (page - from + 1) * CATALOGUE_PAGE_SIZE, offset: (from - 1) * CATALOGUE_PAGE_SIZE }
}

const readText = (text: string | null) =>
  (text ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH).trimEnd().toWellFormed()

function pageNumber(text: string | null): number | undefined {
  if (!text || !/^[1-9]\d{0,5}$/.test(text)) return undefined
  return Math.min(Number(text), MAX_PAGE)
}
