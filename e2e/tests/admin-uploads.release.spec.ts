// Runs before a release: the upload queue beside other work; admin-media.spec.ts uploads.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { CHUNK_BYTES } from '../../web-store/src/admin/media/queue/send-file.ts'
import { expect, test } from '../fixtures.ts'
import { film, filmOnDisk, holdPieces, MEDIA, PATIENT, row } from '../media-library.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

type Lesson = Record<'lesson_id' | 'title' | 'watch_link', string> & { section: string | null; files: object[] }

const FAKE = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('MZ this is a program, not a picture') }

test('the browser shows the queue’s progress outside the page, and reports a failure and the end', async ({
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
  // The error colour, in the middle of the queue.
  await expect.poll(async () => (await admin.progress(page)).at(-1)).toMatch(/^[1-9]\d%!$/)
  release()
  await expect(row(page, 'afar.mp4')).toContainText('Done', PATIENT)
  await expect.poll(async () => (await admin.progress(page)).at(-1)).toBe('off')
  expect((await admin.notices(page)).slice(1)).toEqual(['Uploads finished: 1 of 2 done, 1 failed.'])

  // Finished uploads are not counted again, and another screen keeps its title.
  await admin.choose(page, [await film('later.mp4')])
  await expect(row(page, 'later.mp4')).toContainText('Done', PATIENT)
  await expect.poll(() => admin.notices(page)).toHaveLength(3)
  expect((await admin.notices(page))[2]).toBe('Uploads finished: 1 of 1 done.')
  await expect(page).toHaveTitle(/^Media · Admin/)
})

// In a plain run `queue-report.test.ts` covers that a watching admin gets no notices, and the test above that others
// do.
test('a watching admin gets no duplicate notices', { tag: '@long' }, async ({ page, admin }) => {
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

/** Limits upload speed from now on, in bytes per second. */
async function slowDown(page: Page, bytesASecond: number): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  })
}

/** Adds up the bytes sent per upload from now on; each chunk counts from its offset to its largest possible end. */
function countPieces(page: Page, size: number) {
  const sent = new Map<string, number>()
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() !== 'PATCH' || offset === undefined) return
    const { pathname } = new URL(request.url())
    sent.set(pathname, (sent.get(pathname) ?? 0) + Math.min(CHUNK_BYTES, size - Number(offset)))
  })
  return sent
}

const percentOf = async (page: Page, name: string) =>
  Number(/(\d+)%/.exec((await row(page, name).textContent()) ?? '')?.[1] ?? 0)

// In a plain run `upload-queue.test.ts` covers the same for the queue.
test('a killed server costs at most one chunk per upload, and the queue finishes by itself', {
  tag: '@long',
}, async ({ page, admin, shop, guard }) => {
  test.slow()
  guard.allow(/net::ERR_|status of (500|502|503)/)
  await admin.open(MEDIA)
  await slowDown(page, 3_000_000)
  const names = ['killed-a.mp4', 'killed-b.mp4']
  const films = await Promise.all(names.map((name) => film(name, 12_000_000)))
  const size = films[0]?.buffer.length ?? 0
  const sent = countPieces(page, size)
  await admin.choose(page, films)
  for (const name of names) await expect.poll(() => percentOf(page, name), PATIENT).toBeGreaterThan(5)
  await shop.kill()
  try {
    for (const name of names) await expect(row(page, name)).toContainText('Waiting for the server', PATIENT)
  } finally {
    await shop.start()
  }
  for (const name of names) await expect(row(page, name)).toContainText('Done', PATIENT)
  expect(sent.size).toBe(2)
  for (const bytes of sent.values()) expect(bytes - size).toBeLessThanOrEqual(CHUNK_BYTES)
})

// In a plain run `upload-queue.test.ts` restarts the queue.
test('an upload resumes after its page was closed', {
  tag: ['@machine', '@long'],
}, async ({ page, admin, context }) => {
  test.slow()
  await admin.open(MEDIA)
  // Slow enough that chunks are left when the browser closes, at one check a second.
  await slowDown(page, 3_000_000)
  const path = await filmOnDisk(test.info(), 'closed.mp4')
  await admin.choose(page, path)
  await expect.poll(() => percentOf(page, 'closed.mp4'), PATIENT).toBeGreaterThan(30)
  await page.close()
  const again = await context.newPage()
  const begun: number[] = []
  again.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) begun.push(Number(offset))
  })
  await again.goto(MEDIA)
  if (!admin.findsFiles) {
    await expect(row(again, 'closed.mp4')).toContainText('Choose or drop this file again to continue')
    await admin.choose(again, path)
  }
  await expect(row(again, 'closed.mp4')).toContainText('Done', PATIENT)
  // The first chunk had arrived completely.
  expect(begun[0]).toBeGreaterThanOrEqual(CHUNK_BYTES)
})

