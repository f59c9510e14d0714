import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('a draft with a title alone has a drawn cover, and each missing part leads to its field', {
  tag: ['@both', '@long'],
}, async ({ page, admin, shop, newCourse }) => {
  const name = 'ऑफिस के लिए एक्सेल, from zero'
  const { course_id } = await newCourse({ name, state: 'draft', banner: '', description: 'Short', price: 0 })
  await admin.open('/admin?q=एक्सेल')
  const chip = page.getByRole('link', { name: 'Missing: Description, price, banner, lessons' })
  await expect(chip).toBeVisible()
  await checkScreen(page, 'list')
  await chip.click()
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused()
  const lacks = page.getByText('Before you publish:').locator('..')
  await expect(lacks).toHaveText('Before you publish: description, price, banner and lessons.')
  await lacks.getByRole('link', { name: 'banner' }).click()
  await expect(page.getByLabel('Or paste an image link')).toBeFocused()
  await checkScreen(page, 'step')
  // Publish is never greyed: it leads to the first of them.
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused()
  // The state among the settings names them, too.
  await page.getByRole('navigation', { name: 'Course', exact: true }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('group', { name: 'In the catalogue' }).getByText('Published').click()
  const dialog = page.getByRole('dialog', { name: 'Not ready to publish' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Description', 'Price', 'Banner', 'Lessons'])
  await checkScreen(page, 'dialog')
  await dialog.getByRole('link', { name: 'Description' }).click()
  // A draft is saved without them.
  await page.getByLabel('Description', { exact: true }).fill('Still short')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Course updated successfully')).toBeVisible()
  const { missing } = await shop.admin<{ missing: string[] }>('GET', `/courses/get_course/${course_id}`)
  expect(missing).toEqual(['description', 'price', 'banner', 'lessons'])
})
