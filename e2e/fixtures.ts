import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { createGuard, type PageGuard } from './page-guard.ts'
import { openShop, type Shop } from './shop.ts'

export { expect } from '@playwright/test'

/** A page of a shop of its own per worker; any complaint of a page fails the test. */
export const test = base.extend<{ guard: PageGuard; newVisitor: () => Promise<Page> }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
    async ({}, use, worker) => {
      const shop = await openShop(`worker${worker.parallelIndex}`)
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  guard: [
    async ({ context, shop }, use) => {
      const guard = createGuard(shop.url)
      await guard.watch(context)
      await use(guard)
      guard.verify()
      await shop.sandbox.reset()
    },
    { auto: true },
  ],
  /** A page in a browser of its own, watched like the first one: somebody else, or the same person elsewhere. */
  newVisitor: async ({ browser, guard, contextOptions, baseURL, viewport, locale, timezoneId }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport, locale, timezoneId })
      opened.push(context)
      await guard.watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})
