// Runs before a release: makes videos in the browser.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { BufferSource, Input, MP4 } from 'mediabunny'
import { expect, test } from '../fixtures.ts'
import { storedFile } from '../lessons.ts'
import { card, film, holdPieces, MEDIA, PATIENT, row } from '../media-library.ts'
import { buy, newAccount, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

/** The loudness that `ffmpeg -af ebur128` reports for the video. */
const LOUDNESS = -27.4

/** Builds an empty MP4 box. */
const free = (size: number) =>
  Buffer.concat([Buffer.from([0, 0, 0, size]), Buffer.from('free'), Buffer.alloc(size - 8)])

/** Returns the width and height of an image as the page loads it. */
const sidesOf = (page: Page, src: string | null | undefined) =>
  page.evaluate(async (src) => {
    const picture = Object.assign(new Image(), { src })
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  }, src ?? '')

test('a video that the shop cannot process is processed in the browser, and a student can play each quality', {
  tag: '@tab-only',
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const source = await readFile(new URL('../../tools/demo/art/reel-hooks.mp4', import.meta.url))
  const url = await storedFile(shop, source, 'prepared.mp4')
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: [{ title: 'One', watch_link: url }],
  })
  await admin.open(MEDIA)
  const file = card(page, 'prepared.mp4')
  await expect(file).toContainText('Original quality only')
  await file.getByRole('button', { name: 'Process on this computer' }).click()
  await expect(file.getByRole('progressbar', { name: 'Processing prepared.mp4' })).toBeVisible(PATIENT)
  await expect(file).toContainText('Keep this window open')
  // The page stays usable meanwhile.
  await page.getByRole('searchbox').first().fill('prepared')
  await expect(file).toContainText('240p to 360p', { timeout: 150_000 })
  await expect(file.getByRole('button', { name: 'Process on this computer' })).toHaveCount(0)

  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const visitor = await newVisitor()
  await signIn(visitor, student)
  await visitor.goto(`/learn/${course_id}`)
  const video = visitor.locator('video')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.videoWidth), PATIENT).toBe(240)
  // The browser also provides its images and loudness.
  await expect(video).toHaveAttribute('poster', /_poster\.jpg/)
  expect(await sidesOf(visitor, await video.getAttribute('poster'))).toEqual([360, 640])
  await visitor.getByRole('slider', { name: 'Position' }).hover()
  const preview = visitor.locator('[style*="_sprite.jpg"]')
  await expect(preview).toBeVisible()
  expect(await preview.evaluate((it: HTMLElement) => [it.offsetWidth, it.offsetHeight])).toEqual([90, 160])
  expect(await preview.evaluate((it: HTMLElement) => it.style.backgroundPosition)).toBe('-180px 0px')
  const [, sheet] = /url\("(.+?)"\)/.exec((await preview.getAttribute('style')) ?? '') ?? []
  expect(await sidesOf(visitor, sheet)).toEqual([450, 160])
  const [set] = await shop.query<{ loudness: number }>('select loudness from video_sets where url = $1', [url])
  expect(set?.loudness).toBeCloseTo(LOUDNESS, 0)
  await visitor.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime), PATIENT).toBeGreaterThan(2.5)
})

/** Reads a made quality: begin and end of each track in seconds, the first sound, and the colours of its pictures. */
async function madeQuality(shop: Shop, url: string, rung: string) {
  const bytes = await readFile(join(shop.dataDir, url.replace(/[^/]+$/, `_${rung}.mp4`)))
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
  const spans: number[] = []
  for (const track of await input.getTracks())
    spans.push(await track.getFirstTimestamp(), await track.computeDuration())
  return { spans, colours: await (await input.getPrimaryVideoTrack())?.getColorSpace() }
}

