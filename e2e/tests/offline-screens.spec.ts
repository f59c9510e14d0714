import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { OFFLINE, withoutNetwork, worked } from '../offline.ts'
import { newAccount, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'

test.use({ serviceWorkers: 'allow' })

/** Lists the paths that pages store for offline use. */
const shellOf = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return all.flat().map((url) => new URL(url).pathname)
  })

test('a student’s screens open offline, and a visitor stores nothing', async ({ page, context, shop, guard }) => {
  guard.allow(OFFLINE)
  await page.goto('/courses')
  await untilQuiet(page)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  await signIn(page, await newAccount(shop))
  await page.goto('/dashboard')
  await worked(page)
  const shell = await shellOf(page)
  expect(shell).toContain('/dashboard')
  // The app shell and its files; no public pages and no API responses.
  expect(shell.filter((path) => path !== '/dashboard' && !path.startsWith('/assets/'))).toEqual([])

  await withoutNetwork(context, async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Browse Courses' })).toBeVisible()
    await page.goto('/learn/hindi-script-vault')
    await expect(page.getByRole('link', { name: 'Back to dashboard' })).toBeVisible()
  })
})