test('an uploading file appears in its field and on every tab, and is saved when it has arrived', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course with a reel' })
  await admin.open(`/admin?tab=editcourse&course_id=${course.course_id}&step=reels`)
  const release = await holdPieces(page)
  await admin.choose(page, [await film('tease.mp4', 12_000_000)], 'Upload files for Video links')
  const field = page.getByRole('group', { name: 'Upload of tease.mp4' })
  await expect(field).toContainText(/[1-9]%/, PATIENT)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' }).click()
  const line = page.getByRole('region', { name: 'Uploads' })
  await expect(line).toContainText(/^1 upload, tease\.mp4 at [1-9]\d?%/)
  expect(await page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
  await page.goBack()
  await expect(field).toContainText(/[1-9]%/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(toast(page, 'Video uploaded successfully')).toBeVisible(PATIENT)
  await expect(toast(page, 'Course updated successfully')).toBeVisible(PATIENT)
  await expect(line).toBeHidden()
  const { body } = await shop.call<{ DEMO_REELS_VIDEOS: string[] }>('GET', `/go/courses/${course.course_id}`)
  expect(body.DEMO_REELS_VIDEOS).toEqual([expect.stringMatching(/^\/media\/.*\/tease\.mp4$/)])
})

// In the window a plain run drops files in `admin-media.spec.ts`; the rest is the same code.
test('videos dropped between lessons become lessons there, and are saved when they have arrived', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Course to drop on' })
  const watch_link = 'https://video.example.com/1'
  const content = ['First', 'Last'].map((title) => ({ title, watch_link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const release = await holdPieces(page, { all: true })
  const films = await Promise.all(['10 Third step.mp4', '2 Second step.mp4'].map((name) => film(name, 1_000)))
  await admin.drop(page, '[aria-label="Lesson 1"]', films)
  const title = (place: number) => page.getByLabel(`Lesson ${place}, title`)
  const titles = () => Promise.all([1, 2, 3, 4].map((place) => title(place).inputValue()))
  await expect.poll(titles).toEqual(['First', 'Second step', 'Third step', 'Last'])
  await expect(page.getByRole('group', { name: 'Upload of 2 Second step.mp4' })).toBeVisible()
  await title(1).fill('First of all')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  const stored = async () =>
    (await shop.admin<{ content: { title: string; watch_link: string }[] }>('GET', `/courses/get_content/${course_id}`))
      .content
  expect((await stored()).map((lesson) => lesson.title)).toEqual(['First of all', 'Last'])
  await expect(page.getByText('2 files are uploading.')).toBeVisible()
  release()
  await expect(page.getByText('2 files are uploading.')).toBeHidden(PATIENT)
  await expect
    .poll(async () => (await stored()).map((lesson) => lesson.title))
    .toEqual(['First of all', 'Second step', 'Third step', 'Last'])
  expect((await stored())[1]?.watch_link).toMatch(/^\/media\/.*\/2-Second-step\.mp4$/)
  await expect(page.getByRole('link', { name: /^Content ?: 4 lessons$/ })).toBeVisible()

  // A stored lesson retains its file until the new one arrives.
  await admin.choose(page, [await film('better.mp4', 1_000)], 'Replace file of lesson 2')
  await page.getByRole('button', { name: 'More of lesson 2' }).click()
  await expect(page.getByText('better.mp4', { exact: true })).toBeVisible(PATIENT)
})

// In a plain run `admin-folder-course.release.spec.ts` walks the same dialog, and `folder-plan.test.ts` covers the plan for a
// folder.
test('a folder becomes lessons with their files after a preview, and changes nothing the second time', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  const folder = test.info().outputPath('Phone Course')
  const put = async (path: string, bytes: Buffer | string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  for (const path of ['1 Start/01 Why.mp4', '1 Start/02 How.mp4', '2 Grow/01 Post.mp4']) {
    await put(path, (await film(path, 1_000)).buffer)
  }
  await put('1 Start/01 Why.txt', 'What to bring: a phone.')
  await put('2 Grow/old.avi', 'RIFF')
  await put('.DS_Store', 'x')
  const { course_id } = await newCourse({ name: 'Course of a folder' })
  const stored = async () =>
    (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)).content
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await admin.choose(page, folder, 'Add a whole folder')
  const plan = page.getByRole('dialog', { name: 'Check before we upload' })
  await expect(plan.getByRole('region', { name: 'Start', exact: true })).toContainText(
    /1\. Why.*New.*01 Why\.txt.*2\. How/,
  )
  await expect(plan.getByRole('region', { name: 'Please look at' })).toContainText('2 Grow/old.avi: AVI does not play')
  expect(await stored()).toEqual([])
  await checkScreen(page, 'plan of a folder')
  await plan.getByRole('button', { name: 'Upload 4 files' }).click()
  await expect(toast(page, 'Phone Course is in the course')).toBeVisible(PATIENT)
  expect((await stored()).map(({ section, title }) => [section, title])).toEqual([
    ['Start', 'Why'],
    ['Start', 'How'],
    ['Grow', 'Post'],
  ])
  await expect(page.getByLabel('Lesson 3, title')).toHaveValue('Post')

  const before = await stored()
  expect(before[0]?.files).toMatchObject([{ name: '01 Why.txt' }])
  await put('2 Grow/02 Sell.mp4', (await film('2 Grow/02 Sell.mp4', 1_000)).buffer)
  // Notices opened under the resting pointer and stay as long, so they would cover the next button.
  await page.mouse.move(0, 0)
  await admin.choose(page, folder, 'Add a whole folder')
  await expect(plan).toContainText('Already here')
  await plan.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect.poll(async () => (await stored()).length, PATIENT).toBe(4)
  const saved = ({ lesson_id, watch_link, files }: Lesson) => [lesson_id, watch_link, files]
  expect((await stored()).slice(0, 3).map(saved)).toEqual(before.map(saved))
})
