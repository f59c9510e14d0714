import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { toast } from '../steps.ts'

test('a course is one workspace: steps with addresses, its state and its publish button always visible', {
  tag: '@each-width',
}, async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course as a workspace', price: 100 })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await shop.admin('PUT', `/courses/set_placement/${course_id}`, { state: 'unlisted' })
  await admin.open('/admin?q=Course as a workspace')
  await page.getByRole('link', { name: 'Course as a workspace', exact: true }).click()
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name })
  await expect(page.getByRole('heading', { level: 1, name: 'Course as a workspace' })).toBeVisible()
  await expect(tab('Name and price')).toHaveAttribute('aria-current', 'step')
  await tab('Selling').click()
  await expect(page).toHaveURL(new RegExp(`tab=courseprice&course_id=${course_id}`))
  await expect(tab('Name and price')).toContainText('₹100.00')
  // The list includes expired codes.
  await expect(page.getByRole('table', { name: 'Promo codes for this course' })).toBeVisible()
  await tab('Students').click()
  await expect(page.getByRole('table', { name: 'Students' }).getByText(student.email)).toBeVisible()
  await tab('Analytics').click()
  await page.reload()
  await expect(
    page.getByRole('term').filter({ hasText: 'Sales' }).locator('xpath=following-sibling::dd[1]'),
  ).toHaveText('1')
  await expect(page.getByRole('table', { name: 'By month of joining' }).getByText('0 (0%)').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Who is stuck' }).getByText(/^Nobody: all are done/)).toBeVisible()
  // The course has no lessons, so publishing leads to them.
  await shop.admin('PUT', `/courses/set_placement/${course_id}`, { state: 'draft' })
  await page.reload()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('link', { name: 'Add lessons' }).click()
  await expect(tab('Content')).toHaveAttribute('aria-current', 'step')
  expect((await shop.call('GET', `/go/courses/${course_id}`)).status).toBe(404)
  // The longest possible name wraps and does not widen the page.
  const name = 'Everything about the edit of a film, from the first cut to the last export '
    .repeat(4)
    .slice(0, 120)
    .trim()
  await shop.admin('PUT', `/courses/update_course/${course_id}`, { name })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a lesson’s whole title shows on a phone and stays one line of text', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'Begin here', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const title = page.getByLabel('Lesson 1, title')
  const words = 'Set up your phone and your folders before you film for the first time'
  await page.getByRole('button', { name: 'More of lesson 1' }).click()
  await title.fill(words)
  const beyond = await title.evaluate((field) => [
    field.scrollWidth - field.clientWidth,
    field.scrollHeight - field.clientHeight,
  ])
  expect(beyond, 'what is beyond the edges of the title').toEqual([0, 0])
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(title).toHaveValue(words)
  await expect(page.getByLabel('Lesson 1, watch link'), 'what is open stays open').toBeVisible()
  // A pasted line break does not split it.
  await title.fill('Set up\nyour phone')
  await page.getByRole('button', { name: 'Save content' }).click()
  const stored = async () =>
    (await shop.admin<{ content: { title: string }[] }>('GET', `/courses/get_content/${course_id}`)).content[0]?.title
  await expect.poll(stored).toBe('Set up your phone')
})