test('sound that begins late, and HDR, are in place and in standard colours when the browser makes the qualities', {
  tag: '@tab-only',
}, async ({ page, shop, admin, newCourse }) => {
  const { course_id } = await newCourse()
  const films = ['late-sound.mp4', 'hlg.webm']
  const urls = []
  for (const name of films)
    urls.push(await storedFile(shop, await readFile(new URL(`../../server/test/films/${name}`, import.meta.url)), name))
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: urls.map((watch_link, index) => ({ title: `${index}`, watch_link })),
  })
  await admin.open(MEDIA)
  for (const name of films) {
    await card(page, name).getByRole('button', { name: 'Process on this computer' }).click()
    await expect(card(page, name)).toContainText(/ready|180p|240p/, { timeout: 120_000 })
    await expect(card(page, name).getByRole('progressbar')).toHaveCount(0, { timeout: 120_000 })
  }
  const [late = '', hdr = ''] = urls
  for (const rung of ['sound', '180'])
    for (const [index, second] of (await madeQuality(shop, late, rung)).spans.entries())
      expect(Math.abs(second - (index % 2 === 0 ? 0 : 10)), `${rung}, ${index}`).toBeLessThan(0.1)
  const { colours } = await madeQuality(shop, hdr, '240')
  expect(JSON.stringify(colours)).not.toMatch(/hlg|bt2020/)
})

// In a plain run `preparing-words.test.ts` covers unsupported browsers, and the texts.
test('a browser without encoders shows a message in place of the button', { tag: '@long' }, async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const url = await storedFile(shop, (await film('plain.mp4')).buffer, 'plain.mp4')
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: [{ title: 'One', watch_link: url }],
  })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'))
  await admin.open(MEDIA)
  const file = card(page, 'plain.mp4')
  await expect(file).toContainText('Original quality only')
  await expect(page.getByRole('note')).toContainText(
    'This browser cannot make other qualities of a video. Chrome and Edge can, and so can a server with ffmpeg.',
  )
  await expect(file.getByRole('button', { name: 'Process on this computer' })).toHaveCount(0)
})

test('a browser set to automatic processes lesson videos without a press, until the setting is turned off', {
  tag: '@tab-only',
}, async ({ page, shop, admin, newCourse }) => {
  const { course_id } = await newCourse()
  const names = ['first-of-two.mp4', 'second-of-two.mp4']
  const source = await readFile(new URL('../../tools/demo/art/reel-hooks.mp4', import.meta.url))
  const content = []
  // The library accepts the same bytes only once.
  for (const [index, name] of names.entries())
    content.push({ title: name, watch_link: await storedFile(shop, Buffer.concat([source, free(index + 8)]), name) })
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await admin.open(`${MEDIA}&q=of-two`)
  const [first, second] = names.map((name) => card(page, name)) as [Locator, Locator]
  const choice = page.getByLabel('Process all lesson videos on this computer automatically')
  const underWay = (file: Locator) => file.getByRole('progressbar', { name: /^Processing/ })
  const key = (file: Locator) => file.getByRole('button', { name: 'Process on this computer' })
  for (const file of [first, second]) await expect(key(file)).toBeVisible()
  await expect(page.getByText('This computer can make smaller qualities'), 'said once for all').toHaveCount(1)
  await choice.check()
  for (const file of [first, second]) await expect(underWay(file)).toBeVisible(PATIENT)
  // A stopped video is not started again.
  await second.getByRole('button', { name: 'Stop' }).click()
  await expect(key(second)).toBeVisible()
  await expect(underWay(first)).toBeVisible()
  // Another visit continues with all videos, on any tab.
  await admin.open('/admin?tab=courses')
  await page.getByRole('main').getByRole('link', { name: 'Media', exact: true }).click()
  await page.getByRole('searchbox').first().fill('of-two')
  for (const file of [first, second]) await expect(underWay(file)).toBeVisible(PATIENT)
  await choice.uncheck()
  for (const file of [first, second]) await expect(key(file)).toBeVisible()
  await page.reload()
  for (const file of [first, second]) await expect(key(file)).toBeVisible()
  await expect(choice).not.toBeChecked()
  await expect(underWay(first)).toHaveCount(0)
})

