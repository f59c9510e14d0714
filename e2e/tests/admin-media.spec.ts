import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdfOf } from '../../server/test/archives.ts'
import type { Console } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import {
  addressOf,
  art,
  card,
  dropFolder,
  film,
  filmOnDisk,
  holdPieces,
  inMenu,
  MEDIA,
  PATIENT,
  queue,
  row,
} from '../media-library.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

const files = (page: Page) => page.getByRole('button', { name: /^Actions for/ })

test('several files upload at once and appear in the library', { tag: '@machine' }, async ({ page, admin, guard }) => {
  guard.allow(/status of 415/)
  await admin.open(MEDIA)
  await expect(page.getByRole('heading', { name: 'Media Upload Manager', level: 1 })).toBeVisible()
  await admin.choose(page, [
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
  const { height = 0 } = (await card(page, 'first-reel.mp4').boundingBox()) ?? {}
  if ((page.viewportSize()?.width ?? 0) >= 1024) expect(height).toBeLessThanOrEqual(57)
  await checkScreen(page, 'media manager')
})

test('dropped files upload', { tag: ['@machine', '@long'] }, async ({ page, admin }) => {
  await admin.open(MEDIA)
  const reel = await art('reel-hooks.mp4')
  const files = ['dropped-a.mp4', 'dropped-b.mp4'].map((name) => {
    return { name, mimeType: 'video/mp4', buffer: Buffer.concat([reel, Buffer.from(name)]) }
  })
  await admin.drop(page, '[data-file-drop]', files)
  for (const { name } of files) await expect(row(page, name)).toContainText('Done')
})

test('a dropped folder becomes folders of the library, with the names of its files', {
  tag: ['@tab-only', '@long'],
}, async ({ page, admin }) => {
  const name = `रील कोर्स ${test.info().workerIndex} ${Date.now()}`
  const week = join(test.info().outputPath(name), 'सप्ताह 1', 'नोट्स')
  await mkdir(week, { recursive: true })
  const [notes, idea] = ['पाठ-26 नोट्स.pdf', '💡 विचार.pdf'] as const
  await writeFile(join(week, notes), pdfOf(`<< /Title (${name} one) >>`))
  await writeFile(join(week, '..', idea), pdfOf(`<< /Title (${name} two) >>`))
  await admin.open(MEDIA)
  await dropFolder(page, '[data-file-drop]', test.info().outputPath(name))
  for (const file of [notes, idea]) await expect(row(page, file)).toContainText('Done', PATIENT)
  await expect(card(page, notes).first()).toContainText(`in ${name}/सप्ताह 1/नोट्स`)

  await page.getByRole('combobox', { name: 'Folder' }).selectOption({ label: `${name} (2)` })
  await expect(files(page)).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search file name' }).fill('नोट्स पाठ')
  await expect(files(page)).toHaveCount(1)
  await expect(card(page, notes)).toBeVisible()
  await checkScreen(page, 'library with names in Hindi')

  // Again: the same folders, no second file.
  await page.reload()
  await dropFolder(page, '[data-file-drop]', test.info().outputPath(name))
  await expect(row(page, notes).last()).toContainText('Already in your library', PATIENT)
  await expect(files(page)).toHaveCount(1)
})

// In a plain run `upload-queue.test.ts` covers the same for the queue.
test('a file that the library already has is offered, and uploads only on request', { tag: '@long' }, async ({
  page,
  admin,
}) => {
  await admin.open(MEDIA)
  const sent = await film('twin.mp4')
  await admin.choose(page, [sent])
  await expect(row(page, 'twin.mp4')).toContainText('Done')
  await admin.choose(page, [{ ...sent, name: 'other-name.mp4' }])
  await expect(row(page, 'other-name.mp4')).toContainText('Already in your library')
  await row(page, 'other-name.mp4').getByRole('button', { name: 'Upload anyway' }).click()
  await expect(row(page, 'other-name.mp4')).toContainText('Done')
})

// A tab cannot read the file again by itself; a window asks its shell, as the next test shows.
test('a paused upload resumes after a reload, once its file is chosen again', { tag: ['@tab-only', '@long'] }, async ({
  page,
  admin,
}) => {
  await admin.open(MEDIA)
  const path = await filmOnDisk(test.info(), 'long-reel.mp4')
  const release = await holdPieces(page)
  await admin.choose(page, path)
  await expect(row(page, 'long-reel.mp4')).toContainText(/[1-9]%/, PATIENT)
  await page.getByRole('button', { name: 'Pause long-reel.mp4' }).click()
  await expect(row(page, 'long-reel.mp4')).toContainText('Paused at')
  release()
  await page.reload()
  await expect(row(page, 'long-reel.mp4')).toContainText('Choose or drop this file again to continue')
  await admin.choose(page, path)
  await expect(row(page, 'long-reel.mp4')).toContainText('Done', PATIENT)
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
})

test('a paused upload stays paused over a reload, and resumes on request', { tag: ['@window-only', '@long'] }, async ({
  page,
  admin,
}) => {
  await admin.open(MEDIA)
  const release = await holdPieces(page)
  await admin.choose(page, await filmOnDisk(test.info(), 'paused-reel.mp4'))
  await expect(row(page, 'paused-reel.mp4')).toContainText(/[1-9]%/, PATIENT)
  await page.getByRole('button', { name: 'Pause paused-reel.mp4' }).click()
  await expect(row(page, 'paused-reel.mp4')).toContainText('Paused at')
  release()
  await page.reload()
  await expect(row(page, 'paused-reel.mp4')).toContainText('Paused at')
  await page.getByRole('button', { name: 'Resume paused-reel.mp4' }).click()
  await expect(row(page, 'paused-reel.mp4')).toContainText('Done', PATIENT)
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
})

// In a plain run `upload-queue.test.ts` covers the same for the queue.
test('an upload waits for the network, and resumes by itself', {
  tag: ['@machine', '@long'],
}, async ({ page, admin, guard, context }) => {
  guard.allow(/net::ERR_/)
  await admin.open(MEDIA)
  const release = await holdPieces(page)
  await admin.choose(page, await filmOnDisk(test.info(), 'tunnel.mp4'))
  await expect(row(page, 'tunnel.mp4')).toContainText(/[1-9]%/, PATIENT)
  await context.setOffline(true)
  await expect(row(page, 'tunnel.mp4')).toContainText('Paused, no internet')
  release()
  await context.setOffline(false)
  await expect(row(page, 'tunnel.mp4')).toContainText('Done', PATIENT)
})

/** Opens the first image of the library; returns the button of its dialog that copies the address. */
async function openFirstImage(page: Page, admin: Console) {
  await admin.open(`${MEDIA}&kind=image`)
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  return page.getByRole('dialog').getByRole('button', { name: 'Copy URL' })
}

test('a dialog copies an address where the browser refuses its clipboard', async ({ page, admin }) => {
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
  })
  const button = await openFirstImage(page, admin)
  await button.click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await admin.copied(page)).toMatch(/^https?:\/\/[^/]+\/media\/[0-9a-f]{32}[^/]*\/[\w.-]+$/)
  await expect(button).toBeFocused()
})

