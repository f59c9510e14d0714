// Runs before a release: tests the texts and messages of a student’s screens.

import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { answerInstead, expectToast, holdBack } from '../stand-ins.ts'
import { stored, toast } from '../steps.ts'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

test('dashboard: messages for a missing token, an expired session and other errors', async ({ page, shop }) => {
  await page.goto('/dashboard')
  await expectToast(page, 'Authentication required', 'Please login to access your dashboard')
  await expect(page).toHaveURL('/login')

  const student = await newAccount(shop)
  await signIn(page, student)
  let giveBack = await answerInstead(page, '/user/dashboard', {
    status: 401,
    json: { detail: 'Session expired. Please log in again.', code: 'authentication_expired' },
  })
  await page.goto('/dashboard')
  await expectToast(page, 'Session expired', 'Please login again to continue')
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/dashboard')
  await giveBack()

  await signIn(page, student)
  giveBack = await answerInstead(page, '/user/dashboard', { status: 403, json: { detail: 'No', code: 'forbidden' } })
  await page.goto('/dashboard')
  await expectToast(page, 'Error loading dashboard', 'Something went wrong. Please try again later.')
  await expect(page).toHaveURL('/dashboard')
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: `Welcome back, ${student.name}!` })).toBeVisible()
  for (const stat of ['Total Courses', 'Coins Earned', 'Hours Spent', 'Completed Courses']) {
    await expect(page.locator('dt', { hasText: stat })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Your Courses' })).toBeVisible()
  await expect(page.getByText("You haven't enrolled in any courses yet.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore Courses' })).toHaveAttribute('href', '/courses')
  await expect(page.getByRole('link', { name: 'Browse More Courses' }).first()).toBeVisible()
})

test('orders: messages for an expired session and other errors match the dashboard', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  let giveBack = await answerInstead(page, '/user/orders', { status: 403, json: { detail: 'No', code: 'forbidden' } })
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Error loading orders')).toBeVisible()
  await giveBack()
  giveBack = await answerInstead(page, '/user/orders', {
    status: 401,
    json: { detail: 'x', code: 'authentication_expired' },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectToast(page, 'Session expired', 'Please login again to continue')
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/dashboard/orders')
})

test('profile: loading, changing, and the message when either fails', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  let giveBack = await answerInstead(page, '/user/profile', { status: 400, json: {} })
  await page.goto('/dashboard/profile')
  await expectToast(page, 'Error loading profile', 'API request failed')
  await expect(page.getByText('Failed to load profile data')).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const [name, value] of [
    ['Name', student.name],
    ['User ID', student.user_id],
    ['Email', student.email],
    ['Phone', student.phone],
    ['Account Status', 'Active'],
  ] as const) {
    const line = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
    await expect(line.locator('dd')).toHaveText(value)
  }

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  const save = page.getByRole('button', { name: /^(Save Changes|Saving\.\.\.)$/ })
  await page.getByRole('textbox', { name: 'Full Name' }).fill('A')
  await page.getByRole('textbox', { name: 'Email Address' }).fill('asha')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('98765')
  await save.click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible()
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(student.phone)
  // A taken address gets the same answer as a free one: the change waits, and its owner is notified.
  await page.getByRole('textbox', { name: 'Email Address' }).fill(shop.student.email)
  await page.getByRole('textbox', { name: 'Your password' }).fill('not-the-password')
  await save.click()
  await expectToast(page, 'Error updating profile', 'Current password is wrong')
  await page.getByRole('textbox', { name: 'Your password' }).fill(student.password)
  await save.click()
  await expect(page.getByText(`We sent a link to ${shop.student.email}.`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveValue(student.email)

  giveBack = await answerInstead(page, '/user/update_profile', 'a page')
  await save.click()
  await expectToast(page, 'Error updating profile', 'API request failed')
  await giveBack()
  const release = await holdBack(page, '/user/update_profile')
  await save.click()
  await expect(save).toHaveText('Saving...')
  release()
  await expect(toast(page, 'Profile updated')).toBeVisible()

  await expect(save).toHaveText('Save Changes')
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await save.click()
  await expectToast(page, 'Authentication required', 'No authentication token found')
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/dashboard/settings')
  expect(await stored(page, 'user')).toBeNull()
})
