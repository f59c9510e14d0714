import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { importAll } from '../server/src/platform/features/import-all.ts'
import { browserHost, type Console, type ConsoleHost, consoleIn } from './console.ts'
import { type Course, createCourse, removeCourse } from './courses.ts'
import { type OtherSites, openOtherSites } from './other-sites.ts'
import { createGuard, type PageGuard } from './page-guard.ts'
import { openShop, type Shop } from './shop.ts'
import { takenOver } from './taken-over.ts'

export { expect } from '@playwright/test'

/** A window of the desktop app, as far as journeys of the console need it. */
type DesktopWindow = { page: Page; context: BrowserContext; close: () => Promise<void> }

type DesktopApp = {
  startDesktop: (options: { shop: string; args: string[] }) => Promise<DesktopWindow>
  desktopHost: (window: DesktopWindow) => ConsoleHost
}

/** Undefined once the desktop app is deleted. */
const [desktopApp] = (await importAll('desktop/desktop-host.ts', import.meta.dirname)) as DesktopApp[]

type MakeCourse = (fields?: Record<string, unknown>) => Promise<Course>

/** Opens pages in a browser or in the desktop window; the Playwright project decides. */
export type HostOption = { host: 'browser' | 'desktop' }

type ForOneTest = HostOption & {
  /** The desktop app with an empty data folder and this shop chosen; undefined in the browser. */
  desktop: DesktopWindow | undefined
  /** The console in its host. */
  admin: Console
  guard: PageGuard
  /** Requests of this test's pages to other sites. */
  foreignRequests: string[]
  newVisitor: () => Promise<Page>
  newCourse: MakeCourse
}

/** Gives each worker its own shop; any error that a page reports fails the test. */
export const test = base.extend<ForOneTest, { shop: Shop; payPage: 'on' | 'off'; otherSites: OtherSites }>({
  host: ['browser', { option: true }],
  /** Most journeys pay by link; a file that needs the pay page turns it on for its shop. */
  payPage: ['off', { option: true, scope: 'worker' }],
  shop: [
    async ({ payPage }, use, worker) => {
      const shop = await openShop(`worker${worker.parallelIndex}`, payPage)
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  otherSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
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
  desktop: async ({ host, shop, otherSites, viewport }, use) => {
    if (host === 'browser' || !desktopApp) return use(undefined)
    const desktop = await desktopApp.startDesktop({ shop: shop.url, args: otherSites.flags })
    if (viewport) await desktop.page.setViewportSize(viewport)
    await desktop.page.emulateMedia({ reducedMotion: 'reduce' })
    await use(desktop)
    await desktop.close()
  },
  baseURL: ({ shop }, use) => use(shop.url),
  context: ({ context, desktop }, use) => use(desktop?.context ?? context),
  guard: [
    async ({ context, shop, desktop }, use) => {
      const guard = createGuard()
      await guard.watch(context, desktop && 'desktop')
      await use(guard)
      guard.verify()
      await shop.sandbox.reset()
    },
    { auto: true },
  ],
  page: async ({ context, desktop, javaScriptEnabled }, use) => {
    if (desktop) return use(desktop.page)
    const page = await context.newPage()
    await use(javaScriptEnabled === false ? page : takenOver(page))
  },
  admin: async ({ page, shop, desktop }, use) => {
    await use(consoleIn(desktop && desktopApp ? desktopApp.desktopHost(desktop) : browserHost, page, shop))
  },
  /** Creates courses for one test and deletes them after it, so that no other test sees them. */
  newCourse: async ({ shop, guard }, use) => {
    const made: string[] = []
    await use(async (fields) => {
      const course = await createCourse(shop, fields)
      made.push(course.course_id)
      return course
    })
    guard.rest()
    // A course of a bundle on sale cannot go before the bundle.
    for (const id of made.toReversed()) await removeCourse(shop, id)
  },
  /** Opens the store in a separate browser context with the same checks: another person, or another device. */
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
