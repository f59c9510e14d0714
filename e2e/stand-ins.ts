import { expect, type Locator, type Page } from '@playwright/test'

type StandIn = { status?: number; json?: unknown } | 'lost' | 'a page'

/** What a proxy in between says when there is nothing behind it: no JSON, and no sentence for a visitor. */
const PROXY_PAGE = { status: 502, contentType: 'text/html', body: '<html><title>502 Bad Gateway</title></html>' }

/**
 * Answers calls to `/api` + path in the shop's place: with an answer, with the page of a proxy, or not at all. The newest answer for
 * a path holds; the function that comes back gives the path back to the shop.
 */
export async function answerInstead(page: Page, path: string, answer: StandIn): Promise<() => Promise<void>> {
  const isCall = (url: URL) => url.pathname === `/api${path}`
  await page.route(isCall, (route) => {
    if (answer === 'lost') return route.abort()
    return route.fulfill(answer === 'a page' ? PROXY_PAGE : { status: 200, ...answer })
  })
  return () => page.unroute(isCall)
}

/** Holds calls to `/api` + path back until the function that comes back is called; `times`: only so many, the first ones. */
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

/** What may be wrong with the shop's API as a whole: no answer at all, an answer that it is broken, an answer that takes its time. */
export type Outage = 'down' | 'answers 500' | 'slow'

const BROKEN = { status: 500, json: { detail: 'Something went wrong', code: 'internal_error' } }

/** Every call of the page meets the outage until the function that comes back is called; slow calls are answered then. */
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

/** Lets time pass in the page, whose clock was installed, until something is in view: tries again that wait are over at once. */
export async function waitInPageFor(page: Page, visible: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(visible).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [10], timeout: 15_000 })
}

/** From now on time passes in the page only as it is told to; needs `page.clock.install()` before the page was opened. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** Lets time pass in the page, and waits until React has drawn what came of it: its turns come by messages, which no clock stops. */
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

/** Lets time pass in small steps of `step` milliseconds until something is in view. */
export async function passTimeUntil(page: Page, visible: Locator, step = 20): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step)
    await expect(visible).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10], timeout: 15_000 })
}

/** A toast with this title and, below it, this description is in view. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /notifications/i }).locator('[data-notice=open]')
  await expect(toasts.filter({ hasText: title }).filter({ hasText: description }).first()).toBeVisible()
}
