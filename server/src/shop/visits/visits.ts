import { indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { addViews } from './visits.queries.ts'

const FLUSH_MS = 10_000

/** Programs that say what they are; people's browsers all begin with `Mozilla/`. */
const BOT = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|axios|node|http-client|scan/i

/** What is looked at of a request. */
export type Viewed = { method: string; get(header: 'user-agent' | 'sec-purpose'): string | undefined }

export type VisitCounter = {
  /** Counts a page that was sent, or a move within the store that its script tells of. Nothing of the request is kept. */
  count(req: Viewed): void
  /** Writes down what was counted since; what cannot be written waits for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Page views by day in India: counted in memory, added to the table every 10 s, so that a page costs no statement. Any
 * number of instances add to the same row; one that is killed loses at most what it counted since.
 */
export function createVisitCounter({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): VisitCounter {
  const waiting = new Map<string, number>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    for (const [day, views] of [...waiting]) {
      await addViews(db, day, views)
      const left = (waiting.get(day) ?? 0) - views
      if (left > 0) waiting.set(day, left)
      else waiting.delete(day)
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
      const agent = req.get('user-agent') ?? ''
      if (!agent.startsWith('Mozilla/') || BOT.test(agent)) return
      const day = indianDay(now())
      waiting.set(day, (waiting.get(day) ?? 0) + 1)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((error) => log.warn({ err: error }, 'page views of the last seconds are lost'))
    },
  }
}
