import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { playableLesson } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { type Account, buy, newAccount, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'

const COURSE = 'reels-growth-mega-bundle'

const video = (page: Page) => page.locator('video')
const second = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime)

async function owner(shop: Shop): Promise<Account> {
  await playableLesson(shop, COURSE)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  return student
}

async function openPlayer(page: Page, student: Account): Promise<void> {
  await serveLongLessons(page)
  await signIn(page, student)
  await page.goto(`/learn/${COURSE}`)
  await expect.poll(() => video(page).evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(0)
}

/** Plays from a second on until the video advances, pauses, and returns the position once the shop has stored it. */
async function playFrom(page: Page, from: number): Promise<number> {
  await video(page).evaluate(async (it: HTMLVideoElement, at) => {
    it.currentTime = at
    await it.play()
  }, from)
  await expect.poll(() => second(page)).toBeGreaterThan(from + 1.5)
  const notified = page.waitForResponse(async (answer) => {
    const { position } = answer.request().postDataJSON() ?? {}
    return answer.url().endsWith('/user/progress') && Math.abs(position?.second - (await second(page))) < 0.3
  })
  await video(page).evaluate((it: HTMLVideoElement) => it.pause())
  expect((await notified).status()).toBe(200)
  return second(page)
}

test('a lesson resumes where it stopped, on any device', { tag: '@each-width' }, async ({
  page,
  shop,
  browser,
  contextOptions,
}) => {
  const student = await owner(shop)
  await openPlayer(page, student)
  const stopped = await playFrom(page, 46)

  const context = await browser.newContext({ ...contextOptions, baseURL: shop.url })
  const other = await context.newPage()
  await serveLongLessons(other)
  await signIn(other, student)
  await other.goto('/dashboard')
  await expect(other.getByText(/^Continue at 0:4\d of 10:00$/)).toBeVisible()
  await other
    .getByRole('link', { name: /^Continue/ })
    .first()
    .click()
  await expect.poll(() => second(other)).toBeCloseTo(stopped, 0)

  // A seek backwards counts on every device; opening a lesson changes nothing.
  const back = await playFrom(other, 12)
  await other.reload()
  await expect.poll(() => second(other)).toBeCloseTo(back, 0)
  await context.close()
  await page.reload()
  await expect.poll(() => second(page)).toBeCloseTo(back, 0)
})

// In a plain run `places.test.ts` and `positions.test.ts` cover the start position, and `player-controls.spec.ts` that
// a lesson seen to its end is completed.
test('a lesson seen to 95 % is completed, and starts from its beginning', { tag: '@long' }, async ({ page, shop }) => {
  const student = await owner(shop)
  await openPlayer(page, student)
  await playFrom(page, 580)
  await expect(page.getByRole('button', { name: /Completed/ })).toBeVisible()
  await page.reload()
  await expect.poll(() => video(page).evaluate((it: HTMLVideoElement) => it.readyState)).toBeGreaterThan(0)
  expect(await second(page)).toBe(0)
})

test('a lesson on YouTube counts while it plays, and resumes where it stopped', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const student = await owner(shop)
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<div hidden>
        <button onclick="say({ playerState: 1 }); say({ currentTime: 75 })">Play</button>
        <button onclick="say({ playerState: 2 })">Pause</button>
      </div><script>
        const say = (info) => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info }), '*')
        const answer = () => {
          say({ playerState: 5, currentTime: 0, duration: 600 })
          document.querySelector('div').hidden = false
        }
        addEventListener('message', answer, { once: true })
      </script>`,
    }),
  )
  await signIn(page, student)
  await page.goto(`/learn/${COURSE}`)
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(1).click()
  const notified = page.waitForRequest((request) => request.url().endsWith('/user/progress'))
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Play' }).click()
  await frame.getByRole('button', { name: 'Pause' }).click()
  expect((await notified).postDataJSON()).toMatchObject({
    seconds: 0,
    position: { second: 75, length: 600, number: 1 },
  })
  await page.reload()
  await expect(page.locator('iframe')).toHaveAttribute('src', /\?start=75&enablejsapi=1|\?enablejsapi=1&start=75/)
})
