import { createBoundedCache } from '../../courses/courses/bounded-cache.ts'
import type { ReadyAnswer } from '../../platform/net/ready-answer.ts'

export type MadePage = { status: number; content: ReadyAnswer }

export type PageCache = {
  /** The page, where it is there already. */
  peek(currentVersion: string, url: string): MadePage | undefined
  get(currentVersion: string, url: string, make: () => Promise<MadePage>): MadePage | Promise<MadePage>
  /** The page as it was last made, whatever has changed since: for when it cannot be made. */
  last(url: string): MadePage | undefined
}

/** The compressed forms of a page together weigh less than it does. */
const BYTES_PER_BYTE = 2

/**
 * Caches pages of one catalogue state, within a number of pages and of bytes; evicts the least recently used. A page
 * requested by many at once is made once; one with another status than `status` is made again next time.
 */
export function createPageCache({
  status = 200,
  ...bounds
}: {
  maxEntries: number
  maxBytes: number
  status?: number
}): PageCache {
  let version: string | undefined
  let underway = new Map<string, Promise<MadePage>>()
  const stored = createBoundedCache<{ version: string; made: MadePage }>(bounds)

  async function makeAndStore(url: string, made: Promise<MadePage>, of: string): Promise<MadePage> {
    const mine = underway
    try {
      const page = await made
      if (page.status !== status) stored.delete(url)
      else if (mine === underway)
        stored.set(url, { version: of, made: page }, page.content.bytes.length * BYTES_PER_BYTE)
      return page
    } finally {
      mine.delete(url)
    }
  }

  const peek = (currentVersion: string, url: string) => {
    const found = stored.get(url)
    return found?.version === currentVersion ? found.made : undefined
  }

  return {
    peek,
    get(currentVersion, url, make) {
      if (version !== currentVersion) {
        version = currentVersion
        underway = new Map()
      }
      const known = peek(currentVersion, url) ?? underway.get(url)
      if (known) return known
      const making = makeAndStore(url, make(), currentVersion)
      underway.set(url, making)
      return making
    },
    last: (url) => stored.get(url)?.made,
  }
}
