import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readShelf, type Shelf, shelfSearch } from 'server/contract/shelf'

/** How long typing has to rest before the server is asked. */
const REST_MS = 250

/** What the address asks for at this moment: the router shows it a little later. */
export const shelfNow = (): Shelf => readShelf(new URLSearchParams(window.location.search))

/**
 * The text of the search field. It cannot come from the router alone, which takes its time: letters typed meanwhile would be
 * lost. A text that comes with the address, as by going back, takes the place of the typed one.
 */
function useTypedSearch(shown: string) {
  const [text, type] = useState(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has another text, and the address has the newest
  useEffect(() => type((typed) => (typed.trim() === shelfNow().q ? typed : shelfNow().q)), [shown])
  return { text, type }
}

/** The shelf of the address, except while its search is still being typed: then the one before. */
function useAskedShelf(shelf: Shelf): Shelf {
  const [asked, ask] = useState(shelf)
  const { q } = shelf
  const settled = q === asked.q || q === ''
  const address = shelfSearch(shelf)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all that the shelf does, and stays the same text
  useEffect(() => {
    const timer = setTimeout(() => ask(shelf), settled ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [address, settled])
  return settled ? shelf : asked
}

/** Search, order and pages of the catalogue, all of them in the address. */
export function useCourseSearch() {
  const [search, setSearch] = useSearchParams()
  const shelf = readShelf(search)
  const { text, type } = useTypedSearch(shelf.q)

  // Another search or order begins with its first page.
  const change = (part: Partial<Pick<Shelf, 'q' | 'sort'>>) =>
    setSearch(shelfSearch({ ...shelfNow(), ...part, from: 1, page: 1 }), { replace: true })
  return {
    text,
    shelf,
    /** What the server is asked for. */
    asked: useAskedShelf(shelf),
    type(next: string) {
      type(next)
      change({ q: next.trim() })
    },
    sortBy: (next: string) => change({ sort: readShelf(new URLSearchParams({ sort: next })).sort }),
    /** All courses again. */
    clear() {
      type('')
      setSearch('', { replace: true })
    },
    /** The same search with these pages, without a step in the history. */
    showPages: (pages: Pick<Shelf, 'from' | 'page'>) =>
      setSearch(shelfSearch({ ...shelfNow(), ...pages }), { replace: true }),
  }
}
