import type { Ready } from './negotiate.ts'

export type MadePage = { status: number; content: Ready }

const MAX_PAGES = 500

/**
 * Pages made under one state of the catalogue. A page asked for by many at once is made once; what is not a success is made
 * again next time. The oldest go when there are too many.
 */
export function createPageCache() {
  let version: string | undefined
  let pages = new Map<string, Promise<MadePage>>()
  return {
    get(currentVersion: string, url: string, make: () => Promise<MadePage>): Promise<MadePage> {
      if (version !== currentVersion) {
        version = currentVersion
        pages = new Map()
      }
      const mine = pages
      const known = mine.get(url)
      if (known) return known
      const making = make()
      mine.set(url, making)
      making.then(
        ({ status }) => status === 200 || mine.delete(url),
        () => mine.delete(url),
      )
      if (mine.size > MAX_PAGES) mine.delete(mine.keys().next().value ?? '')
      return making
    },
  }
}
