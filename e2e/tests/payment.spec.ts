import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, order, ownedCourses, signIn } from '../people.ts'
import { waitInPageFor } from '../stand-ins.ts'
import { fillDetails, goToPayPage, logIn, paidHeading, pressPay, requestCode, startCheckout, sum } from '../steps.ts'

const COURSE = { id: 'thumbnail-design-lab', name: 'Thumbnail Design Lab' }

test('a failed payment is polled for 30 s, and can be repeated from the orders', {
  tag: '@each-width',
}, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await page.clock.install()
  await startCheckout(page, COURSE.id)
  await expect(page.getByText(buyer.email)).toBeVisible()
  const linkId = await goToPayPage(page)

  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to the store' }).click()
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('heading', { name: 'Waiting for your bank. We will email you.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay again' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', new RegExp(linkId))
  expect(await ownedCourses(shop, buyer.token)).toEqual([])

  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: COURSE.name })).toBeVisible()

  await page.goto('/dashboard/orders')
  await expect(page.getByText('Payment pending')).toBeVisible()
  await page.getByRole('link', { name: 'Retry payment' }).click()
  await page.waitForURL(`**/pay/${linkId}`)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
})

// In a plain run `settlement/settle.test.ts` covers the same.
test('the status page makes up for a lost webhook', { tag: ['@each-width', '@long'] }, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await shop.sandbox.loseWebhooks()
  await signIn(page, buyer)
  await startCheckout(page, COURSE.id)
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
})

// In a plain run `settlement/settle.test.ts` covers the same.
test('a buyer who closes the tab while paying finds the course after the next login', {
  tag: ['@each-width', '@long'],
}, async ({ page, newVisitor, shop }) => {
  const buyer = newPerson()
  await startCheckout(page, COURSE.id)
  await fillDetails(page, buyer)
  await goToPayPage(page)
  const { password } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  await page.route('**/payment_status?*', () => page.close())
  const closed = page.waitForEvent('close')
  await pressPay(page).catch(() => undefined)
  await closed
  await shop.sandbox.deliver()

  const later = await newVisitor()
  await later.goto('/login')
  await logIn(later, { email: buyer.email, password })
  await expect(later).toHaveURL('/dashboard')
  await expect(later.getByRole('article').filter({ hasText: COURSE.name })).toBeVisible()
})

// In a plain run `settlement/settle.test.ts` covers the same.
test('the reconciler finds the payment if the webhook is lost and the tab closed', { tag: '@long' }, async ({
  shop,
}) => {
  const buyer = await newAccount(shop)
  const bought = await order(shop, buyer, [COURSE.id])
  await shop.sandbox.loseWebhooks()
  await shop.sandbox.pay(bought.link_id)
  await shop.sandbox.deliver()
  expect(await ownedCourses(shop, buyer.token)).toEqual([])

  await shop.query(`update orders set poll_after = now() - interval '1 second' where order_id = $1`, [bought.order_id])
  await shop.runJob('reconcile-orders')
  await expect.poll(() => ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
})

test('a free order needs no gateway', { tag: ['@each-width', '@long'] }, async ({ page, shop }) => {
  const buyer = newPerson()
  const before = (await shop.sandbox.ledger()).links.length
  await startCheckout(page, 'bio-link-in-an-hour')
  await requestCode(page)
  await page.getByRole('button', { name: 'FREE100 (100% off)' }).click()
  await fillDetails(page, buyer)
  await page.getByRole('button', { name: 'Proceed to Payment' }).filter({ visible: true }).click()
  await expect(paidHeading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/payment_status\?course_id=bio-link-in-an-hour&user_id=/)
  await expect(page.getByText('₹0.00')).toBeVisible()
  expect((await shop.sandbox.ledger()).links).toHaveLength(before)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.getByRole('link', { name: /Bio Link in an Hour/ }).click()
  await expect(page.getByRole('heading', { name: 'Five blocks visitors look for' })).toBeVisible()
})

test('going back from the payment page restores the cart, the code, the buyer’s details, and the same link', {
  tag: ['@each-width', '@long'],
}, async ({ page }) => {
  const buyer = newPerson()
  await startCheckout(page, COURSE.id)
  await requestCode(page)
  await page.getByRole('button', { name: 'WELCOME10 (10% off)' }).click()
  await expect(sum(page, /^Total$/)).toHaveText('₹539.10')
  await fillDetails(page, buyer)
  const first = await goToPayPage(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByText(buyer.email)).toBeVisible()
  await expect(sum(page, /^Total$/)).toHaveText('₹539.10')
  // The order is still open, so the same one is paid.
  expect(await goToPayPage(page)).toBe(first)
  await page.goBack()
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`/pay/${first}$`))
  await page.getByRole('button', { name: 'Pay ₹539.10' }).click()
  await expect(paidHeading(page)).toBeVisible()
})

// In a plain run `returns/returns-http.test.ts` covers the same.
test('a cancelled payment is reported, and Pay again orders the same seats with the same code', {
  tag: ['@phone', '@long'],
}, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  const { payment_link } = await order(shop, buyer, [COURSE.id, COURSE.id], 'WELCOME10')
  const first = payment_link.split('/').at(-1)
  await page.goto(payment_link)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled. Nothing was taken.' })).toBeVisible()
  expect((await shop.sandbox.ledger()).links.find((link) => link.id === first)?.status).toBe('cancelled')
  // Another check would get the same answer.
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(page.getByRole('main').getByText('Qty 2')).toHaveCount(1)
  await expect(sum(page, 'Discount (10%)')).toHaveText('−₹119.80')
  expect(await goToPayPage(page)).not.toBe(first)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await page.goto('/dashboard/orders')
  await page.getByText('1 attempt that was not paid').click()
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await expect(page.getByText('You own this course already')).toBeVisible()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})

test('a reload continues to verify a payment, and so does Check again', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  const bought = await order(shop, buyer, [COURSE.id])
  await signIn(page, buyer)
  await page.clock.install()
  await page.goto(`/payment_status?course_id=${COURSE.id}&user_id=${buyer.user_id}`)
  const verifying = page.getByRole('heading', { name: 'Verifying Payment' })
  await expect(verifying).toBeVisible()
  await page.reload()
  await expect(verifying).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('heading', { name: 'Waiting for your bank. We will email you.' })).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(verifying).toBeVisible()
  await shop.sandbox.pay(bought.link_id)
  await waitInPageFor(page, paidHeading(page))
})

// In a plain run `refunds/refund.test.ts` covers the same.
test('an order shows its refund, and a full refund removes the course', { tag: '@long' }, async ({ page, shop }) => {
  const buyer = await newAccount(shop)
  const { order_id, order_no } = await buy(shop, buyer, [COURSE.id])
  await signIn(page, buyer)
  await shop.admin('POST', `/orders/${order_id}/refund`, { amount: 100 })
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.getByText(/^Refund of ₹100\.00 sent on \d+ \w+ 20\d\d$/)).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([COURSE.id])
  await shop.admin('POST', `/orders/${order_id}/refund`, {})
  await page.reload()
  await expect(page.getByText(/^Refund of ₹[\d,.]+ sent on /)).toHaveCount(2)
  expect(await ownedCourses(shop, buyer.token)).toEqual([])
  await page.goto(`/payment_status?course_id=${COURSE.id}&user_id=${buyer.user_id}`)
  await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(order_no)
  await expect(page.getByText('Payment Failed')).toHaveCount(0)
})
