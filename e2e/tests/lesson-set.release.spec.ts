// Runs before a release: switches between the files of a video.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'
import { adaptiveLesson, hasFfmpeg, NO_FFMPEG } from '../video-sets.ts'

test.skip(!hasFfmpeg, NO_FFMPEG)

const video = (page: Page) => page.locator('video')
const state = (page: Page) =>
  video(page).evaluate(({ currentTime, videoHeight, readyState, buffered }: HTMLVideoElement) => ({
    currentTime,
    videoHeight,
    readyState,
    loaded: buffered.length > 0 ? buffered.end(buffered.length - 1) : 0,
  }))

/** The controls hide during playback and appear with the pointer. */
const qualities = (page: Page) => {
  const key = page.getByRole('button', { name: /quality$/ })
  return {
    click: async () => {
      await video(page).hover({ force: true })
      await key.click()
    },
  }
}

/** Opens the player with a lesson that has a video set; returns the requested files. */
async function openLesson(page: Page, shop: Shop, course_id: string, seconds: number): Promise<string[]> {
  const url = await adaptiveLesson(shop, course_id, seconds)
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const requested: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/media\/[\w-]+\/([\w.-]+)/.exec(request.url()) ?? []
    if (name && request.url().includes(url.split('/')[2] ?? '')) requested.push(name)
  })
  await signIn(page, student)
  await page.goto(`/learn/${course_id}`)
  await expect.poll(async () => (await state(page)).readyState).toBeGreaterThan(1)
  return requested
}

test('a lesson with a set loads at its lowest quality, plays, and switches to another or to audio only', async ({
  page,
  shop,
  newCourse,
}) => {
  const requested = await openLesson(page, shop, (await newCourse()).course_id, 20)
  // Before a press, only one frame and little more is loaded.
  expect(await state(page)).toMatchObject({ videoHeight: 240 })
  expect((await state(page)).loaded).toBeLessThan(9)
  expect(requested).toEqual(expect.arrayContaining(['_index.m3u8', '_240.m3u8', '_240.mp4']))

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await state(page)).currentTime).toBeGreaterThan(1)
  await qualities(page).click()
  await page.getByRole('menuitemradio', { name: /240p/ }).click()
  await expect.poll(async () => (await state(page)).videoHeight).toBe(240)
  await qualities(page).click()
  await page.getByRole('menuitemradio', { name: /480p/ }).click()
  await expect.poll(async () => (await state(page)).videoHeight).toBe(480)
  await qualities(page).click()
  const before = (await state(page)).currentTime
  await page.getByRole('menuitemradio', { name: /Sound/ }).click()
  await expect.poll(async () => (await state(page)).videoHeight).toBe(0)
  await expect.poll(async () => (await state(page)).currentTime).toBeGreaterThan(before + 1)
  expect(requested).toContain('_sound.mp4')
  expect(requested.filter((name) => name === 'file.mp4')).toEqual([])

  // The video is twice as loud as mixed speech, so it plays at half the chosen volume, and the choice stays.
  const newest = 'select media_id from video_sets order by created_at desc limit 1'
  await shop.query(`update video_sets set loudness = -12 where media_id = (${newest})`, [])
  await page.reload()
  const volume = () => video(page).evaluate((it: HTMLVideoElement) => it.volume)
  await expect.poll(volume).toBeCloseTo(0.5, 1)
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '100%')
  await page.getByRole('button', { name: 'Play', exact: true }).press('ArrowDown')
  await expect.poll(volume).toBeCloseTo(0.45, 2)
  await expect(page.getByText(/^Volume 9\d%$/)).toBeVisible()
})

test('an expired signature is renewed between two segments without a pause', async ({ page, shop, newCourse }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + Number(sessionStorage.getItem('skew') ?? 0)
  })
  await openLesson(page, shop, (await newCourse()).course_id, 40)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(async () => (await state(page)).currentTime).toBeGreaterThan(0.5)
  await video(page).evaluate((it: HTMLVideoElement) => {
    for (const name of ['emptied', 'pause', 'error'])
      it.addEventListener(name, () => (document.title = `stopped by ${name}`))
    // Simulates an hour's pause: the player's signatures have expired.
    sessionStorage.setItem('skew', '3600000')
  })
  const renewed = page.waitForResponse((answer) => answer.url().includes('/get_content/'))
  await video(page).evaluate((it: HTMLVideoElement) => {
    it.currentTime = 33
  })
  expect((await renewed).status()).toBe(200)
  await expect.poll(async () => (await state(page)).currentTime).toBeGreaterThan(34)
  expect(await page.title()).not.toContain('stopped')
})