/** Reports the browser's own output for the video of these bytes: its size, and whether the index at its end exists. */
const madeHere = (page: Page, video: Buffer) =>
  page.evaluate(async (source) => {
    const folder = (await navigator.storage.getDirectory()) as FileSystemDirectoryHandle & {
      values(): AsyncIterable<FileSystemFileHandle>
    }
    const made: Record<string, { bytes: number; whole: boolean }> = {}
    for await (const handle of folder.values()) {
      if (handle.kind !== 'file' || !handle.name.startsWith(`set-${source}-`)) continue
      const file = await handle.getFile()
      // The last box contains its own length in its last number.
      const end = await file.slice(-4).arrayBuffer()
      const size = end.byteLength === 4 ? new DataView(end).getUint32(0) : 0
      const whole = (await file.slice(-size, 8 - size).text()).endsWith('mfra')
      made[handle.name.slice(`set-${source}-`.length)] = { bytes: file.size, whole }
    }
    return made
  }, createHash('sha256').update(video).digest('hex'))

// In a plain run the first test processes a video, and `make-set.test.ts` and `rung-uploads.test.ts` cover that it
// resumes.
test('a lesson video is processed during its upload, resumes in another window, and is ready soon after it arrives', {
  tag: ['@tab-only', '@long'],
}, async ({ page: first, context, guard, admin, newCourse }) => {
  const { course_id } = await newCourse()
  const source = await readFile(new URL('../../tools/demo/art/reel-hooks.mp4', import.meta.url))
  const name = 'on-its-way-a-lesson-with-a-long-name.mp4'
  const file = { name, mimeType: 'video/mp4', buffer: Buffer.concat([source, free(64)]) }
  const lessons = `/admin?tab=content&course_id=${course_id}`
  await admin.open(MEDIA)
  await first.evaluate(() => localStorage.setItem('prepare_by_itself', 'on'))
  // A held chunk is sent when its page closes, so it is aborted.
  await first.route('**/api/admin/media/uploads/*', (route) => route.abort())
  guard.allow(/ERR_FAILED/)
  await first.goto(lessons)
  await admin.drop(first, '[aria-label="Lesson 1"]', [file])
  const pending = first.getByRole('group', { name: `Upload of ${name}` })
  await expect(pending).toContainText(/Processing on this computer, \d+ %/, PATIENT)
  await first.setViewportSize({ width: 390, height: 844 })
  expect(await first.evaluate(() => document.documentElement.scrollWidth), 'no wider than a phone').toBe(390)
  await first.getByLabel('Lesson 1, title').fill('On its way')
  const pictures = '360-360x640.mp4'
  const begun = async () => (await madeHere(first, file.buffer))[pictures]?.bytes ?? 0
  await expect.poll(begun, { timeout: 120_000, intervals: [50] }).toBeGreaterThan(0)
  await first.close()

  const page = await context.newPage()
  const release = await holdPieces(page, { all: true })
  await page.goto(lessons)
  await expect(page.getByLabel('Lesson 1, title')).toHaveValue('On its way')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Media' }).click()
  await admin.choose(page, [file])
  await expect(row(page, name)).toContainText(/Processing on this computer, \d+ %/, PATIENT)
  const whole = { bytes: expect.any(Number), whole: true }
  const all = { 'sound.mp4': whole, '240-240x426.mp4': whole, [pictures]: whole }
  await expect.poll(() => madeHere(page, file.buffer), { timeout: 120_000 }).toEqual(all)
  await expect(row(page, name)).not.toContainText('Processing on this computer')
  const made = await madeHere(page, file.buffer)
  await page.goBack()
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(page.getByText('1 file is uploading.')).toBeVisible()
  const sent: number[] = []
  page.on('request', (request) => {
    const { 'upload-length': bytes, 'upload-metadata': of = '' } = request.headers()
    if (request.method() === 'POST' && of.includes('set_of')) sent.push(Number(bytes))
  })
  // The lesson is saved once its file arrives, on any screen; the library may request its old address at that moment.
  guard.allow(/status of 404.*on-its-way/)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Media' }).click()
  release()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible(PATIENT)
  await page.getByRole('searchbox').first().fill('on-its-way')
  const arrived = card(page, name)
  // Older videos would be processed first.
  await page.getByLabel('Process all lesson videos on this computer automatically').uncheck()
  await arrived.getByRole('button', { name: 'Process on this computer' }).click()
  await expect(arrived).toContainText('240p to 360p', { timeout: 100_000 })
  // The uploaded files are those made during the upload.
  expect(sent).toEqual(expect.arrayContaining(Object.values(made).map(({ bytes }) => bytes)))
  await expect.poll(() => madeHere(page, file.buffer)).toEqual({})
})
