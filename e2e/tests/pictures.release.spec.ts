// Runs before a release: reads what a browser paints, image by image.

import type { Page } from '@playwright/test'
import { atWidth } from 'contract/media/address'
import { expect, test } from '../fixtures.ts'
import { untilQuiet } from '../quiet.ts'
import type { Shop } from '../shop.ts'

/** Lists the chosen source of each image of the main part, in page order, once loaded. */
const chosen = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        .map(({ currentSrc }) => new URL(currentSrc).pathname),
    )

/** Returns the address of a course's banner, in one of its widths. */
async function bannerOf(shop: Shop, courseId: string, width: number, format: 'avif' | 'webp'): Promise<string> {
  const { body } = await shop.call<{ banner: string }>('GET', `/go/courses/${courseId}`)
  return atWidth(body.banner, { width: 1280 }, width, format)
}

async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    const list = (entries: PerformanceObserverEntryList) => {
      for (const entry of entries.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }
    new PerformanceObserver(list).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, by) => sum + by, 0))
}

for (const { device, viewport, deviceScaleFactor, picked } of [
  {
    device: 'a phone',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    picked: { '/': 360, '/courses': 640, '/course/reels-growth-mega-bundle': 960 },
  },
  {
    device: 'a desk',
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    picked: { '/': 360, '/courses': 360, '/course/reels-growth-mega-bundle': 960 },
  },
]) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport, deviceScaleFactor })

    test('the first banner is preloaded as AVIF at its shown width, and shifts nothing', async ({ page, shop }) => {
      const shifted = await watchShifts(page)
      for (const [path, width] of Object.entries(picked)) {
        const requested: string[] = []
        page.on('request', (request) => requested.push(request.url()))
        await page.goto(path)
        const name = await bannerOf(shop, 'reels-growth-mega-bundle', width, 'avif')
        await expect.poll(async () => (await chosen(page))[0], path).toBe(name)
        await untilQuiet(page)
        expect(
          requested.filter((url) => url.endsWith(name)),
          path,
        ).toHaveLength(1)
        expect(
          requested.filter((url) => /\.(mp4|webm)$/.test(url)),
          path,
        ).toEqual([])
        expect(await shifted(), path).toBeLessThan(0.01)
        page.removeAllListeners('request')
      }
    })

    test('a late font shifts nothing', async ({ page }) => {
      const shifted = await watchShifts(page)
      for (const path of Object.keys(picked)) {
        const fonts = Promise.withResolvers<void>()
        await page.route('**/*.woff2', async (route) => {
          await fonts.promise
          await route.continue()
        })
        await page.goto(path, { waitUntil: 'commit' })
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        fonts.resolve()
        await untilQuiet(page)
        await page.evaluate(() => document.fonts.ready)
        expect(await shifted(), path).toBeLessThan(0.01)
        await page.unroute('**/*.woff2')
      }
    })
  })
}

/** Returns the time of the first paint and of each font request, in ms since navigation. */
const fontTimes = (page: Page) =>
  page.evaluate(() => {
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/anek-latin'))
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { painted, asked: fonts[0]?.startTime ?? Number.NaN }
  })

test('the fonts load after the first paint, or before it from the browser’s cache', async ({ page }) => {
  await page.goto('/')
  await page.waitForFunction(() => localStorage.getItem('fonts')?.includes('/anek-latin'))
  const first = await fontTimes(page)
  expect(first.asked).toBeGreaterThan(first.painted)
  await page.goto('/courses')
  await expect.poll(async () => (await fontTimes(page)).painted).toBeGreaterThan(0)
  const second = await fontTimes(page)
  expect(second.asked).toBeLessThan(second.painted)
})

test('client-side navigation uses the image widths too', async ({ page, shop }) => {
  await page.goto('/courses')
  await page.getByRole('link', { name: 'Voice-over From Home' }).click()
  await expect(page).toHaveURL('/course/voice-over-from-home')
  const widths = [640, 960].map((width) => bannerOf(shop, 'voice-over-from-home', width, 'avif'))
  const either = await Promise.all(widths)
  await expect.poll(async () => either.includes((await chosen(page))[0] ?? '')).toBe(true)
})

test('a browser without AVIF takes WebP', async ({ page, shop }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDisabledImageTypes', { imageTypes: ['avif'] })
  await page.goto('/courses')
  await expect
    .poll(async () => (await chosen(page))[0])
    .toBe(await bannerOf(shop, 'reels-growth-mega-bundle', 360, 'webp'))
})

test('an image that fails to load shows its name on its colour', async ({ page, shop, guard }) => {
  guard.allow(/ERR_FAILED/)
  const banner = await bannerOf(shop, 'reels-growth-mega-bundle', 360, 'avif')
  await page.route(`**${banner.replace(/[^/]+$/, '*')}`, (route) => route.abort())
  await page.goto('/courses')
  const card = page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' })
  await expect(card.getByText('Reels Growth Mega Bundle')).toHaveCount(2)
  await expect(card.locator('img')).toHaveCount(0)
})

// In a plain run `pages.test.ts` covers the address, and `share-pictures.test.ts` both images.
test('a shared page shows the image of its course', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/course/voice-over-from-home')
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(address).toMatch(/\/og\/course\/[0-9a-f]+\.jpg\?v=\w+$/)
  for (const path of [String(address), '/og.jpg']) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/jpeg')
  }
})
