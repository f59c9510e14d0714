import type { BrowserContext, Page, Request } from '@playwright/test'

type Counted = { open: Map<Request, number>; begun: number; last: string; changed: Set<() => void> }

const counted = new WeakMap<BrowserContext, Counted>()

/** A film or a sound that plays goes on loading, and so does a stream of events. */
const isEndless = (request: Request) => ['media', 'eventsource', 'websocket'].includes(request.resourceType())

/** Counts the requests of a context's pages, for `untilQuiet`. */
export function countRequests(context: BrowserContext): void {
  const counts: Counted = { open: new Map(), begun: 0, last: '', changed: new Set() }
  counted.set(context, counts)
  const end = (request: Request) => {
    counts.open.delete(request)
    for (const notify of counts.changed) notify()
  }
  context.on('request', (request) => {
    if (isEndless(request)) return
    counts.begun += 1
    counts.last = `${request.method()} ${request.url()}`
    counts.open.set(request, Date.now())
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** Whatever loads later begins within this time of the page. */
const PAUSE_MS = 500
const PATIENCE_MS = 120_000

/**
 * Waits until the pages of this context have no open request, and begin none while they rest. Unlike Playwright's own
 * wait it bears a busy machine, does not wait for films, and names the requests that stayed open.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const counts = counted.get(page.context())
  if (!counts) throw new Error('the requests of this context are not counted: see countRequests')
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    while (counts.open.size > 0) await nextChange(counts, until)
    const { begun } = counts
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), PAUSE_MS)
    if (counts.begun === begun) return
    if (Date.now() > until) throw new Error(`the page does not come to rest; its last request: ${counts.last}`)
  }
}

/** Resolves when a request ends; rejects with the open ones when the time is over. */
function nextChange({ open, changed }: Counted, until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      clearTimeout(timer)
      changed.delete(done)
      act()
    }
    const done = settle(resolve)
    const fail = settle(() => {
      const rows = [...open].map(([request, at]) => `  ${request.method()} ${request.url()}, ${Date.now() - at} ms`)
      reject(new Error(`the page is not quiet; open requests:\n${rows.join('\n')}`))
    })
    const timer = setTimeout(fail, Math.max(until - Date.now(), 0))
    changed.add(done)
  })
}
