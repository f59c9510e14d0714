import type { Page } from '@playwright/test'
import { blockStorage } from '../blocked-storage.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, order, type Person } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail, fillDetails, payButton, pressPay, startCheckout } from '../steps.ts'

test.use({ payPage: 'on' })

const COURSE = { id: 'bio-link-in-an-hour', name: 'Bio Link in an Hour', lesson: 'Five blocks visitors look for' }

/** The player adds the lesson to its address. */
const player = new RegExp(`/learn/${COURSE.id}(\\?|$)`)

const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
const sheet = (page: Page) => page.frameLocator('iframe[title="Razorpay Checkout"]')
const paySheet = (page: Page) =>
  sheet(page)
    .getByRole('button', { name: /Open UPI app|Scanned and paid/ })
    .click()
const received = (page: Page) => page.getByRole('heading', { name: 'Payment received' })
const readable = (mail: string) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
const masked = (email: string) => `${email[0]}••••@${email.split('@')[1]}`

/** Goes from the sales page to the pay page, by the tab of a new buyer. */
async function begin(page: Page, buyer: Person) {
  await startCheckout(page, COURSE.id)
  await fillDetails(page, buyer)
  await payButton(page).click()
  await page.waitForURL('**/pay/ord_*', { waitUntil: 'domcontentloaded' })
}

/** Orders over the API; returns the pay page and the gateway's link. */
async function begun(shop: Shop) {
  const buyer = await newAccount(shop, 'Ravi Kumar')
  const { payment_link, order_id } = await order(shop, buyer, [COURSE.id])
  const link = (await shop.sandbox.ledger()).links.find(({ reference_id }) => reference_id === order_id)?.id ?? ''
  const status = `/payment_status?course_id=${COURSE.id}&user_id=${buyer.user_id}&order_id=${order_id}&${payment_link.split('?')[1]}`
  return { buyer, payPage: payment_link, order_id, link, status }
}

/** Asserts that the page shows the payment of this buyer, and of the buyer no more than the masked email. */
async function expectReceived(page: Page, { name, email, phone }: Person) {
  await expect(received(page)).toBeVisible()
  const main = page.getByRole('main')
  for (const text of [COURSE.name, masked(email), /Order SH-\d{4}-\d{5}/]) await expect(main).toContainText(text)
  for (const text of [name, email, phone]) await expect(main).not.toContainText(text)
}

/** Presses for the link, opens it, sets a password, and arrives at lesson 1. */
async function openByMail(page: Page, shop: Shop, { email }: Person) {
  await page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await expect(page.getByText(`The link is on its way to ${masked(email)}.`)).toBeVisible()
  const mail = (await awaitMail(shop, email, /^Open your course$/)).replace(/=\r?\n/g, '')
  const [, token = ''] = /\/set-password#([\w-]+)/.exec(mail) ?? []
  await page.goto(`/set-password#${token}`)
  await page.getByLabel('New password').fill('Nimbu-Pani-2027')
  await page.getByRole('button', { name: 'Set password and log in' }).click()
  await expect(page).toHaveURL(player)
  await expect(page.getByRole('heading', { name: COURSE.lesson })).toBeVisible()
}

test('a browser that stores nothing pays, sees the payment, and opens lesson 1 by email', {
  tag: '@phone',
}, async ({ page, shop }) => {
  await blockStorage(page)
  const buyer = newPerson()
  await begin(page, buyer)
  await expect(page.getByText(/session has expired/)).toHaveCount(0)
  await pay(page).click()
  await paySheet(page)
  await expectReceived(page, buyer)
  await checkScreen(page, 'paid without a session')
  await openByMail(page, shop, buyer)
})

