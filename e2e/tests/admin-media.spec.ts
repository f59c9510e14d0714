import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openConsole } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

const art = (name: string) => readFile(new URL(`../../server/src/db/seed/art/${name}`, import.meta.url))

const MEDIA = '/admin?tab=media'

/** A film of that many bytes, unlike any other. */
async function film(name: string, bytes = 200_000) {
  const noise = Buffer.alloc(bytes, name)
  return { name, mimeType: 'video/mp4', buffer: Buffer.concat([await art('reel-hooks.mp4'), noise]) }
}

type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** Chooses files in the browser's own dialog, which is the old kind: the new one cannot be driven. */
async function choose(page: Page, files: TestFile[], button = 'Choose files') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

const queue = (page: Page) => page.getByRole('region', { name: 'Upload queue' })
const row = (page: Page, name: string) => queue(page).getByRole('listitem').filter({ hasText: name })
const card = (page: Page, name: string) => page.getByRole('article', { name })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
})

test('several files go up at once, and stand in the library', async ({ page, shop, guard }) => {
  guard.allow(/status of 415/)
  await openConsole(page, shop, MEDIA)
  await expect(page.getByRole('heading', { name: 'Media Upload Manager', level: 1 })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Upload Media', 'Media Library'])
  await choose(page, [
    await film('first-reel.mp4'),
    await film('second-reel.mp4'),
    { name: 'poster.tiff', mimeType: 'image/tiff', buffer: Buffer.from('II*') },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('MZ this is a program, not a picture') },
  ])
  for (const name of ['first-reel.mp4', 'second-reel.mp4']) await expect(row(page, name)).toContainText('Done')
  for (const name of ['poster.tiff', 'fake.png']) {
    await expect(row(page, name)).toContainText('Please upload a valid image file (JPEG, PNG, GIF, or WEBP)')
  }
  await expect(queue(page)).toContainText('2 of 4 done, 2 failed')
  await expect(card(page, 'first-reel.mp4')).toContainText('Not used')
  await checkScreen(page, 'media manager')
})

test('a folder that is dropped goes up with all that is in it', async ({ page, shop }) => {
  await openConsole(page, shop, MEDIA)
  const transfer = await page.evaluateHandle(
    async (bytes) => {
      const made = new DataTransfer()
      for (const name of ['dropped-a.mp4', 'dropped-b.mp4']) {
        made.items.add(new File([new Uint8Array(bytes), name], name, { type: 'video/mp4' }))
      }
      return made
    },
    [...(await art('reel-hooks.mp4'))],
  )
  const drop = page.getByRole('region', { name: 'Add files' })
  await drop.dispatchEvent('dragover', { dataTransfer: transfer })
  await drop.dispatchEvent('drop', { dataTransfer: transfer })
  for (const name of ['dropped-a.mp4', 'dropped-b.mp4']) await expect(row(page, name)).toContainText('Done')
})

test('what the library has is offered, and goes up only when told to', async ({ page, shop }) => {
  await openConsole(page, shop, MEDIA)
  const sent = await film('twin.mp4')
  await choose(page, [sent])
  await expect(row(page, 'twin.mp4')).toContainText('Done')
  await choose(page, [{ ...sent, name: 'other-name.mp4' }])
  await expect(row(page, 'other-name.mp4')).toContainText('Already in the library')
  await row(page, 'other-name.mp4').getByRole('button', { name: 'Upload anyway' }).click()
  await expect(row(page, 'other-name.mp4')).toContainText('Done')
})

test('a paused upload goes on after a reload, once its file is chosen again', async ({ page, shop }) => {
  await openConsole(page, shop, MEDIA)
  const sent = await film('long-reel.mp4', 30_000_000)
  // The file comes from the disk both times, so that it is of the same age.
  await page.route('**/api/admin/media/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  const path = test.info().outputPath('long-reel.mp4')
  await writeFile(path, sent.buffer)
  const pick = async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles(path)
  }
  await pick()
  await expect(row(page, 'long-reel.mp4')).toContainText('%')
  await page.getByRole('button', { name: 'Pause long-reel.mp4' }).click()
  await expect(row(page, 'long-reel.mp4')).toContainText('Paused at')
  await page.reload()
  await expect(row(page, 'long-reel.mp4')).toContainText('Choose or drop this file again to go on')
  await pick()
  await expect(row(page, 'long-reel.mp4')).toContainText('Done', { timeout: 60_000 })
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
})

test('an upload waits for the network, and goes on by itself', async ({ page, shop, guard, context }) => {
  guard.allow(/net::ERR_/)
  await openConsole(page, shop, MEDIA)
  await page.route('**/api/admin/media/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue().catch(() => {})
  })
  const path = test.info().outputPath('tunnel.mp4')
  await writeFile(path, (await film('tunnel.mp4', 30_000_000)).buffer)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles(path)
  await expect(row(page, 'tunnel.mp4')).toContainText('%')
  await context.setOffline(true)
  await expect(row(page, 'tunnel.mp4')).toContainText('Paused, no network')
  await context.setOffline(false)
  await expect(row(page, 'tunnel.mp4')).toContainText('Done', { timeout: 60_000 })
})

test('the address of a file is copied by keyboard, with a check mark for two seconds', async ({ page, shop }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openConsole(page, shop, `${MEDIA}&view=library&kind=image`)
  const button = page.getByRole('button', { name: /^Copy URL of/ }).first()
  await button.focus()
  // From here on time passes only when the test says so.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/media\/[0-9a-f]{32}[^/]*\/[\w.-]+$/)
  await page.clock.runFor(1_900)
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText('Copied', { exact: true })).toBeHidden()
})

test('a file is found, renamed and deleted, but not while it is used', async ({ page, shop, newCourse }) => {
  await openConsole(page, shop, MEDIA)
  await choose(page, [await film('used-reel.mp4'), await film('spare-reel.mp4')])
  for (const name of ['used-reel.mp4', 'spare-reel.mp4']) await expect(row(page, name)).toContainText('Done')
  const url = await page.locator('video[src*="used-reel"]').getAttribute('src')
  await newCourse({ name: 'Course that shows it', DEMO_REELS_VIDEOS: [String(url).split('#')[0]] })

  await page.getByRole('tab', { name: 'Media Library' }).click()
  await page.getByRole('searchbox', { name: 'Search file name' }).fill('USED-reel')
  await page.reload()
  await page.getByRole('button', { name: 'Used in 1 place of used-reel.mp4' }).click()
  await expect(page.getByRole('dialog')).toContainText('Course that shows it, Demo reels')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Delete used-reel.mp4' }).click()
  await expect(page.getByRole('dialog', { name: 'This file is in use' })).toContainText('Course that shows it')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search file name' }).fill('spare')
  await page.getByRole('button', { name: 'Rename spare-reel.mp4' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spare clip of Diwali')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(toast(page, 'File renamed successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Spare clip of Diwali' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'File deleted successfully')).toBeVisible()
  await expect(card(page, 'Spare clip of Diwali')).toBeHidden()
})

test('a banner is taken from the library', async ({ page, shop }) => {
  await openConsole(page, shop, '/admin?tab=addcourse')
  await page.getByRole('button', { name: 'From library' }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await picker.getByRole('button', { name: /^Use / }).first().click()
  await expect(picker).toBeHidden()
  await expect(page.locator('[data-field="banner"]')).toHaveValue(/^\/media\//)
})
