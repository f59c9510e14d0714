import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, signIn } from '../people.ts'
import { answerInstead, expectToast, passTimeUntil, stopTime } from '../stand-ins.ts'
import { fillDetails, payButton, startCheckout, stored, toast } from '../steps.ts'

const COURSE = 'hindi-script-vault'
const OPEN_LINK = 'https://pay.example/link'

// The browser itself says so of every answer that is no success.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

test('checkout: an account that cannot be made stops the purchase with its words', async ({ page }) => {
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  const press = async (message: string) => {
    await payButton(page).click()
    await expect(toast(page, message)).toBeVisible()
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

test('checkout: a purchase that fails says what the shop said, or that it failed', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  const press = async (message: string) => {
    await payButton(page).click()
    await expect(toast(page, message)).toBeVisible()
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

  // Any refusal that speaks of authentication or of a token ends the session.
  giveBack = await answerInstead(page, '/user/buy', { status: 403, json: { detail: 'Bad token', code: 'forbidden' } })
  await payButton(page).click()
  await expect(toast(page, 'Session expired. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe('/checkout')
  for (const key of ['access_token', 'token_type', 'user']) expect(await stored(page, key)).toBeNull()
  await giveBack()
})

test('checkout: without a token no call is made, and the session counts as expired', async ({ page, shop }) => {
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

test('payment status: verified for up to 30 s, asked every 3 s, then failed', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  const isCall = (message: { url(): string }) => message.url().includes('/api/user/payment_status')
  let asked = 0
  let answered = 0
  page.on('request', (request) => {
    if (isCall(request)) asked += 1
  })
  page.on('response', (response) => {
    if (isCall(response)) answered += 1
  })
  await page.clock.install()
  await answerInstead(page, '/user/payment_status', { json: { status: 'created', order_id: 'ord_1' } })
  await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await stopTime(page)
  const tenthsUntilAsked = async () => {
    const before = asked
    let tenths = 0
    for (; asked === before && tenths < 60; tenths += 1) await page.clock.runFor(100)
    // The next three seconds begin when the page has read the answer.
    await expect.poll(() => answered).toBe(asked)
    await page.evaluate(() => undefined)
    return tenths
  }
  await tenthsUntilAsked()
  for (const round of [1, 2, 3, 4, 5, 6]) {
    const tenths = await tenthsUntilAsked()
    expect(tenths, `round ${round}`).toBeGreaterThan(26)
    expect(tenths, `round ${round}`).toBeLessThan(36)
  }
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await page.clock.runFor(12_000)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await passTimeUntil(page, toast(page, 'Failed to verify payment status'))
  const atTheEnd = asked
  await page.clock.runFor(10_000)
  expect(asked).toBe(atTheEnd)
})

test('payment status: paid clears the cart, whatever else there is has failed', async ({ page, shop }) => {
  const failure = "We couldn't verify your payment. Please try again or check in dashboard for more details."
  await page.goto('/payment_status?course_id=x')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expectToast(page, 'Failed to verify payment status', 'Missing required parameters')
  await expect(page.getByText(failure)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Cart' })).toHaveAttribute('href', '/cart')
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')

  const buyer = await newAccount(shop)
  await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
  await expectToast(page, 'Authentication required', 'Please login to see your payment')
  await expect(page).toHaveURL('/login')

  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  const answers = [
    { json: { status: 'cancelled', order_id: 'ord_1' } },
    { json: { status: 'Paid', order_id: 'ord_1' } },
    { status: 403, json: { detail: 'No', code: 'forbidden' } },
  ]
  for (const answer of answers) {
    const giveBack = await answerInstead(page, '/user/payment_status', answer)
    await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
    await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
    await expect(toast(page, 'Failed to verify payment status')).toBeVisible()
    await giveBack()
  }
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toHaveLength(1)

  await answerInstead(page, '/user/payment_status', { json: { status: 'paid', order_id: 'ord_1' } })
  await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('link', { name: 'Browse More Courses' })).toHaveAttribute('href', '/courses')
  expect(await stored(page, 'cart')).toBe('[]')
})

test('orders: an open order whose link leads elsewhere, or cannot be had, says so', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  const open = {
    order_id: 'ord_open',
    courses: [{ course_id: COURSE, course_name: 'Hindi Script Vault', course_banner: '', price: 299, quantity: 1 }],
    ...{ subtotal: 299, discount: 0, total: 299, promocode: null, status: 'created', payment_id: null },
    ...{ purchase_date: '2026-11-20T08:00:00.000Z', payment_link: 'javascript:alert(1)' },
  }
  await answerInstead(page, '/user/orders', { json: [open] })
  await page.goto('/dashboard/orders')
  const retry = page.getByRole('button', { name: 'Retry payment' })
  let giveBack = await answerInstead(page, '/user/buy', { status: 201, json: { payment_link: 'javascript:alert(1)' } })
  await retry.click()
  await expect(toast(page, 'Invalid payment link received')).toBeVisible()
  await giveBack()
  giveBack = await answerInstead(page, '/user/buy', 'a page')
  await retry.click()
  await expect(toast(page, 'Failed to process purchase')).toBeVisible()
  await giveBack()
  await answerInstead(page, '/user/buy', { status: 201, json: { payment_link: OPEN_LINK } })
  await retry.click()
  await expect(page).toHaveURL(OPEN_LINK)
})

test('player: no lessons, none chosen, a dead session and other trouble', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  const call = `/user/courses/get_content/${COURSE}`
  const lessons = await shop.call<{ content: { title: string }[] }>('GET', call, { token: student.token })
  const count = lessons.body.content.length

  await page.goto(`/learn/${COURSE}?lesson=none`)
  await expect(page.getByText('Select a lesson to start learning')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Lessons' }).getByRole('button')).toHaveCount(count)
  await page.goto(`/learn/${COURSE}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lessons.body.content[0]?.title ?? '')

  let giveBack = await answerInstead(page, call, { json: { course_id: COURSE, course_name: 'Vault', content: [] } })
  await page.goto(`/learn/${COURSE}`)
  await expect(toast(page, 'No content available for this course')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Content Available' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await giveBack()

  giveBack = await answerInstead(page, call, { status: 401, json: { detail: 'x', code: 'authentication_expired' } })
  await page.goto(`/learn/${COURSE}`)
  await expect(toast(page, 'Session expired. Please login again')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'redirectAfterLogin')).toBe(`/learn/${COURSE}`)
  for (const key of ['access_token', 'user']) expect(await stored(page, key)).toBeNull()
  await giveBack()

  await signIn(page, student)
  await page.clock.install()
  await answerInstead(page, call, { status: 400, json: {} })
  await page.goto(`/learn/${COURSE}`)
  await expect(toast(page, 'Failed to load course content')).toBeVisible()
  await expect(page).toHaveURL(`/learn/${COURSE}`)
  await page.clock.fastForward(3_100)
  await expect(page).toHaveURL('/dashboard')
})
