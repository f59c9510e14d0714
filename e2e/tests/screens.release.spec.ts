// Runs before a release: tests the states of every screen.

import type { ScreenName } from 'contract/screens'
import { screensFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, order, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkFocus, checkScreen } from '../screen-checks.ts'
import { answerInstead, holdBack } from '../stand-ins.ts'
import { fillDetails, payButton, startCheckout } from '../steps.ts'

const headings: Partial<Record<ScreenName, string | RegExp>> = {
  courses: 'Explore Our Courses',
  cart: 'Your cart is empty',
  login: 'Log in to SkillHaat',
  register: 'Create your account',
  forgotPassword: 'Forgot your password?',
  confirm: 'This link no longer works',
  view: 'This view is over',
  error: 'Something went wrong',
}

const visits: [path: string, heading: string | RegExp][] = [
  ...screensFor('public', 'personal', 'guest')
    // The states of this screen have a test of their own.
    .filter(({ name }) => name !== 'paymentStatus')
    .map(({ name, path }): [string, string | RegExp] => [path, headings[name] ?? /.+/]),
  ['/courses?q=zzz', 'Explore Our Courses'],
  ['/no/such/page', 'Oops! Page not found'],
]

for (const [path, heading] of visits) {
  test(`${path} is accessible`, async ({ page, guard }) => {
    guard.allow(/status of (404|422)/)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await untilQuiet(page)
    await checkFocus(page, path)
    await checkScreen(page, path)
  })
}

test('cart and checkout are accessible', async ({ page, shop, guard }) => {
  await startCheckout(page, 'hindi-script-vault')
  await checkFocus(page, 'checkout')
  await checkScreen(page, 'checkout')
  await payButton(page).click()
  await expect(page.getByText('Please enter your name').first()).toBeVisible()
  await checkScreen(page, 'checkout with problems')
  guard.allow(/status of 409/)
  await fillDetails(page, { ...newPerson(), email: shop.student.email })
  await payButton(page).click()
  await page.getByRole('button', { name: 'Log in to this account' }).click()
  await checkScreen(page, 'checkout with sign-in')
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
  await checkFocus(page, 'cart')
  await page.getByRole('button', { name: 'WELCOME10 (10% off)' }).click()
  await expect(page.getByText('Promocode applied successfully').first()).toBeVisible()
  await checkScreen(page, 'cart')

  await startCheckout(page, 'hindi-script-vault')
  const release = await holdBack(page, '/register')
  await fillDetails(page, newPerson())
  await payButton(page).click()
  await expect(page.getByText('Please do not close or refresh this page...').filter({ visible: true })).toBeVisible()
  await checkScreen(page, 'checkout while it processes')
  release()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
})

test('the states of a payment are accessible', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  const open = await order(shop, buyer, ['hindi-script-vault'])
  await signIn(page, buyer)
  const status = `/payment_status?course_id=hindi-script-vault&user_id=${buyer.user_id}`
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await checkScreen(page, 'payment being verified')
  await page.goto('/payment_status')
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await checkScreen(page, 'payment failed')
  await shop.sandbox.pay(open.link_id)
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await checkScreen(page, 'payment successful')
  await page.goto(open.payment_link)
  await checkScreen(page, 'pay page')
})

test('the screens of a student are accessible', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  for (const path of ['/dashboard', '/dashboard/orders']) {
    await page.goto(path)
    await untilQuiet(page)
    await checkScreen(page, `${path}, empty`)
  }
  await buy(shop, student, ['hindi-script-vault', 'hindi-script-vault'])
  await shop.query('update users set coins = 40 where user_id = $1', [student.user_id])
  // One order in every state; SQL sets the states that no call can create.
  for (const state of ['created', 'review', 'failed', 'expired', 'cancelled', 'refunded', 'partially_refunded']) {
    const { order_id } = await order(shop, student, ['thumbnail-design-lab'])
    await shop.query('update orders set status = $2 where order_id = $1', [order_id, state])
  }
  for (const { path } of screensFor('student')) {
    await page.goto(path)
    await untilQuiet(page)
    await checkFocus(page, path)
    await checkScreen(page, path)
  }
  await page.goto('/dashboard/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('textbox', { name: 'Full Name' }).fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await checkScreen(page, 'settings with problems')
})

test('the screens of a student are accessible while they load, and when they fail', async ({ page, shop, guard }) => {
  guard.allow(/status of 400/)
  await signIn(page, await newAccount(shop))
  const calls = {
    '/dashboard/orders': '/user/orders',
    '/dashboard/profile': '/user/profile',
  }
  for (const [path, call] of Object.entries(calls)) {
    const release = await holdBack(page, call)
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
    await checkScreen(page, `${path} while it loads`)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    const giveBack = await answerInstead(page, call, { status: 400, json: { detail: 'No', code: 'invalid_request' } })
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await checkScreen(page, `${path} that failed`)
    await giveBack()
  }
})

test('the player is accessible, also without lessons and with one that cannot be shown', async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/Failed to load resource/)
  const empty = await newCourse()
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault', empty.course_id])
  await signIn(page, student)
  await page.goto('/learn/hindi-script-vault')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkFocus(page, 'player')
  await checkScreen(page, 'player with a video')
  const lessons = page.getByRole('navigation', { name: 'Lessons' }).getByRole('button')
  await lessons.nth(2).click()
  await checkScreen(page, 'player with a frame')
  await page.route(/\/media\/.*\.(webm|mp4)$/, (route) => route.abort())
  // The page caches video data, so it needs a reload.
  await page.reload()
  await lessons.first().click()
  await expect(page.getByText('Something in your browser blocks this file.')).toBeVisible()
  await checkScreen(page, 'player that cannot show the lesson')
  await page.goto(`/learn/${empty.course_id}`)
  await expect(page.getByRole('heading', { name: 'No Content Available' })).toBeVisible()
  await checkScreen(page, 'player without lessons')
})
