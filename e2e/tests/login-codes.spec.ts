import { expect, test } from '../fixtures.ts'
import { newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { findInMails } from '../steps.ts'

// In a plain run `login-codes/login-codes-http.test.ts` covers the same.
test('a student who forgot the password logs in by a code of an email, and learns on', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, guard }) => {
  guard.allow(/status of 401/)
  const student = await newAccount(shop)
  await shop.admin('PUT', '/settings', { delivery: { login_code: true } })
  const code = () => findInMails(shop, student.email, /Subject: (\d{6}) is your code/)
  try {
    await page.goto('/forgot-password')
    await page.getByRole('link', { name: 'Get a code by email' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(student.email)
    await checkScreen(page, 'asking for a code')
    await page.getByRole('button', { name: 'Send the code' }).click()
    const field = page.getByRole('textbox', { name: 'Code' })
    await expect(field).toBeFocused()
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
    await expect.poll(code).toMatch(/^\d{6}$/)
    const sent = await code()
    await field.fill(sent === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByText('Invalid or expired code')).toBeVisible()
    await expect(field).toHaveValue('')
    await checkScreen(page, 'a wrong code')
    // Some people type a code in groups.
    await field.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    await shop.admin('PUT', '/settings', { delivery: { login_code: false } })
  }
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?by=code')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get a code by email' })).toHaveCount(0)
})
