import type { Browser, Page } from '@playwright/test'
import type { Place, Site } from '../drill/shop.ts'
import { openDemo, SLOWER } from './open-demo.ts'

const ROUNDS = 5
const REST_MS = 1_000
/** Event Timing omits events within 16 ms; after this time they count as 0. */
const PATIENCE_MS = 3_000
const TITLE = 'Reels Growth Mega Bundle'

type Tap = readonly [name: string, tap: (page: Page) => Promise<unknown>]

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

/** One visit of a buyer, from the home page to the checkout form. */
const taps: readonly Tap[] = [
  ['menu', (page) => button(page, 'Menu').tap()],
  ['menu, closed', (page) => button(page, 'Close menu').tap()],
  ['all courses', (page) => page.getByRole('link', { name: 'Explore Courses' }).tap()],
  ['a letter in search', (page) => page.getByRole('searchbox', { name: 'Search courses' }).press('r')],
  ['add to cart', (page) => button(page, /^Add to cart/).tap()],
  ['open a course', (page) => page.getByRole('link', { name: TITLE }).first().tap()],
  ['a question of the course', (page) => page.locator('main summary').filter({ visible: true }).first().tap()],
  ['Buy now', (page) => button(page, 'Buy Now').tap()],
  ['a letter of the name', (page) => page.getByRole('textbox', { name: 'Name', exact: true }).press('A')],
  ['Pay, with fields left out', (page) => button(page, 'Proceed to Payment').tap()],
]

/** Taps on a page that has just been painted, while it becomes alive. */
const early: readonly (readonly [path: string, tap: Tap])[] = [
  ['/', ['menu, right after the first paint', (page) => button(page, 'Menu').tap()]],
  [
    '/course/reels-growth-mega-bundle',
    ['Buy now, right after the first paint', (page) => button(page, 'Buy Now').tap()],
  ],
]

/** A page that does next to nothing: the browser's own time for a tap and its paint. */
const BARE = `data:text/html,<!doctype html><meta name="viewport" content="width=device-width"><button onclick="this.textContent = 'Tapped'">Tap</button>`

/** Measures each tap on a slow phone until the next paint, by Event Timing, and a tap on a bare button. */
export async function tapTimes(place: Place, site: Site): Promise<Map<string, number[]>> {
  const { shop, browser } = await openDemo(place, site, 'taps')
  const times = new Map<string, number[]>()
  const note = ([name]: Tap, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  for (let round = 0; round < ROUNDS; round++) {
    const visits = [
      [(page: Page) => page.goto(BARE), [['a bare button', (page: Page) => button(page, 'Tap').tap()]], REST_MS],
      [(page: Page) => page.goto(shop.url, { waitUntil: 'load' }), taps, REST_MS],
      ...early.map(([path, tap]) => [(page: Page) => paint(page, shop.url + path), [tap], 0] as const),
    ] as const
    for (const [open, presses, rest] of visits)
      for (const [index, ms] of (await visit(browser, open, presses, rest)).entries()) note(presses[index] as Tap, ms)
  }
  return times
}

/** Opens a page, and resolves once it is painted. */
async function paint(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

/** Returns the slowest response to each tap of one visit, with an empty browser cache. */
async function visit(
  browser: Browser,
  open: (page: Page) => Promise<unknown>,
  taps: readonly Tap[],
  rest: number,
): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  try {
    await context.addInitScript(listen)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await open(page)
    const answers: number[] = []
    for (const [, tap] of taps) {
      await page.waitForTimeout(rest)
      await page.evaluate(clear)
      await tap(page)
      await page.waitForFunction(longest, undefined, { polling: 100, timeout: PATIENCE_MS }).catch(() => undefined)
      await page.waitForTimeout(REST_MS)
      answers.push(await page.evaluate(longest))
    }
    return answers
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    answered: number[]
  }
}

/** Runs in the browser before the page: records the duration of each tap and key event to the next paint. */
function listen(): void {
  window.answered = []
  type Timing = PerformanceEntry & { interactionId: number }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Timing[]) if (entry.interactionId > 0) window.answered.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const clear = () => {
  window.answered = []
}

/** Returns the maximum of one tap; 0 without an event. */
const longest = () => Math.max(0, ...window.answered)
