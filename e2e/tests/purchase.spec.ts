import { expect, test } from '../fixtures.ts'
import { playableLesson } from '../lessons.ts'
import { newAccount, newPerson, ownedCourses, signIn } from '../people.ts'
import {
  fillDetails,
  goToPayPage,
  mailSubjects,
  paidHeading,
  paiseOf,
  payButton,
  pressPay,
  requestCode,
  startCheckout,
  stored,
  sum,
  toast,
} from '../steps.ts'

const COURSE = { id: 'reels-growth-mega-bundle', name: 'Reels Growth Mega Bundle' }

test('a visitor buys a course with a promo code and watches it', { tag: '@phone' }, async ({ page, shop }) => {
  const lesson = await playableLesson(shop, COURSE.id)
  const buyer = newPerson()

  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Courses' }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible()
  await page.getByRole('link', { name: COURSE.name }).click()
  await expect(page).toHaveURL(`/course/${COURSE.id}`)
  await page.getByRole('button', { name: 'Just Rs 499/- Only' }).click()

  await expect(page).toHaveURL('/checkout')
  await requestCode(page)
  await page.getByLabel('Promo code', { exact: true }).fill('welcome10')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(sum(page, 'Discount (10%)')).toHaveText('−₹49.90')
  const shown = paiseOf((await sum(page, 'Total').last().textContent()) ?? '')
  expect(shown).toBe(44_910)

  await fillDetails(page, buyer)
  const linkId = await goToPayPage(page)
  await expect(page.getByRole('heading', { name: '₹449.10' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay ₹449.10' }).click()

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByText('₹449.10')).toBeVisible()
  const password = await page.getByRole('region', { name: 'Your password' }).locator('code').innerText()
  expect(password).toHaveLength(12)
  const { links, payments } = await shop.sandbox.ledger()
  const link = links.find((one) => one.id === linkId)
  expect(link).toMatchObject({ amount: shown, amount_paid: shown, status: 'paid' })
  expect(payments.filter((one) => one.payment_link_id === linkId && one.captured)).toHaveLength(1)

  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page.getByRole('heading', { name: `Welcome back, ${buyer.name}!` })).toBeVisible()
  await page
    .getByRole('link', { name: new RegExp(COURSE.name) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/learn/${COURSE.id}`))
  await expect(page.getByRole('heading', { name: lesson.title })).toBeVisible()

  const video = page.locator('video')
  // The keyboard pauses: a tap on a phone only shows the player's controls.
  await video.press(' ')
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(seconds).toBeGreaterThan(1.2)
  const beat = page.waitForResponse((response) => response.url().endsWith('/api/user/progress'))
  await video.press(' ')
  const answer = await beat
  expect(answer.status()).toBe(200)
  expect(answer.request().postDataJSON()).toMatchObject({ course_id: COURSE.id, lesson_id: lesson.lesson_id })
  expect(answer.request().postDataJSON().seconds).toBeGreaterThanOrEqual(1)

  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(page.getByRole('button', { name: /Completed/ })).toBeVisible()
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  const card = page.getByRole('article').filter({ hasText: COURSE.name })
  // The state follows the specification, the bar the completed lessons.
  await expect(card).toContainText('In progress')
  await expect(card).toContainText(/^.*1 of \d+ lessons done/s)
  await expect(card.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByRole('region', { name: 'Continue' }).getByRole('link')).toHaveAttribute('href', /\?lesson=/)

  const subjects = await mailSubjects(shop, buyer.email, 2)
  expect(subjects.join('\n')).toMatch(/welcome/i)
  expect(subjects.join('\n')).toMatch(/receipt|order/i)

  // The displayed password opens the account.
  const login = await shop.call('POST', '/login', { body: { email: buyer.email, phone: '', password } })
  expect(login.status).toBe(200)
})

// In a plain run `checkout/buy.test.ts` covers the same.
test('a student buys two courses with a code for one of them, which reduces that price', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/courses')
  for (const name of [COURSE.name, 'Thumbnail Design Lab']) {
    await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
  }
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  await page.getByRole('button', { name: 'REELS20 (20% off)' }).click()
  await expect(sum(page, 'Discount (20%)')).toHaveText('−₹99.80')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByText(student.email)).toBeVisible()
  await expect(sum(page, /^Total$/)).toHaveText('₹998.20')
  const linkId = await goToPayPage(page)
  await page.getByRole('button', { name: 'Pay ₹998.20' }).click()
  await expect(paidHeading(page)).toBeVisible()
  expect((await shop.sandbox.ledger()).links.find((link) => link.id === linkId)?.amount_paid).toBe(99_820)
  expect((await ownedCourses(shop, student.token)).sort()).toEqual([COURSE.id, 'thumbnail-design-lab'])
  expect([await stored(page, 'cart'), await stored(page, 'promocode')]).toEqual(['[]', null])
})

test('checkout refuses an expired code, and the buyer pays the full price', { tag: '@each-width' }, async ({
  page,
  shop,
}) => {
  const buyer = newPerson()
  await startCheckout(page, 'hindi-script-vault')
  await fillDetails(page, buyer)
  await requestCode(page)
  await page.getByRole('textbox', { name: 'Promo code' }).fill('diwali25')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(toast(page, 'Promocode has expired')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(buyer.name)
  await expect(sum(page, /^Total$/)).toHaveText('₹299.00')
  const linkId = await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  expect((await shop.sandbox.ledger()).links.find((link) => link.id === linkId)?.amount_paid).toBe(29_900)
})

// In a plain run `checkout/promocode-uses.test.ts` covers the same.
test('a code that is used up after it was applied is removed before the payment', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  const code = `SOON${Date.now() % 1e6}`
  await shop.admin('POST', `/promocodes/add?promocode=${code}&discount=50&expiry_date=2099-01-01`)
  await signIn(page, await newAccount(shop))
  await startCheckout(page, 'hindi-script-vault')
  await requestCode(page)
  await page.getByRole('button', { name: `${code} (50% off)` }).click()
  await expect(sum(page, /^Total$/)).toHaveText('₹149.50')
  await shop.query(`update promocodes set expiry_date = '2026-01-01', expires_at = '2026-01-01' where promocode = $1`, [
    code,
  ])
  guard.allow(/status of 422/)
  await payButton(page).click()
  await expect(page.getByRole('main').getByText('Promocode has expired').first()).toBeVisible()
  await expect(sum(page, /^Total$/)).toHaveText('₹299.00')
  expect(await stored(page, 'promocode')).toBeNull()
  await goToPayPage(page)
  await expect(page.getByRole('heading', { name: '₹299.00' })).toBeVisible()
  await shop.admin('DELETE', `/promocodes/delete_promocode/${code}`)
})
