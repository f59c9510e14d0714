import { expect, type Locator, type Page } from '@playwright/test'

type StandIn = { status?: number; json?: unknown } | 'lost' | 'a page'

/** A typical 502 page of a proxy: no JSON, and no sentence for a visitor. */
const PROXY_PAGE = { status: 502, contentType: 'text/html', body: '<html><title>502 Bad Gateway</title></html>' }

/**
 * Answers calls to `/api` + path in place of the shop: with a response, with a proxy's error page, or not at all. The
 * newest answer for a path wins; the returned function restores the shop.
 */
export async function answerInstead(page: Page, path: string, answer: StandIn): Promise<() => Promise<void>> {
  const isCall = (url: URL) => url.pathname === `/api${path}`
  await undrawn(page)
  await page.route(isCall, (route) => {
    if (answer === 'lost') return route.abort()
    return route.fulfill(answer === 'a page' ? PROXY_PAGE : { status: 200, ...answer })
  })
  return () => page.unroute(isCall)
}

/** Has the server draw no screen, so that the app makes each call by itself. */
export const undrawn = (page: Page) => page.route('**/screen?*', (route) => route.fulfill({ status: 204 }))

/** Loses each answer to a call after the server gave it, until the returned function is called. */
export async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  const isCall = (url: URL) => url.pathname === `/api${path}`
  await page.route(isCall, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(isCall)
}

/** Delays calls to `/api` + path until the returned function is called; `times` limits it to the first calls. */
export async function holdBack(page: Page, path: string, { times }: { times?: number } = {}): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === `/api${path}`,
    async (route) => {
      await released
      await route.continue()
    },
    times === undefined ? {} : { times },
  )
  return release
}

/** Faults of the whole API: no answer, an error, or a slow answer. */
export type Outage = 'down' | 'answers 500' | 'slow'

const BROKEN = { status: 500, json: { detail: 'Something went wrong', code: 'internal_error' } }

/** Applies the outage to every call of the page until the returned function is called; slow calls are answered then. */
export async function breakApi(page: Page, outage: Outage, path = '/**'): Promise<() => void> {
  let repaired = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api${path}`, async (route) => {
    if (repaired) return route.fallback()
    if (outage === 'down') return route.abort('connectionrefused')
    if (outage === 'answers 500') return route.fulfill(BROKEN)
    await released
    await route.fallback()
  })
  return () => {
    repaired = true
    release()
  }
}

/** Advances the page's installed clock until something is visible, so that delayed retries run at once. */
export async function waitInPageFor(page: Page, visible: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(visible).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [10], timeout: 45_000 })
}

/** Stops the page's clock until a test advances it; needs `page.clock.install()` before the page opens. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** Advances the page's clock, and waits until React has rendered; React schedules by messages, which no clock stops. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(undefined)
      })
    }
  })
}

/** Advances the page's clock in steps of `step` milliseconds until something is visible. */
export async function passTimeUntil(page: Page, visible: Locator, step = 20): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step)
    await expect(visible).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10], timeout: 45_000 })
}

/** Asserts that a toast with this title, and this description below it, is visible. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /notifications/i }).locator('[data-notice=open]')
  await expect(toasts.filter({ hasText: title }).filter({ hasText: description }).first()).toBeVisible()
}
