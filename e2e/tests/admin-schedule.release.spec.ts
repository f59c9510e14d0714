// Runs before a release: plans a price; the server’s tests hold what it does.

import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('a sale planned by keyboard is refused with its reason, then shows at once on card and sales page', {
  tag: '@each-width',
}, async ({ page, admin, shop, newCourse, newVisitor, guard }) => {
  guard.allow(/status of 422/)
  const { course_id } = await newCourse({ name: 'Course with a sale', price: 499 })
  await shop.admin('PUT', `/courses/set_placement/${course_id}`, { state: 'published', place: 1 })
  await admin.open(`/admin?tab=courseprice&course_id=${course_id}`)
  await expect(page.getByText('It is published already.')).toBeVisible()
  expect(await page.getByLabel('Publish at (Indian time)').isEditable(), 'what is refused can be typed').toBe(false)
  const price = page.getByRole('textbox', { name: 'Sale price (₹)' })
  await price.fill('599')
  await page.keyboard.press('Enter')
  const until = page.getByLabel('Until (Indian time)')
  await expect(until).toBeFocused()
  await expect(page.getByText('Enter when the sale ends')).toBeVisible()
  const year = new Date().getFullYear() + 2
  await page.getByLabel('From (Indian time)').fill(`${year}-12-03T10:00`)
  await until.fill(`${year}-12-01T10:00`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The sale must end after it begins')).toBeVisible()
  await page.getByLabel('From (Indian time)').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The sale price must be below ₹499.00')).toBeVisible()
  await expect(price).toBeFocused()
  await price.fill('299')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Plan saved')).toBeVisible()
  const visitor = await newVisitor()
  for (const address of ['/courses', `/course/${course_id}`]) {
    await visitor.goto(address)
    const note = visitor.getByText(`Sale until 1 Dec ${year}, 10:00\u00a0am`).first()
    await expect(note).toBeVisible()
    await expect(visitor.locator('s', { hasText: '₹499' }).first()).toBeVisible()
  }
  await expect(visitor.getByText('Just Rs 299/- Only')).toBeVisible()
  await page.getByRole('button', { name: 'Clear plan' }).click()
  await expect(price).toHaveValue('')
})

test('an admin who saves a plan over another admin’s newer one sees both', async ({
  page,
  admin,
  shop,
  newCourse,
  guard,
}) => {
  guard.allow(/status of 409/)
  const { course_id } = await newCourse({ name: 'Course of two plans', price: 499 })
  await shop.admin('PUT', `/courses/set_placement/${course_id}`, { state: 'published', place: 1 })
  await admin.open(`/admin?tab=courseprice&course_id=${course_id}`)
  const year = new Date().getFullYear() + 2
  await page.getByRole('textbox', { name: 'Sale price (₹)' }).fill('299')
  await page.getByLabel('Until (Indian time)').fill(`${year}-12-01T10:00`)
  const withdraw = { at: `${year}-12-24T04:30:00.000Z`, to: 'archived' }
  await shop.admin('PUT', `/courses/set_schedule/${course_id}`, { publish_at: null, withdraw, sale: null })
  await page.getByRole('button', { name: 'Save plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this plan' })
  const part = (name: string) => dialog.getByRole('region', { name })
  await expect(part('taking off the store').getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await expect(part('sale price').getByRole('radio', { name: 'Yours' })).toBeChecked()
  await checkScreen(page, 'two versions of a plan')
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Take off at (Indian time)')).toHaveValue(`${year}-12-24T10:00`)
  expect(await shop.admin('GET', `/courses/get_schedule/${course_id}`)).toMatchObject({
    withdraw,
    sale: { price: 299 },
  })
})
