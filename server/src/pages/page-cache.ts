import { createBoundedCache } from '../courses/bounded-cache.ts'
import type { Ready } from './negotiate.ts'

export type MadePage = { status: number; content: Ready }

export type PageCache = {
  /** The page, where it is there already. */
  peek(currentVersion: string, url: string): MadePage | undefined
  get(currentVersion: string, url: string, make: () => Promise<MadePage>): MadePage | Promise<MadePage>
}

/** The compressed forms of a page together weigh less than it does. */
const BYTES_PER_BYTE = 2

/**
 * Pages made under one state of the catalogue, within a number of pages and of bytes: those not asked for longest go. A page
 * asked for by many at once is made once; what is not a success is made again next time.
 */
export function createPageCache(bounds: { maxEntries: number; maxBytes: number }): PageCache {
  let version: string | undefined
  let underway = new Map<string, Promise<MadePage>>()
  const kept = createBoundedCache<MadePage>(bounds)

  async function makeAndKeep(url: string, make: () => Promise<MadePage>): Promise<MadePage> {
    const mine = underway
    try {
      const made = await make()
      const { status, content } = made
      if (status === 200 && mine === underway) kept.set(url, made, content.bytes.length * BYTES_PER_BYTE)
      return made
    } finally {
      mine.delete(url)
    }
  }

  return {
    peek: (currentVersion, url) => (version === currentVersion ? kept.get(url) : undefined),
    get(currentVersion, url, make) {
      if (version !== currentVersion) {
        version = currentVersion
        underway = new Map()
        kept.clear()
      }
      const known = kept.get(url) ?? underway.get(url)
      if (known) return known
      const making = makeAndKeep(url, make)
      underway.set(url, making)
      return making
    },
  }
}
