// Runs before a release: tests the texts and messages of the login.

import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson } from '../people.ts'
import { answerInstead, expectToast, holdBack, passTimeUntil, stopTime } from '../stand-ins.ts'
import { logIn, openMenu, startCheckout, stored, toast } from '../steps.ts'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

test('login: each failure has its message and leaves the form unchanged', async ({ page, shop }) => {
  const { email, password } = shop.student
  await page.goto('/login')
  const tryWith = () => logIn(page, { email, password })

  let giveBack = await answerInstead(page, '/login', 'a page')
  await tryWith()
  await expectToast(page, 'Login failed', 'Please check your credentials and try again.')
  await giveBack()

  giveBack = await answerInstead(page, '/login', {
    status: 429,
    json: { detail: 'Too many tries', code: 'rate_limited' },
  })
  await tryWith()
  await expectToast(page, 'Login failed', 'Too many tries')
  await giveBack()

  giveBack = await answerInstead(page, '/login', 'lost')
  await tryWith()
  await expectToast(page, 'Login failed', 'Network error. Please check your internet connection.')
  await giveBack()

  giveBack = await answerInstead(page, '/login', { json: { token_type: 'bearer' } })
  await tryWith()
  await expectToast(page, 'Login failed', 'No access token received')
  await giveBack()

  giveBack = await answerInstead(page, '/user/dashboard', 'a page')
  await tryWith()
  await expectToast(page, 'Login failed', 'Failed to fetch user details')
  expect(await stored(page, 'access_token')).toBeNull()
  await giveBack()

  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email)
  const release = await holdBack(page, '/login')
  await tryWith()
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  release()
  await expectToast(page, 'Login successful', 'Welcome back to SkillHaat!')
  await expect(page).toHaveURL('/dashboard')
})

test('login: both fields are required, and the email has to be valid', async ({ page }) => {
  await page.goto('/login')
  const send = page.getByRole('button', { name: 'Log in' })
  // A new student is not welcomed back.
  const welcome = page.getByText('Your lessons, coins and orders are where you left them.')
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page.getByText('One account for your lessons, coins and orders.')).toBeVisible()
  await expect(welcome).toBeHidden()
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(welcome).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Lost your password?' })).toHaveAttribute('href', '/forgot-password')
  await send.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha')
  await send.click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('registration: each failure has its message, and success leads to the dashboard after 1.5 s', async ({
  page,
  shop,
}) => {
  const person = newPerson()
  await page.clock.install()
  await page.goto('/register')
  const send = page.getByRole('button', { name: /^Regist/ })
  const fill = async (email: string) => {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(person.phone)
    await page.getByLabel(/^Password/).fill('Mango-Kulfi-42')
  }
  await fill(shop.student.email)
  await send.click()
  await expectToast(page, 'Registration failed', 'Email already registered')

  await fill(person.email)
  let giveBack = await answerInstead(page, '/register', 'a page')
  await send.click()
  await expectToast(page, 'Registration failed', 'Registration request failed')
  await giveBack()

  giveBack = await answerInstead(page, '/register', { status: 400, json: { message: 'We are closed for today' } })
  await send.click()
  await expectToast(page, 'Registration failed', 'We are closed for today')
  await giveBack()

  giveBack = await answerInstead(page, '/register', 'lost')
  await send.click()
  await expectToast(page, 'Registration failed', 'Network error. Please check your internet connection.')
  await giveBack()

  giveBack = await answerInstead(page, '/register', { status: 201, json: { message: 'Registration successful' } })
  await send.click()
  await expectToast(page, 'Registration failed', 'An unexpected error occurred')
  expect(await stored(page, 'user')).toBeNull()
  await giveBack()

  const release = await holdBack(page, '/register')
  await send.click()
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeDisabled()
  await stopTime(page)
  release()
  await passTimeUntil(page, toast(page, 'Registration successful'))
  await expectToast(page, 'Registration successful', 'Your account has been created successfully.')
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  expect(JSON.parse((await stored(page, 'user')) ?? '{}').email).toBe(person.email)
  await page.clock.runFor(900)
  await expect(page).toHaveURL('/register')
  await page.clock.runFor(600)
  await expect(page).toHaveURL('/dashboard')
})

test('forgotten password: by email or phone, a message for 6 s, and the login after 3 s', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await page.clock.install()
  await page.goto('/forgot-password')
  const send = page.getByRole('button', { name: 'Get New Password' })
  await expect(page.getByRole('button', { name: 'Use Email' })).toHaveAttribute('aria-pressed', 'true')
  await expect(send).toBeDisabled()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('   ')
  await expect(send).toBeDisabled()
  await page.getByRole('button', { name: 'Use Phone' }).click()
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(student.phone)

  let giveBack = await answerInstead(page, '/forget-password', 'a page')
  await send.click()
  await expectToast(page, 'Reset request failed', 'Please check your credentials and try again.')
  await giveBack()
  giveBack = await answerInstead(page, '/forget-password', {
    status: 429,
    json: { detail: 'Too many requests for this account', code: 'rate_limited' },
  })
  await send.click()
  await expectToast(page, 'Reset request failed', 'Too many requests for this account')
  await giveBack()

  const release = await holdBack(page, '/forget-password')
  const requested = page.waitForRequest('**/api/forget-password')
  await send.click()
  expect((await requested).postDataJSON()).toEqual({ email: '', phone: student.phone })
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await stopTime(page)
  release()
  const sent = toast(page, 'New password sent')
  await passTimeUntil(page, sent)
  await expectToast(
    page,
    'New password sent',
    'A new password has been sent to your email address. Please check your inbox.',
  )
  await page.clock.runFor(2_400)
  await expect(page).toHaveURL('/forgot-password')
  await page.clock.runFor(600)
  await expect(page).toHaveURL('/login')
  await page.clock.runFor(2_200)
  await expect(sent).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(sent).toBeHidden()
})

test('a login with an emailed password requires a new one, on every screen', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), must_change_password: true } })
  })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await logIn(page, student)
  await expect(page).toHaveURL('/dashboard/settings')
  await expectToast(page, 'Please choose a new password', 'Choose your own here.')
  await expect(page.getByText(/^You logged in with the password from our email/)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await startCheckout(page, 'hindi-script-vault')
  await page.getByRole('button', { name: 'Log in' }).click()
  await logIn(page, student)
  await expectToast(page, 'Please choose a new password', 'Choose your own in Settings.')
  await expect(page).toHaveURL('/checkout')
  await page
    .getByRole('region', { name: /notifications/i })
    .getByRole('link', { name: 'Settings' })
    .click()
  await expect(page).toHaveURL('/dashboard/settings')
})

test('a login and a log-out in one tab apply to every tab', { tag: '@each-width' }, async ({ page, context, shop }) => {
  const student = await newAccount(shop)
  await page.goto('/about')
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, student)
  await expect(other).toHaveURL('/dashboard')
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page.getByRole('link', { name: student.name })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await openMenu(page)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(other).toHaveURL('/')
  await openMenu(other)
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