// In a plain run `returns/returns-http.test.ts` covers the same.
test('a payment that returns in another browser shows there, though the first tab is closed', { tag: '@long' }, async ({
  page,
  newVisitor,
  shop,
}) => {
  const buyer = newPerson()
  await begin(page, buyer)
  const link = (await page.getByRole('link', { name: 'Pay on Razorpay’s page' }).getAttribute('href')) ?? ''
  const address = page.url()
  await page.close()
  const other = await newVisitor()
  await other.goto(link)
  await pressPay(other)
  await expectReceived(other, buyer)
  expect(await other.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  await other.reload()
  await expectReceived(other, buyer)
  // The address of the pay page leads to the same.
  await other.goto(address)
  await expectReceived(other, buyer)
  await openByMail(other, shop, buyer)
})

test('a failed try is paid again without a session', { tag: '@long' }, async ({ page, shop }) => {
  const { buyer, link, status } = await begun(shop)
  await shop.sandbox.fail(link)
  await shop.sandbox.deliver()
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  await checkScreen(page, 'failed without a session')
  await page.getByRole('link', { name: 'Pay again' }).click()
  await page.waitForURL('**/pay/ord_*')
  await pay(page).click()
  await paySheet(page)
  await expectReceived(page, buyer)
  await openByMail(page, shop, buyer)
})

test('a cancelled payment is ordered again without a session', { tag: '@long' }, async ({ page, shop }) => {
  const { buyer, link, payPage } = await begun(shop)
  await page.goto(payPage)
  await page.getByRole('link', { name: 'Pay on Razorpay’s page' }).click()
  await page.waitForURL(`**/sandbox/razorpay/pay/${link}`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled. Nothing was taken.' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await page.waitForURL('**/pay/ord_*')
  await pay(page).click()
  await paySheet(page)
  await expectReceived(page, buyer)
})

test('a late payment is waited for, and noticed', { tag: '@long' }, async ({ page, shop }) => {
  const { buyer, link, status } = await begun(shop)
  await page.clock.install()
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'Verifying Payment' })).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('heading', { name: 'Waiting for your bank. We will email you.' })).toBeVisible()
  await shop.sandbox.pay(link)
  await shop.sandbox.deliver()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expectReceived(page, buyer)
  await openByMail(page, shop, buyer)
})

test('a part of the sum is shown as received, and opens the course once the owner accepts it', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { buyer, link, status, order_id } = await begun(shop)
  await shop.sandbox.payPart(link, 4_000)
  await shop.sandbox.deliver()
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('₹40.00')
  await shop.admin('POST', `/orders/${order_id}/grant`, { reason: 'Paid in two parts' })
  await page.reload()
  await expectReceived(page, buyer)
  await openByMail(page, shop, buyer)
})

// In a plain run `returns/returns-http.test.ts` covers the same.
test('a receipt shows the payment to a browser without a session, whose next email logs in once', {
  tag: ['@phone', '@long'],
}, async ({ page, newVisitor, shop, guard }) => {
  guard.allow(/\/api\/login\/link\b/)
  const { buyer, link } = await begun(shop)
  await shop.query('update users set email_proven_at = now() where email = $1', [buyer.email])
  await shop.sandbox.pay(link)
  await shop.sandbox.deliver()
  const receipt = readable(await awaitMail(shop, buyer.email, /^Your receipt for order/))
  // Without its login, as somebody else copies it.
  const [start = ''] = /\/learn\/[^\s#]+/.exec(receipt) ?? []
  await page.goto(start)
  await expectReceived(page, buyer)
  await page.getByRole('button', { name: 'Send the link', exact: true }).click()
  const mail = readable(await awaitMail(shop, buyer.email, /^Open your course$/))
  const [address = ''] = /\/payment_status\?\S+#[\w-]{43}/.exec(mail) ?? []
  const other = await newVisitor()
  await other.goto(address)
  await expectReceived(other, buyer)
  expect(new URL(other.url()).hash).toBe('')
  await other.reload()
  await checkScreen(other, 'paid, by the link of an email')
  await other.getByRole('button', { name: 'Start lesson 1' }).click()
  await expect(other).toHaveURL(player)
  await expect(other.getByRole('heading', { name: COURSE.lesson })).toBeVisible()
  // The link is used up: the same page offers another email.
  await page.goto(address)
  await page.getByRole('button', { name: 'Start lesson 1' }).click()
  await expect(page.getByText('This link no longer works. Send yourself a new one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the link', exact: true })).toBeVisible()
})

// In a plain run `returns/returns-http.test.ts` covers the same.
test('an address without its signature shows nothing but the way to the login', { tag: '@long' }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/\/api\/go\/payment\b/)
  const { buyer, status, link } = await begun(shop)
  await shop.sandbox.pay(link)
  await shop.sandbox.deliver()
  for (const address of [status.replace(/&order_id.*/, ''), status.replace(/[^=]+$/, 'AAAAAAAAAAAAAAAAAAAAAA')]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Log in to see your payment' })).toBeVisible()
    await expect(page.getByRole('main')).toHaveText(
      'Log in to see your paymentThe link in your receipt opens it without a password.Log in',
    )
  }
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(buyer.email)
  await page.getByLabel(/^Password/).fill(buyer.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})
