// Runs before a release: presses Enter in every form of the console.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { liveLesson } from '../lessons.ts'

/** Presses Enter in each visible field of a form; returns the number of fields, and those that lost the focus. */
async function pressEnterInEach(page: Page, formId: string): Promise<{ fields: number; lost: string[] }> {
  const fields = page.locator(formId).locator('input:not([type=file]):visible, textarea[data-one-line]:visible')
  const lost: string[] = []
  const count = await fields.count()
  // From the last to the first, because Enter can add a row behind.
  for (let at = count - 1; at >= 0; at--) {
    const field = fields.nth(at)
    await field.focus()
    await page.keyboard.press('Enter')
    const name = (await field.getAttribute('aria-label')) ?? (await field.getAttribute('name'))
    if (await page.evaluate(() => document.activeElement === document.body)) lost.push(String(name))
  }
  return { fields: count, lost }
}

test('Enter never submits an authoring form, and the focus stays', async ({ page, shop, admin, newCourse }) => {
  test.slow()
  const { course_id } = await newCourse()
  const liveId = await liveLesson(shop, course_id, 60)
  const more = ['quiz', 'assignment'].map((kind) => ({ title: `A ${kind}`, kind, watch_link: '' }))
  const before = await shop.admin<{ content: object[] }>('GET', `/courses/get_content/${course_id}`)
  const content = [...before.content, ...more, { title: 'A film', watch_link: 'https://youtu.be/M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  const task = (tab: string, id: string | undefined) => `/admin?tab=${tab}&course_id=${course_id}&lesson_id=${id}`
  const forms = [
    [task('quiz', stored.content[1]?.lesson_id), '#quiz-form'],
    [task('assignment', stored.content[2]?.lesson_id), '#assignment-form'],
    [task('live', liveId), 'form:has([name=join_link])'],
    [`/admin?tab=content&course_id=${course_id}`, '#content-form'],
    [`/admin?tab=editcourse&course_id=${course_id}`, '#course-form'],
    ['/admin?tab=addcourse', '#course-form'],
    ['/admin?tab=settings', '#settings-form'],
  ] as const
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/admin/')) sent.push(request.url())
  })
  await admin.open('/admin')
  for (const [address, form] of forms) {
    // A page with unsaved changes asks before it is left.
    const opened = await page.context().newPage()
    await opened.goto(address)
    await expect(opened.locator(form)).toBeVisible()
    sent.length = 0
    const { fields, lost } = await pressEnterInEach(opened, form)
    expect([address, fields > 1, lost, sent]).toEqual([address, true, [], []])
    await expect(opened.getByRole('alertdialog')).toBeHidden()
    await opened.close()
  }
})

test('Enter in a row moves to the next row, and adds one at the end', { tag: '@both' }, async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const content = ['quiz', 'assignment'].map((kind) => ({ title: `A ${kind}`, kind, watch_link: '' }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('textbox', { name: 'Lesson 1, title' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Lesson 2, title' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Lesson 3, title' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The last row is empty.
  await expect(page.getByRole('textbox', { name: 'Lesson 4, title' })).toBeHidden()
  await page.getByRole('button', { name: 'Remove lesson 3' }).click()

  await page.getByRole('link', { name: 'Write questions of lesson 1' }).click()
  const option = (at: number) => page.getByRole('textbox', { name: `Option ${at} of question 1` })
  await option(1).fill('From the side')
  await option(1).press('Enter')
  await expect(option(2)).toBeFocused()
  await page.keyboard.type('From behind')
  await page.keyboard.press('Enter')
  await expect(option(3)).toBeFocused()
  await page.keyboard.type('From above')
  await expect(option(3)).toHaveValue('From above')

  await page.getByRole('link', { name: 'Back to the lessons' }).click()
  await page.getByRole('link', { name: 'Write assignment of lesson 2' }).click()
  const criterion = (at: number) => page.getByRole('textbox', { name: `Criterion ${at}`, exact: true })
  await criterion(1).fill('It is sharp')
  await page.getByRole('textbox', { name: 'Points of criterion 1' }).fill('5')
  await page.keyboard.press('Enter')
  await expect(criterion(2)).toBeFocused()
  await page.keyboard.type('It is upright')
  await expect(criterion(2)).toHaveValue('It is upright')
})
