import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { browserHost, type Console, consoleIn, desktopHost } from './console.ts'
import { type Course, createCourse, removeCourse } from './courses.ts'
import { type DesktopHarness, startDesktop } from './desktop/harness.ts'
import { type OtherSites, openOtherSites } from './other-sites.ts'
import { createGuard, type PageGuard } from './page-guard.ts'
import { openShop, type Shop } from './shop.ts'
import { takenOver } from './taken-over.ts'

export { expect } from '@playwright/test'

type MakeCourse = (fields?: Record<string, unknown>) => Promise<Course>

/** Where pages are opened: in the browser, or in the window of the desktop app. A project chooses. */
export type HostOption = { host: 'browser' | 'desktop' }

type ForOneTest = HostOption & {
  /** The desktop app on a fresh folder of its own, with this shop chosen; undefined in the browser. */
  desktop: DesktopHarness | undefined
  /** The console in its host. */
  admin: Console
  guard: PageGuard
  /** Addresses of other sites that the pages of this test asked for. */
  foreignRequests: string[]
  newVisitor: () => Promise<Page>
  newCourse: MakeCourse
}

/** A page of a shop of its own per worker; any complaint of a page fails the test. */
export const test = base.extend<ForOneTest, { shop: Shop; payPage: 'on' | 'off'; otherSites: OtherSites }>({
  host: ['browser', { option: true }],
  /** Most journeys pay by the link; a file that asks for the pay page has a shop with it. */
  payPage: ['off', { option: true, scope: 'worker' }],
  shop: [
    async ({ payPage }, use, worker) => {
      const shop = await openShop(`worker${worker.parallelIndex}`, payPage)
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  otherSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const sites = await openOtherSites()
      await use(sites)
      await sites.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    ({ launchOptions, otherSites }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...otherSites.flags] }),
    { scope: 'worker' },
  ],
  foreignRequests: async ({ otherSites }, use) => {
    otherSites.asked.length = 0
    await use(otherSites.asked)
  },
  desktop: async ({ host, shop }, use) => {
    if (host === 'browser') return use(undefined)
    const desktop = await startDesktop()
    await desktop.ask('server:choose', shop.url)
    // A page is of the shop that it began with: a session may be kept before a test opens its first one.
    await fetch(`${desktop.url}/admin`)
    await use(desktop)
    await desktop.close()
  },
  baseURL: ({ shop, desktop }, use) => use(desktop?.url ?? shop.url),
  guard: [
    async ({ context, shop, desktop }, use) => {
      const guard = createGuard()
      await guard.watch(context)
      await desktop?.connect(context)
      await use(guard)
      guard.verify()
      await shop.sandbox.reset()
    },
    { auto: true },
  ],
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled === false ? page : takenOver(page)),
  admin: async ({ page, shop, desktop }, use) => {
    await use(consoleIn(desktop ? desktopHost(desktop) : browserHost, page, shop))
  },
  /** Courses that are there for one test, so that no other test meets them in the catalogue. */
  newCourse: async ({ shop, guard }, use) => {
    const made: string[] = []
    await use(async (fields) => {
      const course = await createCourse(shop, fields)
      made.push(course.course_id)
      return course
    })
    guard.rest()
    for (const id of made) await removeCourse(shop, id)
  },
  /** A page of the store in a browser of its own, watched like the first one: somebody else, or the same person elsewhere. */
  newVisitor: async ({ browser, guard, contextOptions, shop, viewport, locale, timezoneId }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: shop.url, viewport, locale, timezoneId })
      opened.push(context)
      await guard.watch(context)
      return takenOver(await context.newPage())
    })
    for (const context of opened) await context.close()
  },
})
