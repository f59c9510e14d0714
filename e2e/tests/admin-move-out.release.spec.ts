// Release: makes and reads a whole archive.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('an owner makes the archive of the shop, downloads it, and brings it: all of it is there already', async ({
  page,
  admin,
  shop,
  guard,
}) => {
  // No keys are set yet.
  guard.allow(/status of 404/)
  test.setTimeout(120_000)
  await admin.open('/admin?tab=payment')
  const card = page.getByRole('region', { name: 'Move out' })
  await card.getByRole('button', { name: 'Make the archive' }).click()
  await expect(card.getByText(/It is deleted on/)).toBeVisible({ timeout: 60_000 })
  await checkScreen(page, 'the archive of the shop')
  const answered = page.waitForResponse((response) => response.url().endsWith('/admin/move_out/link'))
  await card.getByRole('button', { name: 'Download' }).click()
  const { url } = await (await answered).json()
  const download = await page.request.get(url)
  expect(download.headers()['content-disposition']).toMatch(/^attachment; filename=skillhaat-[\d-]{10}\.zip$/)
  const zip = join(shop.dataDir, 'moved.zip')
  await writeFile(zip, await download.body())

  const chosen = page.waitForEvent('filechooser')
  await card.getByRole('button', { name: 'Choose the ZIP' }).click()
  await (await chosen).setFiles(zip)
  await expect(card.getByText('Nothing has been made or sent yet.', { exact: false })).toBeVisible({ timeout: 60_000 })
  await expect(card.getByText('Stays behind')).toBeVisible()
  await checkScreen(page, 'an archive before it is brought')
  await card.getByRole('button', { name: 'Move in' }).click()
  await expect(card.getByText(/moved in: 0 new files, 0 new courses/)).toBeVisible({ timeout: 60_000 })
  await checkScreen(page, 'an archive that moved in')
  await page.reload()
  await expect(card.getByText(/moved in: 0 new files, 0 new courses/)).toBeVisible()
})
