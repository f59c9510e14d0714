import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

/** The page, once the worker of this release answers for it. */
const worked = (page: Page) =>
  page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated' && navigator.serviceWorker.controller)

const hasWorker = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** What pages keep of the shop, as addresses. */
const shellOf = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
    return all.flat().map((url) => new URL(url).pathname)
  })

async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}

test("a student's screens open without a network, and a visitor gets nothing of it", async ({ page, context, shop, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/courses')
  await page.waitForLoadState('networkidle')
  expect(await hasWorker(page)).toBe(0)

  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/dashboard')
  await worked(page)
  const shell = await shellOf(page)
  expect(shell).toContain('/dashboard')
  // The shell and its files: nothing of public pages, nothing that calls answer.
  expect(shell.filter((path) => path !== '/dashboard' && !path.startsWith('/assets/'))).toEqual([])

  await withoutNetwork(context, async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Browse Courses' })).toBeVisible()
    await page.goto('/learn/hindi-script-vault')
    await expect(page.getByRole('link', { name: 'Back to dashboard' })).toBeVisible()
  })
})
