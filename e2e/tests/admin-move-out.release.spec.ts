// Runs before a release: makes a whole archive.

import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('an owner makes the archive of the shop, and downloads it', async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=backups')
  const card = page.getByRole('region', { name: 'Move out' })
  await card.getByRole('button', { name: 'Create archive' }).click()
  await expect(card.getByText(/It is deleted on/)).toBeVisible({ timeout: 60_000 })
  await checkScreen(page, 'the archive of the shop')
  const answered = page.waitForResponse((response) => response.url().endsWith('/admin/move_out/link'))
  await card.getByRole('button', { name: 'Download' }).click()
  const { url } = await (await answered).json()
  const download = await page.request.get(new URL(url, shop.url).href)
  expect(download.headers()['content-disposition']).toMatch(/^attachment; filename=skillhaat-[\d-]{10}\.zip$/)
})
