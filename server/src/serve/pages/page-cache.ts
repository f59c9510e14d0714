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
 * Caches pages, each of one version, within a number of pages and of bytes; evicts the least recently used. A page
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
  const underway = new Map<string, { version: string; made: Promise<MadePage> }>()
  const stored = createBoundedCache<{ version: string; made: MadePage }>(bounds)

  const peek = (currentVersion: string, url: string) => {
    const found = stored.get(url)
    return found?.version === currentVersion ? found.made : undefined
  }

  return {
    peek,
    get(version, url, make) {
      const known = peek(version, url)
      if (known) return known
      const other = underway.get(url)
      if (other?.version === version) return other.made
      const making = { version, made: store() }
      underway.set(url, making)
      return making.made

      async function store(): Promise<MadePage> {
        try {
          const page = await make()
          // Another version may have begun meanwhile.
          const isLatest = underway.get(url) === making
          if (isLatest && page.status !== status) stored.delete(url)
          else if (isLatest) stored.set(url, { version, made: page }, page.content.bytes.length * BYTES_PER_BYTE)
          return page
        } finally {
          if (underway.get(url) === making) underway.delete(url)
        }
      }
    },
    last: (url) => stored.get(url)?.made,
  }
}
