import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type Course, createCourse, removeCourse } from './courses.ts'
import { createGuard, type PageGuard } from './page-guard.ts'
import { openShop, type Shop } from './shop.ts'
import { takenOver } from './taken-over.ts'

export { expect } from '@playwright/test'

type MakeCourse = (fields?: Record<string, unknown>) => Promise<Course>

/** A page of a shop of its own per worker; any complaint of a page fails the test. */
export const test = base.extend<
  { guard: PageGuard; newVisitor: () => Promise<Page>; newCourse: MakeCourse },
  { shop: Shop }
>({
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
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled === false ? page : takenOver(page)),
  /** Courses that are there for one test, so that no other test meets them in the catalogue. */
  newCourse: async ({ shop }, use) => {
    const made: string[] = []
    await use(async (fields) => {
      const course = await createCourse(shop, fields)
      made.push(course.course_id)
      return course
    })
    for (const id of made) await removeCourse(shop, id)
  },
  /** A page in a browser of its own, watched like the first one: somebody else, or the same person elsewhere. */
  newVisitor: async ({ browser, guard, contextOptions, baseURL, viewport, locale, timezoneId }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport, locale, timezoneId })
      opened.push(context)
      await guard.watch(context)
      return takenOver(await context.newPage())
    })
    for (const context of opened) await context.close()
  },
})
