// Runs before a release: tests the texts and messages of the payment.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { answerInstead, expectToast, stopTime } from '../stand-ins.ts'
import { startCheckout, stored, toast } from '../steps.ts'

const COURSE = 'hindi-script-vault'
const OPEN_LINK = 'https://pay.example/link'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

declare global {
  interface Window {
    /** Times at which the page polled the payment, by its own clock. */
    askedAt: number[]
    answersRead: number
  }
}

/** Records the times in the page: events reach the test late on a busy machine. */
async function recordRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.askedAt = []
    window.answersRead = 0
    const own = window.fetch
    window.fetch = async (...call) => {
      const [target] = call
      if (!(target instanceof Request ? target.url : String(target)).includes('/user/payment_status'))
        return own(...call)
      window.askedAt.push(Date.now())
      const answer = await own(...call)
      void answer
        .clone()
        .text()
        .finally(() => {
          window.answersRead += 1
        })
      return answer
    }
  })
}

test('payment status: verifying for up to 30 s, polled every 3 s, then waiting for the bank', async ({
  page,
  shop,
}) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await page.clock.install()
  await recordRequests(page)
  await answerInstead(page, '/user/payment_status', { json: { status: 'created', order_id: 'ord_1' } })
  await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await stopTime(page)
  const requested = () => page.evaluate(() => window.askedAt.length)
  const untilRequested = async () => {
    const before = await requested()
    for (let tenths = 0; (await requested()) === before && tenths < 60; tenths += 1) await page.clock.runFor(100)
    // The next three seconds start when the page has read the answer.
    await page.waitForFunction(() => window.answersRead === window.askedAt.length)
  }
  await untilRequested()
  for (let round = 0; round < 6; round += 1) await untilRequested()
  const times = await page.evaluate(() => window.askedAt)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  for (const gap of gaps.slice(-6)) {
    expect(gap).toBeGreaterThanOrEqual(2900)
    expect(gap).toBeLessThanOrEqual(3400)
  }
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await page.clock.runFor(12_000)
  await expect(page.getByRole('heading', { name: 'Waiting for your bank. We will email you.' })).toBeVisible()
  const atTheEnd = await requested()
  await page.clock.runFor(10_000)
  expect(await requested()).toBe(atTheEnd)
})

test('payment status: paid clears the cart, and any other final state has failed', async ({ page, shop }) => {
  const failure = "We couldn't verify your payment. Please try again or check in dashboard for more details."
  await page.goto('/payment_status?course_id=x')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expectToast(page, 'Failed to verify payment status', 'Missing required parameters')
  await expect(page.getByText(failure)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Cart' })).toHaveAttribute('href', '/cart')
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Courses' })).toHaveAttribute('href', '/courses')

  const buyer = await newAccount(shop)
  await page.goto(`/payment_status?course_id=${COURSE}&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'Log in to see your payment' })).toBeVisible()
  await expect(page.getByRole('main')).toHaveText(
    'Log in to see your paymentThe link in your receipt opens it without a password.Log in',
  )

  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  const answers = [
    { json: { status: 'expired', order_id: 'ord_1' } },
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

test('orders: an open order without a valid link shows a message', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  const open = {
    order_id: 'ord_open',
    order_no: 'SH-2026-00001',
    courses: [{ course_id: COURSE, course_name: 'Hindi Script Vault', course_banner: '', price: 299, quantity: 1 }],
    subtotal: 299,
    discount: 0,
    total: 299,
    promocode: null,
    status: 'created',
    payment_id: null,
    purchase_date: '2026-11-20T08:00:00.000Z',
    payment_link: 'javascript:alert(1)',
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

test('player: no lessons, none chosen, an expired session and other errors', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  const call = `/user/courses/get_content/${COURSE}`
  const lessons = await shop.call<{ content: { title: string }[] }>('GET', call, { token: student.token })
  const count = lessons.body.content.length

  await page.goto(`/learn/${COURSE}?lesson=none`)
  await expect(page.getByText('Select a lesson to start learning')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Lessons' }).getByRole('button')).toHaveCount(count)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This lesson is no longer in this course')
  await page.getByRole('button', { name: 'Back to the course' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lessons.body.content[0]?.title ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto(`/learn/${COURSE}/work?lesson=none`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This lesson is no longer in this course')
  await page.getByRole('link', { name: 'Back to the course' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lessons.body.content[0]?.title ?? '')
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
