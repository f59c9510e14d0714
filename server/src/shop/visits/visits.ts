import { indianDay, quarterOf } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { addViews } from './visits.queries.ts'

const FLUSH_MS = 10_000

/** Matches programs by name; people's browsers all begin with `Mozilla/`. */
const BOT = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|axios|node|http-client|scan/i

/** Returns true for the name of a browser that a person looks through, as far as a name can say. */
export const isBrowser = (agent: string): boolean => agent.startsWith('Mozilla/') && !BOT.test(agent)

export type Viewed = { method: string; get(header: 'user-agent' | 'sec-purpose'): string | undefined }

export type VisitCounter = {
  /** Counts a sent page, or a navigation reported by the store's script. Nothing of the request is stored. */
  count(req: Viewed): void
  /** Writes the counts; failed ones wait for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Counts page views by Indian day and quarter of an hour in memory and adds them to the table every 10 s, so that a page costs no statement.
 * Instances share a row; a killed one loses its unwritten counts.
 */
export function createVisitCounter({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): VisitCounter {
  /** Keys are a day and its quarter, `2026-11-18 61`. */
  const waiting = new Map<string, number>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    for (const [when, views] of [...waiting]) {
      const [day = '', quarter] = when.split(' ')
      await addViews(db, day, Number(quarter), views)
      const left = (waiting.get(when) ?? 0) - views
      if (left > 0) waiting.set(when, left)
      else waiting.delete(when)
    }
  }

  async function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
  }

  const timer = setInterval(() => {
    if (waiting.size > 0) flush().catch((error) => log.warn({ err: error }, 'page views wait to be written'))
  }, FLUSH_MS).unref()

  return {
    count(req) {
      if (req.method === 'HEAD' || req.get('sec-purpose')?.includes('prefetch')) return
      if (!isBrowser(req.get('user-agent') ?? '')) return
      const when = `${indianDay(now())} ${quarterOf(now())}`
      waiting.set(when, (waiting.get(when) ?? 0) + 1)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((error) => log.warn({ err: error }, 'page views of the last seconds are lost'))
    },
  }
}
