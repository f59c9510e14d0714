import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Account, newAccount, order, ownedCourses, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'
import { paidHeading, payButton, startCheckout } from '../steps.ts'

/** Turns on the shop's pay page, with the sandbox's stand-in for the gateway's checkout. */
test.use({ payPage: 'on' })

const COURSE = { id: 'thumbnail-design-lab', name: 'Thumbnail Design Lab' }

const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
const sheet = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')
const statusOf = (page: Page) => page.getByRole('status')

/** Checks out as this buyer up to the pay page; returns the ids of the order and its link. */
async function goToOwnPayPage(page: Page, shop: Shop, buyer: Account) {
  await signIn(page, buyer)
  await startCheckout(page, COURSE.id)
  await payButton(page).click()
  // The load event can be late, because a test may hold a script.
  await page.waitForURL('**/pay/ord_*', { waitUntil: 'domcontentloaded' })
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { links } = await shop.sandbox.ledger()
  const linkId = links.find((link) => link.reference_id === orderId)?.id ?? ''
  return { orderId, linkId }
}

const paymentsOf = async (shop: Shop) =>
  (await shop.sandbox.ledger()).payments.filter(({ captured }) => captured).length

test('the sheet opens by itself once, and an order survives a closed sheet and a refusal', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await goToOwnPayPage(page, shop, buyer)
  await expect(sheet(page).getByRole('heading', { name: 'UPI' })).toBeVisible()
  await expect(statusOf(page)).toHaveText('Please do not close or refresh this page...')
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(statusOf(page)).toHaveText('You closed the payment window. Nothing was taken, and your order is saved.')
  await expect(pay(page)).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Pay ₹/ })).toBeVisible()
  const before = await paymentsOf(shop)
  const closed = async () => {
    await expect(pay(page)).toBeEnabled()
    await expect(page.locator('iframe')).toHaveCount(0)
  }
  await page.reload()
  await closed()

  const address = page.url()
  const back = await page.getByRole('link', { name: 'Back to checkout' }).boundingBox()
  expect(back?.height, 'high enough for a finger').toBeGreaterThanOrEqual(44)

  // The payment link is one tap away, and back returns to the page.
  await page.getByRole('link', { name: 'Pay on Razorpay’s page' }).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await page.goBack()
  await closed()

  await pay(page).click()
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(statusOf(page)).toHaveText('You closed the payment window. Nothing was taken, and your order is saved.')
  await expect(pay(page)).toBeFocused()

  await pay(page).click()
  // UPI is listed first, as a code to scan or as the phone's app.
  await expect(sheet(page).getByRole('heading').first()).toHaveText('UPI')
  await sheet(page).getByRole('button', { name: 'Let it fail' }).click()
  await expect(statusOf(page)).toHaveText('The payment failed. Your order is saved.')
  await sheet(page)
    .getByRole('button', { name: /Open UPI app|Scanned and paid/ })
    .click()
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
  expect(await paymentsOf(shop)).toBe(before + 1)

  await page.goto(address)
  await expect(page).toHaveURL(/\/payment_status\?/)
  await expect(paidHeading(page)).toBeVisible()
})

test('a failure is explained in the buyer’s language, whatever the gateway says', async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await goToOwnPayPage(page, shop, buyer)
  // The shop writes and speaks to a buyer in the language of their last login.
  const headers = { 'x-language': 'hi' }
  const login = await page.request.post('/api/login', {
    headers,
    data: { email: buyer.email, password: buyer.password },
  })
  expect(login.status()).toBe(200)
  let reason = ''
  await page.route('**/checkout/*/fail', async (route) => {
    const response = await route.fetch()
    const { error } = await response.json()
    await route.fulfill({ response, json: { error: { ...error, reason } } })
  })
  await page.goto(page.url())
  const words = JSON.parse((await page.locator('[data-words]').getAttribute('data-words')) ?? '')
  const groups: [string, string][] = Object.entries<string>(words.reasons)
  expect(groups.length).toBeGreaterThan(5)
  for (const [names, said] of [...groups, ['of_tomorrow', words.failed], ['constructor', words.failed]] as const) {
    reason = names.split(' ').at(-1) ?? ''
    // Two reasons in a row may have the same words.
    const answered = page.waitForResponse(/\/checkout\/[^/]+\/fail$/)
    await sheet(page).getByRole('button', { name: 'Let it fail' }).click()
    await answered
    await expect(statusOf(page)).toHaveText(words.kept.replace('{reason}', said))
    expect(said.replace(/\b(UPI|ID|OTP|PIN)\b/g, '')).toMatch(/^[^a-z]+$/i)
  }
})

