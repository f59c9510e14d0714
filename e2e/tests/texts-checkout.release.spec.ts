// Runs before a release: tests the texts and messages of checkout.

import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { answerInstead, loseAnswers, passTimeUntil, stopTime } from '../stand-ins.ts'
import { fillDetails, payButton, startCheckout, stored, toast } from '../steps.ts'

const COURSE = 'hindi-script-vault'
const _OPEN_LINK = 'https://pay.example/link'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

test('checkout: a failed registration stops the purchase with its message', async ({ page }) => {
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  const press = async (message: string) => {
    await payButton(page).click()
    await expect(page.getByRole('main').getByText(message).first()).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(0)
    await expect(payButton(page)).toHaveText('Proceed to Payment')
    await expect(page).toHaveURL('/checkout')
  }

  let giveBack = await answerInstead(page, '/register', 'lost')
  await press('Failed to register user')
  await giveBack()
  giveBack = await answerInstead(page, '/register', {
    status: 429,
    json: { detail: 'Too many accounts from here', code: 'rate_limited' },
  })
  await press('Too many accounts from here')
  await giveBack()
  giveBack = await answerInstead(page, '/register', 'a page')
  await press('Failed to register user')
  await giveBack()
  giveBack = await answerInstead(page, '/register', { status: 201, json: {} })
  await press('Registration failed')
  await giveBack()

  // The account is open, its answer lost: the next press finds it and logs in.
  giveBack = await loseAnswers(page, '/register')
  await press('Failed to register user')
  await giveBack()
  await answerInstead(page, '/login', 'a page')
  await press('Auto-login failed')
})

test('checkout: the password of a new account is shown for 10 s', async ({ page }) => {
  const buyer = newPerson()
  await page.clock.install()
  await answerInstead(page, '/user/buy', 'a page')
  await startCheckout(page, COURSE)
  await fillDetails(page, buyer)
  await stopTime(page)
  await payButton(page).click()
  const notice = toast(
    page,
    /^Account created successfully! Your password is: \S{12}\. Please save it for future login\.$/,
  )
  await passTimeUntil(page, notice)
  const { password } = JSON.parse((await stored(page, 'user')) ?? '{}')
  await expect(notice).toContainText(password)
  for (const kind of [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*]/]) expect(password).toMatch(kind)
  await page.clock.runFor(9_000)
  await expect(notice).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(notice).toBeHidden()
})

test('checkout: a failed purchase shows the shop’s message, or a general one', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  const press = async (message: string) => {
    await payButton(page).click()
    await expect(page.getByRole('main').getByText(message).first()).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(0)
    await expect(payButton(page)).toHaveText('Proceed to Payment')
  }
  let giveBack = await answerInstead(page, '/user/buy', {
    status: 502,
    json: { detail: 'The bank is closed', code: 'gateway_error' },
  })
  await press('The bank is closed')
  await giveBack()
  giveBack = await answerInstead(page, '/user/buy', 'a page')
  await press('Failed to process purchase')
  await giveBack()
  giveBack = await answerInstead(page, '/user/buy', { status: 201, json: { order_id: 'ord_1', amount: 299 } })
  await press('Invalid payment link received')
  await giveBack()

  // Any refusal that mentions authentication or a token ends the session.
  giveBack = await answerInstead(page, '/user/buy', { status: 403, json: { detail: 'Bad token', code: 'forbidden' } })
  await payButton(page).click()
  await expect(toast(page, 'Session expired. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/checkout')
  for (const key of ['access_token', 'token_type', 'user']) expect(await stored(page, key)).toBeNull()
  await giveBack()
})

test('checkout: a missing token makes no call and counts as an expired session', async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  await startCheckout(page, COURSE)
  await expect(page.getByText('Your courses are delivered to this account.')).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/user/buy') && calls.push(request.url()))
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await payButton(page).click()
  await expect(toast(page, 'Session expired. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/checkout')
  expect(calls).toEqual([])
})

test('checkout: an empty cart blocks it, also when another tab empties it', async ({ page, context }) => {
  await page.goto('/checkout')
  await expect(toast(page, 'Your cart is empty')).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')

  await startCheckout(page, COURSE)
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(toast(page, 'Your cart is empty')).toBeVisible()
})
