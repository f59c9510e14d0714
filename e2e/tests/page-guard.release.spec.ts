// Runs before a release: tests the guard of these tests.

import { expect, test } from '../fixtures.ts'
import { createGuard } from '../page-guard.ts'

/** Attempts of hostile markup; each sets `window.taken` unless the policy blocks it. */
const attempts: [name: string, directive: RegExp, html: string][] = [
  ['a script in the page', /script-src/, '<script>window.taken = true</script>'],
  ['a handler of an event', /script-src/, '<img src="/nothing.png" onerror="window.taken = true">'],
  ['a script of another site', /script-src/, '<script src="https://evil.example/x.js"></script>'],
  ['a frame of another site', /frame-src/, '<iframe src="https://evil.example/"></iframe>'],
  ['a base for other addresses', /base-uri/, '<base href="https://evil.example/">'],
]

for (const [name, directive, html] of attempts) {
  test(`${name} is blocked, and fails any test (H1)`, async ({ browser, shop }) => {
    const guard = createGuard()
    guard.allow(/.*/s)
    const context = await browser.newContext({ baseURL: shop.url })
    await guard.watch(context)
    const page = await context.newPage()
    await page.goto('/about')
    guard.verify()
    await page.evaluate((markup) => {
      // Scripts inserted by innerHTML never run, so the policy would not be tested.
      document.body.append(document.createRange().createContextualFragment(markup))
    }, html)
    await expect(async () => expect(() => guard.verify()).toThrow(directive)).toPass()
    expect(await page.evaluate(() => 'taken' in window)).toBe(false)
    await context.close()
  })
}

test('requests to other sites stay on this machine, and are recorded', async ({ page, foreignRequests }) => {
  await page.goto('/robots.txt')
  for (const site of ['https://evil.example/sealed', 'http://evil.example/plain']) {
    await page.goto(site)
    await expect(page.getByText('Another site')).toBeVisible()
  }
  expect(foreignRequests).toEqual(['https://evil.example/sealed', 'http://evil.example/plain'])
})

test('the browser caches fetched files for the next page', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/contact')
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => /\/assets\/react-/.test(entry.name))
      .map(({ transferSize }) => transferSize),
  )
  expect(fetched).toEqual([0])
})
