// Runs before a release: visits the console by keyboard.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { focusProblem } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

/** Presses Tab until `target` has the focus; each stop on the way must show its focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const unseen: string[] = []
  for (let step = 0; step < 90; step += 1) {
    await page.keyboard.press('Tab')
    const problem = await focusProblem(page)
    if (problem) unseen.push(problem)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  expect(unseen, 'focus that cannot be seen').toEqual([])
}

const hasSeenFocus = async (page: Page) => expect(await focusProblem(page)).toBe('')

test('the keyboard alone can log in, find a course, change its price, save, and copy a file’s address', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  test.slow()
  const course = await newCourse({ name: 'Course by keyboard', price: 100 })
  await page.goto('/admin')
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
  await hasSeenFocus(page)
  await page.keyboard.type(shop.owner.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(shop.owner.password)
  await tabTo(page, page.getByRole('button', { name: 'Login as Admin' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()

  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: 'Find tabs, settings, courses, students, orders and promo codes' })
  await expect(find).toBeFocused()
  await hasSeenFocus(page)
  await page.keyboard.type('course by keyb')
  await expect(page.getByRole('option', { name: /Course by keyboard/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Course by keyboard' })).toBeVisible()

  await tabTo(page, page.getByLabel('Price (₹)'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('175')
  // A notice covers a corner of the page for some seconds, including the focused element there.
  await expect(page.locator('[data-notice]')).toHaveCount(0)
  await tabTo(page, page.getByRole('button', { name: 'Save changes' }))
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  expect((await shop.call('GET', `/go/courses/${course.course_id}`)).body).toMatchObject({ price: 175 })

  await page.keyboard.press('Control+k')
  await expect(find).toBeFocused()
  await page.keyboard.type('media')
  await expect(page.getByRole('option', { name: /Media/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Media Upload Manager', level: 1 })).toBeVisible()
  const menu = page.getByRole('button', { name: /^Actions for/ }).first()
  await expect(menu).toBeVisible()
  await tabTo(page, menu)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Copy URL' })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Address copied')).toBeVisible()
  expect(await admin.copied(page)).toMatch(/\/media\/[0-9a-f]{32}[^/]*\/[\w.-]+$/)
})

test('a save that ends while the palette is open leaves the focus in the palette', async ({
  page,
  admin,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course saved meanwhile' })
  await admin.open(`/admin?tab=editcourse&course_id=${course.course_id}`)
  await page.getByLabel('Price (₹)').fill('175')
  const release = await holdBack(page, `/admin/courses/update_course/${course.course_id}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: 'Find tabs, settings, courses, students, orders and promo codes' })
  await expect(find).toBeFocused()
  await page.keyboard.type('med')
  release()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await page.keyboard.type('ia')
  await expect(find).toHaveValue('media')
  await expect(find).toBeFocused()
})

test('the palette contains the keys typed while it loads, and the focus returns', { tag: '@both' }, async ({
  page,
  admin,
}) => {
  await admin.open('/admin?tab=courses')
  const search = page.getByRole('searchbox').first()
  await search.focus()
  const file = Promise.withResolvers<void>()
  await page.context().route(/Palette/, async (route) => {
    await file.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('med')
  file.resolve()
  const find = page.getByRole('combobox', { name: 'Find tabs, settings, courses, students, orders and promo codes' })
  await expect(find).toBeFocused()
  await page.keyboard.type('ia')
  await expect(find).toHaveValue('media')
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
})