test('the keyboard copies a file’s address, with a check mark for two seconds', { tag: '@machine' }, async ({
  page,
  admin,
}) => {
  const button = await openFirstImage(page, admin)
  await button.focus()
  // The clock stops here; the test advances it.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await admin.copied(page)).toMatch(/^https?:\/\/[^/]+\/media\/[0-9a-f]{32}[^/]*\/[\w.-]+$/)
  await page.clock.runFor(1_900)
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByText('Copied', { exact: true })).toBeHidden()
})

test('a file from before the upload queue loaded appears in the library', {
  tag: ['@tab-only', '@long'],
}, async ({ page, admin }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/UploadLine-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await admin.open(MEDIA)
  await expect(page.getByRole('heading', { name: 'Media Upload Manager' })).toBeVisible()
  await admin.choose(page, [await film('early-reel.mp4')])
  await expect(row(page, 'early-reel.mp4')).toContainText('Done')
  release()
  await expect(card(page, 'early-reel.mp4')).toBeVisible()
})

test('a file can be found, renamed and deleted, but not deleted while in use', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  await admin.open(MEDIA)
  await admin.choose(page, [await film('used-reel.mp4'), await film('spare-reel.mp4')])
  for (const name of ['used-reel.mp4', 'spare-reel.mp4']) await expect(row(page, name)).toContainText('Done')
  const url = await addressOf(shop, 'used-reel.mp4')
  await page.getByRole('button', { name: 'Open used-reel.mp4' }).click()
  const opened = page.getByRole('dialog', { name: 'used-reel.mp4' })
  await expect(opened.locator('video[controls]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await newCourse({ name: 'Course that shows it', DEMO_REELS_VIDEOS: [url] })

  await page.getByRole('searchbox', { name: 'Search file name' }).fill('USED-reel')
  await expect(page).toHaveURL(/q=USED-reel/)
  await page.reload()
  await page.getByRole('button', { name: 'Used in 1 place of used-reel.mp4' }).click()
  await expect(page.getByRole('dialog')).toContainText('Course that shows it, Demo reels')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await inMenu(page, 'used-reel.mp4', 'Delete')
  await expect(page.getByRole('dialog', { name: 'This file is in use' })).toContainText('Course that shows it')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search file name' }).fill('spare')
  await inMenu(page, 'spare-reel.mp4', 'Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Spare clip of Diwali')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(toast(page, 'File renamed successfully')).toBeVisible()
  await inMenu(page, 'Spare clip of Diwali', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'File deleted successfully')).toBeVisible()
  await expect(card(page, 'Spare clip of Diwali')).toBeHidden()
})

