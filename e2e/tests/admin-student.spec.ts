import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('a student has a page with courses, orders, coins, devices and notes', async ({ page, admin, shop, guard }) => {
  guard.allow(/status of 404/)
  const student = await newAccount(shop, 'Kavya Deshpande')
  const { order_id } = await buy(shop, student, ['hindi-script-vault'])
  await admin.open(`/admin?tab=users&q=${student.email}`)
  await page.getByRole('link', { name: 'Kavya Deshpande' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kavya Deshpande' })).toBeVisible()
  const courses = page.getByRole('region', { name: 'Courses and progress' })
  await expect(courses.getByText('Hindi Script Vault')).toBeVisible()
  await expect(courses.getByRole('link', { name: 'Bought' })).toHaveAttribute('href', new RegExp(order_id))
  const orders = page.getByRole('region', { name: 'Orders' })
  await expect(orders.getByRole('link', { name: order_id })).toBeVisible()
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('New note').fill('Asked for Marathi captions twice.')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Asked for Marathi captions twice.')
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await checkScreen(page, 'student')
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices.getByRole('button', { name: /^Sign out of/ }).click()
  await expect(toast(page, 'Signed out of that device')).toBeVisible()
  await expect(devices.getByText('Not signed in anywhere.')).toBeVisible()
  await page.goto('/admin?tab=student&id=usr_nobody')
  await expect(page.getByRole('heading', { name: 'There is no such student' })).toBeVisible()
})
