import { expect, test } from '../fixtures.ts'
import { film, holdPieces, MEDIA, PATIENT, row } from '../media-library.ts'

const FAKE = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('MZ this is a program, not a picture') }

test('whoever looks elsewhere sees how far the queue is, and is told of a failure and of the end', async ({
  page,
  admin,
  guard,
}) => {
  guard.allow(/status of 415/)
  await admin.open(MEDIA)
  await admin.lookAway(page)
  const release = await holdPieces(page)
  await admin.choose(page, [await film('afar.mp4', 12_000_000), FAKE])
  await expect(row(page, 'fake.png')).toContainText('Please upload a valid image file')
  await expect(row(page, 'afar.mp4')).toContainText(/[1-9]%/, PATIENT)
  await expect.poll(() => admin.notices(page)).toHaveLength(1)
  expect((await admin.notices(page))[0]).toMatch(/^Upload failed: fake.png: Please upload a valid image file/)
  // The colour of trouble, on the way.
  await expect.poll(async () => (await admin.progress(page)).at(-1)).toMatch(/^[1-9]\d%!$/)
  release()
  await expect(row(page, 'afar.mp4')).toContainText('Done', PATIENT)
  await expect.poll(async () => (await admin.progress(page)).at(-1)).toBe('off')
  expect((await admin.notices(page)).slice(1)).toEqual(['Uploads ended: 1 of 2 done, 1 failed.'])

  // What has come to rest is not counted again, and another screen keeps its title.
  await admin.choose(page, [await film('later.mp4')])
  await expect(row(page, 'later.mp4')).toContainText('Done', PATIENT)
  await expect.poll(() => admin.notices(page)).toHaveLength(3)
  expect((await admin.notices(page))[2]).toBe('Uploads ended: 1 of 1 done.')
  await expect(page).toHaveTitle(/^Media · Admin/)
})

test('whoever looks on is told nothing twice', async ({ page, admin }) => {
  await admin.open(MEDIA)
  await admin.lookAway(page)
  await page.evaluate(() => {
    document.hasFocus = () => true
  })
  await admin.choose(page, [await film('seen.mp4')])
  await expect(row(page, 'seen.mp4')).toContainText('Done', PATIENT)
  await expect.poll(async () => (await admin.progress(page)).at(-1)).toBe('off')
  expect((await admin.progress(page)).some((text) => text.endsWith('%'))).toBe(true)
  expect(await admin.notices(page)).toEqual([])
})
