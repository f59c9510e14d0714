import type { Page } from '@playwright/test'
import { addressIn, languages } from 'contract/languages'
import { screensFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { type Lesson, paidLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { learner } from '../reviews.ts'
import { brokenWords, checkLook, coveredControls, settle, tooWide } from '../screen-checks.ts'

const PHONES = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 412, height: 915 },
]

/** Returns what lies over the focused element: its own text if it is visible. */
const shownFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing has the focus'
    const { x, y, width, height } = element.getBoundingClientRect()
    // The whole of a heading is in sight: its first and its last line.
    const covers = [y + 2, y + height - 2]
      .map((top) => document.elementFromPoint(x + Math.min(width / 2, 40), top))
      .find((top) => !top || !(element.contains(top) || top.contains(element)))
    return covers === undefined ? element.textContent : `covered by ${covers?.outerHTML.slice(0, 120) ?? 'the window'}`
  })

test('the end of a course gets the focus below the picture that stays', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const watch_link = await paidLesson(shop, course_id)
  const content = ['First', 'Last'].map((title) => ({ title, watch_link, section: `${title} steps` }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  const { content: lessons } = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  await signIn(page, await learner(shop, course_id, 'Priya Shrivastava'))
  for (const size of PHONES) {
    await page.setViewportSize(size)
    await page.goto(`/learn/${course_id}?lesson=${lessons[1]?.lesson_id}`)
    await page.getByRole('button', { name: /^Completed/ }).click()
    const mark = page.getByRole('button', { name: 'Mark as complete' })
    await mark.scrollIntoViewIfNeeded()
    await mark.click()
    const title = page.getByRole('heading', { level: 1, name: /^Your certificate is/ })
    await expect(title).toBeFocused()
    expect(await shownFocus(page), `at ${size.width} px`).toBe(await title.textContent())
    const end = page.getByRole('region', { name: 'End of the course' })
    await expect(end.getByRole('heading', { name: 'What you learnt' })).toBeVisible()
    await expect(end.getByText('Last steps')).toBeVisible()
    await expect(end.getByRole('link', { name: 'Tell a friend' })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
  }
})

test('the actions of a lesson keep their words whole from 320 px on, in each language', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const download_link = 'https://files.example/notes.pdf'
  const watch_link = await paidLesson(shop, course_id, { download_link })
  const content = ['First', 'Second'].map((title) => ({ title, watch_link, download_link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await signIn(page, await learner(shop, course_id, 'Priya Shrivastava'))
  for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
    await page.goto(addressIn(language, `/learn/${course_id}`))
    await expect(page.locator(`a[href="${download_link}"]`)).toBeVisible()
    for (const { width, height } of PHONES) {
      await page.setViewportSize({ width, height })
      await settle(page)
      expect.soft(await brokenWords(page), `${language} at ${width} px`).toEqual([])
      expect.soft(await tooWide(page), `${language} at ${width} px`).toEqual([])
    }
  }
  // The way on has a row of its own; done and files share the next one.
  await page.goto(addressIn('hi', `/learn/${course_id}`))
  const topOf = async (name: string | RegExp, role: 'button' | 'link' = 'button') =>
    (await page.getByRole(role, { name }).boundingBox())?.y ?? Number.NaN
  const next = await topOf(hi('Next lesson'))
  const done = await topOf(new RegExp(`^${hi('Completed')}`))
  expect(next).toBeLessThan(done)
})

for (const language of Object.keys(languages) as (keyof typeof languages)[])
  test(`all screens of the store in ${languages[language].name} have whole words and free buttons at 320 px`, {
    tag: ['@phone', '@long'],
  }, async ({ page, shop, guard }) => {
    guard.allow(/status of (404|422)/)
    await page.setViewportSize({ width: 320, height: 568 })
    const walk = async (paths: string[]) => {
      for (const path of paths) {
        await page.goto(addressIn(language, path))
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
        await untilQuiet(page)
        await page.evaluate(() => document.documentElement.classList.remove('first-view'))
        await settle(page)
        expect.soft(await tooWide(page), path).toEqual([])
        expect.soft(await brokenWords(page), path).toEqual([])
        expect.soft(await coveredControls(page), path).toEqual([])
        await checkLook(page, `${path} at 320 px`)
      }
    }
    await walk(screensFor('public', 'personal', 'guest').map(({ path }) => path))
    const student = await newAccount(shop, 'Priya Shrivastava')
    await buy(shop, student, ['hindi-script-vault'])
    await signIn(page, student)
    await walk(screensFor('student', 'learner').map(({ path }) => path))
  })
