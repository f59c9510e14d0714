import { type CataloguePage, cataloguePageSearch, readCataloguePage } from 'contract/catalogue-page'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Pause in typing before the server is called. */
const REST_MS = 250

/** Reads the page from the present address: the router shows it a little later. */
export const cataloguePageNow = (): CataloguePage => readCataloguePage(new URLSearchParams(window.location.search))

/**
 * Returns the text of the search field. The router alone is too slow: letters typed meanwhile would be lost. A text from the address, such
 * as after going back, replaces the typed one.
 */
function useTypedSearch(shown: string) {
  const [text, type] = useState(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has another text, and the address has the newest
  useEffect(() => type((typed) => (typed.trim() === cataloguePageNow().q ? typed : cataloguePageNow().q)), [shown])
  return { text, type }
}

/** The cataloguePage of the address, except while its search is still being typed: then the one before. */
function useRequestedPage(cataloguePage: CataloguePage): CataloguePage {
  const [requested, request] = useState(cataloguePage)
  const { q } = cataloguePage
  const settled = q === requested.q || q === ''
  const address = cataloguePageSearch(cataloguePage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all that the cataloguePage does, and stays the same text
  useEffect(() => {
    const timer = setTimeout(() => request(cataloguePage), settled ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [address, settled])
  return settled ? cataloguePage : requested
}

/** Search, order and pages of the catalogue, all of them in the address. */
export function useCourseSearch() {
  const [search, setSearch] = useSearchParams()
  const cataloguePage = readCataloguePage(search)
  const { text, type } = useTypedSearch(cataloguePage.q)

  // Another search or order begins with its first page.
  const change = (part: Partial<Pick<CataloguePage, 'q' | 'sort'>>) =>
    setSearch(cataloguePageSearch({ ...cataloguePageNow(), ...part, from: 1, page: 1 }), { replace: true })
  return {
    text,
    cataloguePage,
    /** Page that is requested from the server. */
    asked: useRequestedPage(cataloguePage),
    type(next: string) {
      type(next)
      change({ q: next.trim() })
    },
    sortBy: (next: string) => change({ sort: readCataloguePage(new URLSearchParams({ sort: next })).sort }),
    /** All courses again. */
    clear() {
      type('')
      setSearch('', { replace: true })
    },
    /** The same search with these pages, without a step in the history. */
    showPages: (pages: Pick<CataloguePage, 'from' | 'page'>) =>
      setSearch(cataloguePageSearch({ ...cataloguePageNow(), ...pages }), { replace: true }),
  }
}
