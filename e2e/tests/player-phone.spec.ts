import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Lesson, paidLesson, storedFile } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { learner } from '../reviews.ts'
import { checkLook, checkScreen, tooWide } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { holdBack } from '../stand-ins.ts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

const FRAME = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'

/** Gives a course two sections of lessons of ten minutes, the third with a transcript; returns them. */
async function timedCourse(shop: Shop, course_id: string): Promise<Lesson[]> {
  const line = (at: number) => `00:${String(at).padStart(2, '0')}.000 --> 00:${String(at + 1).padStart(2, '0')}.000`
  const words = Array.from({ length: 50 }, (_, at) => `${line(at)}\nLine ${at} of the lesson`)
  const captions = [
    { language: 'en', url: await storedFile(shop, Buffer.from(`WEBVTT\n\n${words.join('\n\n')}`), 'words.vtt') },
  ]
  const watch_link = await paidLesson(shop, course_id)
  const content = [
    { title: 'Why', section: 'Start', seconds: 370, watch_link: FRAME },
    { title: 'Set up', section: 'Start', seconds: 585, watch_link: FRAME },
    { title: 'Captions', section: 'Edit', watch_link, captions },
    { title: 'Music', section: 'Edit', seconds: 535, watch_link: FRAME },
    ...Array.from({ length: 12 }, (_, at) => ({
      title: `Tip ${at + 1}`,
      section: 'Post',
      seconds: 60,
      watch_link: FRAME,
    })),
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  return (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)).content
}

/** A student of the course who has done some lessons, and stopped in one. */
async function begunBy(shop: Shop, course_id: string, lessons: Lesson[], done: number[], stopped?: number) {
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const notify = (at: number, more: object) =>
    shop.call('POST', '/user/progress', {
      token: student.token,
      body: { course_id, lesson_id: lessons[at]?.lesson_id, seconds: 0, ...more },
    })
  for (const at of done) await notify(at, { completed: true })
  if (stopped !== undefined) await notify(stopped, { position: { second: 130.4, tab: 'one', number: 1, age: 60 } })
  return student
}

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: Number.NaN, width: 0, height: 0 }

/** Asserts that the whole picture is on the screen, at its top edge. */
async function expectOnTop(page: Page): Promise<void> {
  const picture = page.getByRole('region', { name: 'Lesson content' })
  await expect(picture).toBeInViewport({ ratio: 1 })
  expect((await boxOf(picture)).y).toBe(0)
}

