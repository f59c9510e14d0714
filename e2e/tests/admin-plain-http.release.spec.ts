// Runs before a release: a console without a certificate.

import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { PLAIN_HOST } from '../other-sites.ts'

// A first try on a server or in an office: no certificate, and a name that is not localhost.

test('every tab of the menu opens over plain http under any name @tab-only', async ({ page, shop, guard }) => {
  // The second: no gateway is set up here.
  guard.allow(/Cross-Origin-Opener-Policy header has been ignored/)
  const console = new URL('/admin', shop.url)
  console.hostname = PLAIN_HOST
  await page.goto(console.href)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  for (const { id } of tabs.filter(({ place }) => !place.startsWith('under'))) {
    await page.goto(`${console.href}?tab=${id}`)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByText('Something went wrong'))).toBeVisible()
    await expect.soft(page.getByText('Something went wrong'), id).toHaveCount(0)
  }
})