/** Asserts that the link replaces the button if no sheet can open, and pays by it. */
async function payByLink(page: Page, shop: Shop, { pressed }: { pressed: boolean }) {
  const buyer = await newAccount(shop)
  const { linkId } = await goToOwnPayPage(page, shop, buyer)
  if (pressed) {
    await page.reload({ waitUntil: 'domcontentloaded' })
    await pay(page).press('Enter')
  }
  await expect(statusOf(page)).toHaveText('The payment window does not open here. You can pay on Razorpay’s page.')
  await expect(pay(page)).toBeHidden()
  const link = page.getByRole('link', { name: /on Razorpay’s page$/ })
  // The focus moves to the link if the button had been pressed; otherwise it stays.
  if (pressed) await expect(link).toBeFocused()
  else await expect(link).not.toBeFocused()
  await link.click()
  await page.waitForURL(`**/sandbox/razorpay/pay/${linkId}`)
  await pay(page).click()
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
}

test('a blocked script leaves the payment link, which works', { tag: '@long' }, async ({ page, shop, guard }) => {
  guard.allow(/checkout\.js|ERR_FAILED/)
  await page.route('**/checkout.js', (route) => route.abort())
  await payByLink(page, shop, { pressed: false })
})

test('a script that takes over 5 s leaves the payment link, which works', { tag: '@long' }, async ({ page, shop }) => {
  await page.route('**/checkout.js', () => {})
  await payByLink(page, shop, { pressed: true })
})

test('the page opens no sheet for somebody who is not logged in', async ({ page, newVisitor, shop }) => {
  await goToOwnPayPage(page, shop, await newAccount(shop))
  const visitor = await newVisitor()
  await visitor.goto(page.url())
  await expect(pay(visitor)).toBeEnabled()
  await expect(visitor.locator('#said')).toBeEmpty()
})

// In a plain run `pay-page/pay-page-http.test.ts` covers the same.
test('a payment by link while the sheet is open in two tabs grants once, and both pages notice', {
  tag: '@long',
}, async ({ page, context, shop }) => {
  const buyer = await newAccount(shop)
  const overlapping = await order(shop, buyer, [COURSE.id, 'bio-link-in-an-hour'])
  const { linkId } = await goToOwnPayPage(page, shop, buyer)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(sheet(other).getByRole('heading', { name: 'UPI' })).toBeVisible()
  await shop.sandbox.pay(linkId)
  await shop.sandbox.deliver()
  await expect(paidHeading(other)).toBeVisible()
  await page.bringToFront()
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])

  await page.goto('/dashboard/orders')
  const owned = page.getByRole('article', { name: `Order ${overlapping.order_no}` })
  await page.getByText('1 attempt that was not paid').click()
  await expect(owned.getByText('You already own a course in this order')).toBeVisible()
  await expect(owned.getByRole('link', { name: 'Go to courses' })).toBeVisible()
  await expect(owned.getByText(/Retry payment|Pay again/)).toHaveCount(0)
  // The shop, not the buyer, cancels the link a moment later.
  await page.goto(`/payment_status?course_id=bio-link-in-an-hour&user_id=${buyer.user_id}`)
  await expect(
    page.getByRole('heading', { name: 'You already own a course in this order. Nothing was taken.' }),
  ).toBeVisible()
})
