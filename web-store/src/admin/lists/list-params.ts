import { MOST_COUNTED } from 'contract/limits'
import { countText } from '../../ui/format.ts'

export const PAGE_SIZE = 50
/** The server takes offsets up to 1,000,000,000. */
const MOST_PAGES = 1_000_000_000 / PAGE_SIZE

export type ListInput<Sort extends string> = { q?: string; sort?: Sort; limit: string; offset: string }

/** Search, order and page that an address asks for; what is none is left out. */
export function readList<const Sort extends string>(search: URLSearchParams, sorts: readonly Sort[]) {
  const q = (search.get('q') ?? '').slice(0, 200)
  const sort = sorts.find((known) => known === search.get('sort'))
  const page = Math.min(MOST_PAGES, Math.max(1, Math.floor(Number(search.get('page')) || 1)))
  const input: ListInput<Sort> = {
    ...(q.trim() && { q: q.trim() }),
    ...(sort && { sort }),
    limit: String(PAGE_SIZE),
    offset: String((page - 1) * PAGE_SIZE),
  }
  return { q, sort, page, input }
}

/** Changes values of the address; an empty one is removed. The list restarts at its first page by default. */
export function changedList(before: URLSearchParams, change: Record<string, string>, holdPage = false) {
  const next = new URLSearchParams(before)
  if (!holdPage) next.delete('page')
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

const figure = new Intl.NumberFormat('en-IN')

/** Writes the total of a list as the server knows it, such as `10,000+` before the end of a longer one. `seen`: the rows up to the end of the page. */
export const totalText = (total: number, seen = 0): string =>
  total === Math.max(MOST_COUNTED, seen) + 1 ? `${figure.format(total - 1)}+` : figure.format(total)

/** The same with a noun: `10,000+ students`. */
export const totalOf = (total: number, one: string): string =>
  countText(total, one).replace(String(total), totalText(total))