// In the window a plain run chooses files in the first test, and one file in `desktop.spec.ts`; the rest is the same
// code.
test('files move into a folder, and a replacement takes the place of a file wherever it is used', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  await admin.open(MEDIA)
  await admin.choose(page, [await film('first-take.mp4'), await film('other-take.mp4')])
  for (const name of ['first-take.mp4', 'other-take.mp4']) await expect(row(page, name)).toContainText('Done')
  const url = await addressOf(shop, 'first-take.mp4')
  await newCourse({ name: 'Course of takes', DEMO_REELS_VIDEOS: [url] })

  await admin.open(`${MEDIA}&q=-take`)
  for (const name of ['first-take.mp4', 'other-take.mp4']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await page.getByRole('button', { name: 'Move to folder' }).click()
  await page.getByRole('dialog').getByLabel('Folder').fill('Takes')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(card(page, 'first-take.mp4')).toContainText('in Takes')
  await page.getByRole('combobox', { name: 'Folder' }).selectOption('Takes')
  await expect(files(page)).toHaveCount(2)

  await inMenu(page, 'first-take.mp4', 'Replace')
  const dialog = page.getByRole('dialog', { name: 'Replace first-take.mp4' })
  await expect(dialog).toContainText('Used in 1 place. The new file shows there at once.')
  await admin.choose(page, [await film('second-take.mp4')], 'Choose a file')
  await expect(toast(page, 'File replaced')).toBeVisible()
  await expect(card(page, 'second-take.mp4')).toContainText('Used in 1 place')
  await expect(card(page, 'first-take.mp4')).toBeHidden()

  for (const name of ['second-take.mp4', 'other-take.mp4']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: '1 file in use' })).toContainText('second-take.mp4 Course of takes')
  await expect(card(page, 'other-take.mp4')).toBeHidden()
})

test('a file stays when its replacement is cancelled', { tag: '@long' }, async ({ page, admin }) => {
  await admin.open(MEDIA)
  await admin.choose(page, [await film('stays.mp4')])
  await expect(row(page, 'stays.mp4')).toContainText('Done')
  await admin.open(`${MEDIA}&q=stays`)
  await inMenu(page, 'stays.mp4', 'Replace')
  const release = await holdPieces(page, { all: true })
  await admin.choose(page, [await film('takes-its-place.mp4')], 'Choose a file')
  const dialog = page.getByRole('dialog', { name: 'Replace stays.mp4' })
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  release()
  await expect(row(page, 'stays.mp4')).toContainText('Done')
  await expect(row(page, 'takes-its-place.mp4')).toBeHidden()
  await expect(card(page, 'stays.mp4')).toBeVisible()
})

test('a banner can be chosen from the library', { tag: '@long' }, async ({ page, admin, newCourse }) => {
  const { course_id } = await newCourse()
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}&step=banner`)
  await page.getByRole('button', { name: 'From library' }).first().click()
  const picker = page.getByRole('dialog', { name: 'Choose an image' })
  await picker.getByRole('button', { name: /^Use / }).first().click()
  await expect(picker).toBeHidden()
  await expect(page.getByRole('img', { name: 'Banner' })).toBeVisible()
  await expect(page.locator('[data-field="banner"]')).toHaveValue('')
})