test('the picture and the tabs stay while the page scrolls', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const lessons = await timedCourse(shop, course_id)
  await serveLongLessons(page)
  await signIn(page, await begunBy(shop, course_id, lessons, [0, 1]))
  await page.goto(`/learn/${course_id}?lesson=${lessons[2]?.lesson_id}`)
  const tabs = page.getByRole('tablist')
  await expect(tabs.getByRole('tab')).toHaveText(['Lessons', 'Notes', 'Questions', 'Transcript'])
  await expect(tabs.getByRole('tab', { name: 'Lessons' })).toHaveAttribute('aria-selected', 'true')
  const film = page.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)

  const picture = page.getByRole('region', { name: 'Lesson content' })
  await page.getByRole('navigation', { name: 'Lessons' }).getByText('Post', { exact: true }).click()
  for (const tab of ['Lessons', 'Transcript']) {
    await tabs.getByRole('tab', { name: tab }).click()
    if (tab === 'Transcript') await expect(page.getByText('Line 49 of the lesson')).toBeAttached()
    await page.evaluate(() => scrollTo(0, 700))
    await expectOnTop(page)
    const { y, height } = await boxOf(picture)
    expect((await boxOf(tabs)).y, `the tabs of ${tab}`).toBeCloseTo(y + height, 0)
  }
  // A press on a line plays from there, and nothing moves. The line is amid the screen: one at its edge is scrolled to for the press.
  await page.evaluate(() => scrollTo(0, 900))
  const before = await page.evaluate(() => scrollY)
  await page.getByRole('button', { name: 'Go to 0:20', exact: true }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => Math.round(video.currentTime))).toBe(20)
  await expectOnTop(page)
  expect(await page.evaluate(() => scrollY)).toBe(before)

  await tabs.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: 'New note at 0:20' }).fill('Two lines at most')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(tabs.getByRole('tab', { name: /^Notes/ })).toHaveText('Notes1')
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 50
  })
  await page
    .getByRole('list', { name: 'Notes of this lesson' })
    .getByRole('button', { name: /^Go to 0:20/ })
    .click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => Math.round(video.currentTime))).toBe(20)
  await expect(picture).toBeInViewport({ ratio: 1 })

  // On its side the picture has the screen, under the header; the lessons are below it.
  await tabs.getByRole('tab', { name: 'Lessons' }).click()
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate(() => scrollTo(0, 0))
  await expectOnTop(page)
  expect(await boxOf(picture)).toMatchObject({ width: 844, height: 390 })
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeInViewport({ ratio: 1 })
  await checkLook(page, 'the player on its side')
  await expect(page.getByRole('banner')).toContainText('3. Captions')
  // A menu has the whole height, and no choice is beyond the screen.
  await page.getByRole('button', { name: /^Speed/ }).click()
  for (const choice of await page.getByRole('menuitemradio').all()) await choice.scrollIntoViewIfNeeded()
  const menu = await boxOf(page.getByRole('menu', { name: 'Speed' }))
  expect([menu.y, menu.height, menu.x + menu.width]).toEqual([0, 390, 844])
  await page.keyboard.press('Escape')
  // The lessons lie over the film, with the section that plays; the film stays where it is.
  await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click()
  const sheet = page.getByRole('dialog', { name: 'Lessons' })
  await expect(sheet.getByRole('button', { name: /^Captions\b/ })).toHaveAttribute('aria-current', 'true')
  await expect(sheet.getByRole('button', { name: /^Set up\b/ })).toBeHidden()
  const { x, width, height } = await boxOf(sheet)
  expect([x + width, height]).toEqual([844, 390])
  await checkLook(page, 'the lessons over the film')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Lessons' })).toBeFocused()
  await page.getByRole('banner').getByRole('button', { name: 'Lessons' }).click()
  await sheet.getByRole('button', { name: /^Music\b/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Music')
})

