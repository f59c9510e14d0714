import { indianDay } from 'contract/indian-time'
import { expect, test } from '../fixtures.ts'
import { type Account, newAccount, order, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { goToPayPage, paidHeading, pressPay, proveEmail } from '../steps.ts'

const addPartner = (shop: Shop, { email }: Account, code: string) =>
  shop.admin('POST', '/partners', { name: 'Meera Rao', email, code, percent: 20, window_days: 30, state: 'active' })

/** Buys and pays over the API, as after a press of the partner's link. */
async function buyVia(shop: Shop, account: Account, courseId: string, code: string) {
  const at = new Date().toISOString()
  const touches = { first: null, last: { source: 'affiliate', landing: '/', at }, via: [{ code, at }] }
  const query = new URLSearchParams({ user_id: account.user_id, touches: JSON.stringify(touches) })
  const path = `/user/buy?${query}`
  const { body } = await shop.call<{ order_id: string; payment_link: string }>('POST', path, {
    token: account.token,
    body: [courseId],
  })
  await shop.sandbox.pay(body.payment_link.split('/').at(-1) ?? '')
  await shop.sandbox.deliver()
  return body.order_id
}

test('a partner’s link counts for a buyer and not for the partner, whose page shows it without names', {
  tag: ['@phone'],
}, async ({ page, shop, newCourse, newVisitor, guard }) => {
  const course = await newCourse({ name: 'Reels by link', price: 1000 })
  const partner = await newAccount(shop, 'Meera Rao')
  await addPartner(shop, partner, 'MEERA-1')
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await page.goto(`/course/${course.course_id}?via=meera-1`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout')
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()

  const own = await newVisitor()
  await signIn(own, partner)
  guard.allow(/status of 409/)
  await own.goto('/partner')
  await expect(own.getByText('Confirm your email to open this page: your profile sends the link again')).toBeVisible()
  await proveEmail(shop, partner)
  await own.goto('/partner')
  await expect(own.getByText('/?via=MEERA-1')).toBeVisible()
  await expect(own.getByText('Say beside the link that it is advertising, for example with #ad.')).toBeVisible()
  const figure = (name: string) => own.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(figure('Presses in 30 days')).toHaveText('1')
  await expect(figure('Pending')).toHaveText('₹200.00')
  await expect(own.getByRole('region', { name: 'Orders by day' })).toContainText('1 order')
  await expect(own.getByRole('main')).not.toContainText(buyer.name)
  await checkScreen(own, 'the page of a partner')

  const payee = own.getByRole('region', { name: 'Where you are paid' })
  await payee.getByRole('textbox', { name: 'UPI ID or account number' }).fill('123456789012')
  await payee.getByRole('button', { name: 'Save' }).click()
  await expect(payee.getByText(/needs its IFSC/)).toBeVisible()
  await payee.getByRole('textbox', { name: 'UPI ID or account number' }).fill('meera@okaxis')
  await payee.getByRole('textbox', { name: 'PAN' }).fill('abcpe1234f')
  await payee.getByLabel('Your password').fill(partner.password)
  await payee.getByRole('button', { name: 'Save' }).click()
  await expect(payee.getByText('me••••@okaxis')).toBeVisible()
  await expect(payee.getByText('••••••234F')).toBeVisible()

  await buyVia(shop, partner, course.course_id, 'MEERA-1')
  await own.goto('/hi/partner')
  await expect(own.getByRole('heading', { name: 'पार्टनर पेज' })).toBeVisible()
  await expect(own.getByRole('region', { name: 'दिन के हिसाब से ऑर्डर' })).toContainText('1 ऑर्डर')
  await checkScreen(own, 'the page of a partner in Hindi')

  guard.allow(/status of 404/)
  await page.goto('/partner')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test('an owner adds a partner, pays a month with a reference, and a later refund is a minus', async ({
  page,
  shop,
  newCourse,
  admin,
}) => {
  const course = await newCourse({ name: 'Shorts by link', price: 3000 })
  const partner = await newAccount(shop, 'Farhan Ali')
  await admin.open('/admin?tab=partners')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add partner' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a partner' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Farhan Ali')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(partner.email)
  await dialog.getByRole('textbox', { name: 'Code' }).fill('farhan')
  await checkScreen(page, 'the form of a partner')
  await dialog.getByRole('button', { name: 'Add partner' }).click()
  const row = main.getByRole('row').filter({ hasText: 'FARHAN' })
  await expect(row).toContainText('20%')
  await expect(main.getByRole('button', { name: 'Add partner' })).toBeVisible()

  const orderId = await buyVia(shop, await newAccount(shop), course.course_id, 'FARHAN')
  await order(shop, await newAccount(shop), [course.course_id])
  await shop.query(`update partner_orders set due_at = now() - interval '40 days' where order_id = $1`, [orderId])
  await shop.runJob('partner-statements')
  await expect.poll(() => shop.query('select from partner_statements')).toHaveLength(1)
  await page.reload()
  await expect(row).toContainText('₹600.00')
  const present = indianDay(new Date()).slice(0, 7)
  const month = indianDay(new Date(Date.parse(`${present}-01T00:00:00Z`) - 86_400_000)).slice(0, 7)
  const payouts = page.getByRole('region', { name: 'Payouts to partners' })
  await payouts.getByLabel('Month').fill(month)
  const payout = payouts.getByRole('row').filter({ hasText: 'Farhan Ali' })
  await expect(payout.getByRole('button', { name: 'Mark as paid' })).toBeVisible()
  await expect(payout).toContainText('No account yet')
  await checkScreen(page, 'partners with a payout')
  await payout.getByRole('button', { name: 'Mark as paid' }).click()
  const paying = page.getByRole('dialog', { name: /^Paid ₹600\.00 to Farhan Ali/ })
  await paying.getByRole('textbox', { name: 'Reference of the transfer' }).fill('UTR 405912')
  await paying.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(payout).toContainText('UTR 405912')

  await shop.admin('POST', `/orders/${orderId}/refund`, { reason: 'wanted it back' })
  await page.reload()
  await expect(row).toContainText('-₹600.00')
})
