import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Lesson, paidLesson, storedFile } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkLook } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'

const video = (page: Page) => page.locator('video')
const of = <Key extends 'currentTime' | 'paused' | 'playbackRate' | 'readyState'>(page: Page, key: Key) =>
  video(page).evaluate((it: HTMLVideoElement, name) => it[name], key)

async function playToEnd(page: Page, lesson: string): Promise<void> {
  // The previous video may still be there; the right one has its title.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lesson)
  await expect.poll(() => of(page, 'readyState')).toBeGreaterThan(0)
  await video(page).evaluate((it: HTMLVideoElement) => {
    it.currentTime = it.duration - 0.5
    return it.play()
  })
  await expect(page.getByRole('group', { name: 'End of the lesson' })).toBeVisible()
}

test('the player reacts to keys and announces its state', { tag: '@phone' }, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const file = (lines: string[]) => Buffer.from(`WEBVTT\n\n${lines.join('\n\n')}`)
  const english = file(['00:00.000 --> 04:00.000\nCut on the beat', '04:00.000 --> 10:00.000\nThen pick a font'])
  const hindi = file(['00:00.000 --> 10:00.000\nताल पर काटें'])
  const captions = [
    { language: 'en', url: await storedFile(shop, english, 'english.vtt') },
    { language: 'hi', url: await storedFile(shop, hindi, 'hindi.vtt') },
  ]
  const watch_link = await paidLesson(shop, course_id)
  const content = ['First lesson', 'Second lesson'].map((title) => ({ title, watch_link, captions }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await serveLongLessons(page)
  await signIn(page, student)
  await page.goto(`/learn/${course_id}`)
  await expect.poll(() => of(page, 'readyState')).toBeGreaterThan(0)
  const controls = page.getByRole('group', { name: 'Player controls' })
  const region = page.getByRole('region', { name: 'Lesson content' })
  const press = (key: string) => page.keyboard.press(key)

  await press('5')
  const position = controls.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')
  await press('l')
  await press('ArrowRight')
  await press('j')
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes 5 seconds of 10 minutes')
  await expect(page.getByRole('status').filter({ hasText: 'Back 10 seconds' })).toBeVisible()
  await position.press('Home')
  await expect.poll(() => of(page, 'currentTime')).toBe(0)

  // The transcript is beside the video: each line jumps to its second, in this lesson and in others.
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const shown = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
  await expect(shown.filter({ hasText: 'Cut on the beat' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox', { name: 'Search the transcript' }).pressSequentially('pick')
  expect(await of(page, 'paused')).toBe(true)
  await expect(page.getByText('1 line in this lesson, 1 in other lessons')).toBeVisible()
  await shown.getByRole('button', { name: 'Go to 4:00' }).click()
  await expect(position).toHaveAttribute('aria-valuetext', '4 minutes of 10 minutes')
  await page.getByRole('list', { name: 'In other lessons' }).getByRole('button', { name: 'Go to 4:00' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second lesson')
  await expect(position).toHaveAttribute('aria-valuetext', '4 minutes of 10 minutes')

  await press('k')
  await expect(controls.getByRole('button', { name: 'Pause' })).toBeVisible()
  await press('k')
  await expect(controls.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await of(page, 'paused')).toBe(true)

  await controls.getByRole('button', { name: 'CC captions, off' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Off' })).toBeFocused()
  await press('ArrowUp')
  await press('Enter')
  await expect(region.getByText('ताल पर काटें')).toBeVisible()
  await expect(controls.getByRole('button', { name: 'CC captions, हिन्दी' })).toBeFocused()

  await press('Shift+>')
  await press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Jump to that tenth of the lesson')
  await checkLook(page, 'list of keys')
  await press('Escape')
  await expect(list).toBeHidden()
  await controls.getByRole('button', { name: 'Speed 1.25×' }).click()
  await expect(page.getByRole('menuitemradio', { name: '1.25×' })).toBeChecked()
  await checkLook(page, 'menu of the player')
  await press('Escape')
  // A command that runs at once has no check mark.
  await controls.getByRole('button', { name: 'More' }).click()
  const more = page.getByRole('menu', { name: 'More' })
  const leftOf = async (text: string) => (await more.getByText(text, { exact: true }).boundingBox())?.x
  expect(await leftOf('Keyboard shortcuts')).toBe(await leftOf('More'))
  await press('Escape')

  // Speed and language are restored on the next visit.
  await page.reload()
  await expect.poll(() => of(page, 'playbackRate')).toBe(1.25)
  await expect(region.getByText('ताल पर काटें')).toBeVisible()
})

/** Enrols a student in a course of two test lessons, followed by `more`. */
async function followTwoLessons(page: Page, shop: Shop, course_id: string, more: object[] = []): Promise<void> {
  const watch_link = await paidLesson(shop, course_id)
  const own = ['First lesson', 'Second lesson'].map((title) => ({ title, watch_link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content: [...own, ...more] })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await serveLongLessons(page)
  await signIn(page, student)
}

test('the next lesson starts by itself until that is stopped, and the last one links back', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await followTwoLessons(page, shop, course_id)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const title = page.getByRole('heading', { level: 1 })
  const end = page.getByRole('group', { name: 'End of the lesson' })

  await page.goto(`/learn/${course_id}`)
  await playToEnd(page, 'First lesson')
  await expect(end).toContainText('Next lesson in 5 seconds')
  await expect(title).toHaveText('Second lesson')
  await expect.poll(() => of(page, 'paused')).toBe(false)

  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').first().click()
  await playToEnd(page, 'First lesson')
  await expect(end.getByRole('button', { name: 'Play now' })).toBeFocused()
  await end.getByRole('button', { name: 'Stay here' }).click()
  await expect(end).toBeHidden()
  // Once stopped, it waits from then on.
  await page.reload()
  await playToEnd(page, 'First lesson')
  await expect(end.getByRole('status')).toHaveText('Next lesson')
  await end.getByRole('button', { name: 'Play now' }).click()
  await playToEnd(page, 'Second lesson')
  await expect(end).toContainText('You finished the course')
  await expect(end.getByRole('status')).toHaveText(/^2 lessons/)
  await end.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a lesson’s end never skips its quiz, and its sliders are visible in forced colours', async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await followTwoLessons(page, shop, course_id)
  const { content } = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const question = { kind: 'text', text: 'What is the bar called?', accepted: ['Timeline'] }
  const rules = { pass_mark: 70, gate: true, reveals: 'always' }
  await shop.admin('PUT', `/quizzes/${content[0]?.lesson_id}`, { ...rules, questions: [question] })
  await page.emulateMedia({ reducedMotion: 'no-preference', forcedColors: 'active' })
  await page.goto(`/learn/${course_id}`)
  // A number marks a lesson that can be opened, a lock one that cannot.
  const lessons = page.getByRole('navigation', { name: 'Lessons' }).getByRole('button')
  await expect(lessons.last().locator('svg')).toHaveCount(1)
  await expect(lessons.first()).toHaveCSS('outline-style', 'solid')
  const position = page.getByRole('slider', { name: 'Position' })
  // A phone in landscape shows the whole video with its controls.
  const before = page.viewportSize()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(position).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(before ?? { width: 1280, height: 800 })
  const line = position.locator('..').locator('> div')
  await expect(line).toHaveCSS('background-color', 'rgb(74, 78, 124)')
  await playToEnd(page, 'First lesson')
  const end = page.getByRole('group', { name: 'End of the lesson' })
  await expect(end.getByRole('status')).toHaveText('Next lesson')
  await expect(end.getByRole('button', { name: 'Go on' })).toBeFocused()
  await end.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('button', { name: 'Check my answers' })).toBeVisible()
})

test('a reopened lesson starts before its end, and plays by itself only as the next lesson', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await followTwoLessons(page, shop, course_id, [{ title: 'Elsewhere', watch_link: 'https://example.com/lesson' }])
  await page.goto(`/learn/${course_id}`)
  const title = page.getByRole('heading', { level: 1 })
  const end = page.getByRole('group', { name: 'End of the lesson' })
  const next = end.getByRole('button', { name: 'Play now' })
  await playToEnd(page, 'First lesson')
  await next.click()
  await expect(title).toHaveText('Second lesson')
  await expect.poll(() => of(page, 'paused')).toBe(false)
  await page.goBack()
  await expect(title).toHaveText('First lesson')
  await page.goForward()
  await expect(title).toHaveText('Second lesson')
  await expect.poll(() => of(page, 'readyState')).toBeGreaterThan(2)
  expect(await of(page, 'paused')).toBe(true)

  await playToEnd(page, 'Second lesson')
  await next.click()
  await expect(title).toHaveText('Elsewhere')
  await page.goBack()
  await expect(title).toHaveText('Second lesson')
  await expect(end).toBeHidden()
})