test('the list says how long lessons are, what is left and where they stopped', { tag: ['@both', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const lessons = await timedCourse(shop, course_id)
  await serveLongLessons(page)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput)
          shifts.push(
            `${entry.value}: ${entry.sources.map(({ node }) => (node as Element | null)?.outerHTML ?? node?.textContent)}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, await begunBy(shop, course_id, lessons, [0, 1], 3))
  const answer = await holdBack(page, `/user/courses/get_content/${course_id}`)
  await page.goto(`/learn/${course_id}?lesson=${lessons[2]?.lesson_id}`)
  await expect(page.getByText('Loading...')).toBeAttached()
  answer()
  const list = page.getByRole('navigation', { name: 'Lessons' })
  // 370 + 585 + 5 + 535 + 12 × 60 s; the clip is 5 s.
  await expect(list.getByText('2 of 16 done, 37 min', { exact: true })).toBeVisible()
  await expect(list.getByText('19 min left', { exact: true })).toBeVisible()
  await expect(page.getByText('Lesson 3 of 16, 5 s')).toBeVisible()
  const row = (title: string) => list.getByRole('button', { name: new RegExp(`^${title}\\b`) })
  await expect(row('Music')).toContainText('Stopped at 2:10')
  await expect(row('Music')).toContainText('8:55')
  await expect(row('Captions')).toContainText('0:05 left')
  // The section of the open lesson alone is open.
  for (const elsewhere of ['Set up', 'Tip 1']) await expect(row(elsewhere)).toBeHidden()
  expect(await page.evaluate(() => (window as never as { shifts: string[] }).shifts)).toEqual([])
  const start = list.getByText('Start', { exact: true })
  await expect(list.getByText('2 of 2 done, 16 min')).toBeVisible()
  await start.click()
  await expect(row('Set up')).toContainText('9:45')

  // The open lesson counts down.
  await row('Music').click()
  await expect(row('Music')).toContainText('6:45 left')
  await checkScreen(page, 'the lessons with their times')
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor))
  expect(new Set(lines.slice(1)).size).toBe(1)
  expect(lines[1]).not.toBe(lines[0])
})

test('the player fits 320 px and text of 200 %', { tag: '@phone' }, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const lessons = await timedCourse(shop, course_id)
  await serveLongLessons(page)
  await signIn(page, await begunBy(shop, course_id, lessons, [0, 1], 3))
  for (const [width, letters] of [
    [320, '100%'],
    [390, '200%'],
    [320, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(`/learn/${course_id}?lesson=${lessons[2]?.lesson_id}`)
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, letters)
    for (const tab of ['Notes', 'Questions', 'Transcript', 'Lessons']) {
      await page.getByRole('tab', { name: tab }).click()
      expect.soft(await tooWide(page), `${tab} at ${width} px, ${letters}`).toEqual([])
    }
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, 900))
    await expectOnTop(page)
  }
})

test('the end of the last lesson names what is still open, the end of the course what comes next', {
  tag: ['@both', '@long'],
}, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const watch_link = await paidLesson(shop, course_id)
  const content = ['First', 'Second', 'Third'].map((title) => ({ title, watch_link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  const { content: stored } = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  await serveLongLessons(page)
  await signIn(page, await begunBy(shop, course_id, stored, [1]))
  const title = page.getByRole('heading', { level: 1 })
  const end = page.getByRole('group', { name: 'End of the lesson' })
  const playToEnd = async () => {
    const film = page.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
    await film.evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.5
      return video.play()
    })
    await expect(end).toBeVisible()
  }

  await page.goto(`/learn/${course_id}?lesson=${stored[2]?.lesson_id}`)
  await playToEnd()
  await expect(end).toContainText('1 lesson is still open')
  await expect(title).toHaveText('Still open')
  await expect(page.getByRole('region', { name: 'Still open' }).getByRole('button', { name: /First/ })).toBeVisible()
  await checkScreen(page, 'the end of the last lesson')
  await end.getByRole('button', { name: 'Stay here' }).click()
  await expect(title).toHaveText('Third')
  await page.getByRole('button', { name: 'Go to lesson 1' }).click()
  await expect(title).toHaveText('First')

  // The first was the only open one: the course is finished.
  await playToEnd()
  await expect(end).toContainText('You finished the course')
  const after = page.getByRole('region', { name: 'End of the course' })
  await expect(title).toHaveText('Your certificate is almost ready')
  await expect(after.getByRole('heading', { name: 'Your next course' })).toBeVisible()
  await checkScreen(page, 'the end of the course')
  await end.getByRole('button', { name: 'Stay here' }).click()
  await expect(title).toHaveText('First')

  // A return finds the end again, from the last lesson.
  await page.goto(`/learn/${course_id}?lesson=${stored[2]?.lesson_id}`)
  await page.getByRole('button', { name: 'See the end of the course' }).click()
  await expect(title).toHaveText('Your certificate is almost ready')
  await expect(title).toBeFocused()
  await page.getByRole('button', { name: 'Back to the lesson' }).click()
  await expect(title).toHaveText('Third')
})

test('a student who finishes a course reviews it once, and gets the certificate there', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: [{ title: 'A lesson', watch_link: FRAME }],
  })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  await signIn(page, await learner(shop, course_id, 'Priya Shrivastava'))
  await page.goto(`/learn/${course_id}`)
  await page.getByRole('button', { name: /^Completed/ }).click()
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  const after = page.getByRole('region', { name: 'End of the course' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your certificate is ready')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await after.getByRole('link', { name: '4 stars' }).click()
  const review = page.getByRole('dialog', { name: /^Review/ })
  await expect(review.getByRole('radio', { name: '4 of 5: Very good' })).toBeChecked()
  await review.getByRole('button', { name: 'Post review' }).click()
  await expect(review).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/learn/${course_id}`))
  await page.getByRole('button', { name: /^Completed/ }).click()
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(after.getByText('How was the course?')).toBeHidden()
  await after.getByRole('link', { name: 'Get your certificate' }).click()
  await page.getByRole('button', { name: 'Get my certificate' }).click()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
})
