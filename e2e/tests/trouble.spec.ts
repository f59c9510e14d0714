import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, order, signIn } from '../people.ts'
import { undrawn } from '../stand-ins.ts'
import { fillDetails, logIn, paidHeading, payButton, startCheckout, toast } from '../steps.ts'

const broken = { status: 500, json: { detail: 'Something went wrong', code: 'internal_error' } }

test('a server error leads from the dashboard to the error page, and back', async ({ page, shop, guard }) => {
  await signIn(page, await newAccount(shop))
  guard.allow(/status of 500/)
  await page.clock.install()
  await undrawn(page)
  await page.route('**/api/user/dashboard', (route) => route.fulfill(broken))
  await page.goto('/dashboard')
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(page).toHaveURL('/error?from=%2Fdashboard', { timeout: 500 })
  }).toPass()
  await page.unroute('**/api/user/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
})

// In a plain run `forms.release.spec.ts` covers the same for the login, and more.
test('forms report a missing network, and the next attempt works', { tag: '@long' }, async ({ page, shop, guard }) => {
  guard.allow(/Failed to load resource/)
  await page.goto('/login')
  await page.route('**/api/login', (route) => route.abort())
  await logIn(page, shop.student)
  await expect(page.getByText('Network error. Please check your internet connection.').first()).toBeVisible()
  await page.unroute('**/api/login')
  await logIn(page, shop.student)
  await expect(page).toHaveURL('/dashboard')
})

// In a plain run `checkout/buy.test.ts` covers the same.
test('a lost answer after the order was created leads to one order', { tag: '@long' }, async ({
  page,
  shop,
  guard,
}) => {
  const buyer = newPerson()
  guard.allow(/Failed to load resource/)
  let losses = 0
  // The shop receives the call, but the buyer gets no answer.
  await page.route('**/api/user/buy?*', async (route) => {
    if (losses > 0) return route.continue()
    losses += 1
    await route.fetch()
    await route.abort()
  })
  await startCheckout(page, 'hindi-script-vault')
  await fillDetails(page, buyer)
  await payButton(page).click()
  await expect(page.getByText(/Failed to process purchase/).first()).toBeVisible()
  await payButton(page).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  const [row] = await shop.query<{ count: number }>(
    'select count(*)::int as count from orders o join users u on u.id = o.user_id where u.email = $1',
    [buyer.email],
  )
  expect(row?.count).toBe(1)
  const [opened] = await shop.query<{ count: number }>(
    'select count(*)::int as count from sessions s join users u on u.id = s.user_id where u.email = $1',
    [buyer.email],
  )
  expect(opened?.count, 'the registration is the only session of a first purchase').toBe(1)
})

test('checkout reports a gateway outage and stays usable', async ({ page, shop, guard }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, 'hindi-script-vault')
  guard.allow(/status of 502/)
  await page.route('**/api/user/buy?*', (route) =>
    route.fulfill({ status: 502, json: { detail: 'The payment provider did not answer', code: 'gateway_error' } }),
  )
  await payButton(page).click()
  await expect(page.getByText('The payment provider did not answer').first()).toBeVisible()
  await page.unroute('**/api/user/buy?*')
  await payButton(page).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
})

test('a buyer who was logged out while paying logs in and sees the payment', { tag: ['@each-width', '@long'] }, async ({
  page,
  shop,
}) => {
  const buyer = await newAccount(shop)
  const bought = await order(shop, buyer, ['hindi-script-vault'])
  await shop.sandbox.pay(bought.link_id)
  await page.goto(`/payment_status?course_id=hindi-script-vault&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'Log in to see your payment' })).toBeVisible()
  await page.getByRole('main').getByText('Log in', { exact: true }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, buyer)
  await expect(paidHeading(page)).toBeVisible()
})

test('another student’s payment is not shown', async ({ page, shop, guard }) => {
  const buyer = await newAccount(shop)
  const bought = await order(shop, buyer, ['hindi-script-vault'])
  await shop.sandbox.pay(bought.link_id)
  await signIn(page, await newAccount(shop, 'Somebody Else'))
  guard.allow(/status of 403/)
  await page.goto(`/payment_status?course_id=hindi-script-vault&user_id=${buyer.user_id}&razorpay_payment_id=pay_x`)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await expect(toast(page, 'Failed to verify payment status')).toBeVisible()
})
