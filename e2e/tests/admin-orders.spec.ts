import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Bought, buy, newAccount, order, ownedCourses } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

type Stored = { status: string; refunds: { amount: number; status: string; reason: string | null }[] }
const stored = (shop: Shop, { order_id }: Bought) => shop.admin<Stored>('GET', `/orders/${order_id}`)
const drawer = (page: Page, { order_no }: Bought) => page.getByRole('dialog', { name: `Order ${order_no}` })
const addressOf = ({ order_id }: Bought) => `/admin?tab=orders&order=${order_id}`

// In a plain run `refunds/refund.test.ts` covers the same.
test('an order is refunded in part and then in full, and a double click refunds once', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course to give back', price: 300 })
  const buyer = await newAccount(shop, 'Leela Sample')
  const bought = await buy(shop, buyer, [course.course_id])
  await admin.open(`/admin?tab=orders&q=${buyer.email}`)
  await page.getByRole('link', { name: bought.order_no }).click()
  const sheet = drawer(page, bought)
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = sheet.getByRole('form', { name: 'Refund' })
  await expect(form.getByRole('radio', { name: /^Everything, ₹300\.00 The buyer loses access/ })).toBeChecked()
  await form.getByRole('radio', { name: /^Part of the amount Up to ₹300\.00/ }).check()
  for (const wrong of ['300.01', '0', '0.5', '']) {
    await form.getByLabel('Amount (₹)').fill(wrong)
    await form.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(form.getByText('Amount must be from ₹1.00 to ₹300.00')).toBeVisible()
  }
  await form.getByLabel('Amount (₹)').fill('100.50')
  // The amount is on the button before a reason is typed, and a press says what is missing.
  await form.getByRole('button', { name: 'Refund ₹100.50' }).click()
  await expect(form.getByText('Enter a reason')).toBeVisible()
  await expect(form.getByLabel('Reason')).toBeFocused()
  await form.getByLabel('Reason').fill('The second reel was missing')
  await checkScreen(page, 'a refund')
  await form.getByRole('button', { name: 'Refund ₹100.50' }).dblclick()
  await expect(toast(page, /₹100\.50 refunded|Refund of ₹100\.50 is on its way/)).toBeVisible()
  await expect(sheet.getByText('Partly refunded')).toBeVisible()
  await expect(sheet.getByText(/₹100\.50 completed.*The second reel was missing/)).toBeVisible()
  expect((await stored(shop, bought)).refunds).toMatchObject([{ amount: 100.5, reason: 'The second reel was missing' }])
  expect(await ownedCourses(shop, buyer.token)).toContain(course.course_id)

  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  await form.getByLabel('Refund method').selectOption('I have sent it by bank transfer')
  await form.getByRole('button', { name: 'Record refund ₹199.50' }).click()
  await expect(form.getByText('Enter the reference')).toBeVisible()
  await form.getByLabel('Reference').fill('UTR 426100918273')
  await checkScreen(page, 'a refund by bank transfer')
  await form.getByRole('button', { name: 'Record refund ₹199.50' }).click()
  await expect(sheet.getByText(/₹199\.50 completed.*by bank transfer UTR 426100918273/)).toBeVisible()
  await expect(sheet.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  expect(await ownedCourses(shop, buyer.token)).not.toContain(course.course_id)
})

test('the owner decides whether a redeemed gift seat stays or is revoked and refunded', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Course to pass on', price: 300 })
  const bought = await buy(shop, await newAccount(shop, 'Giver Sample'), [course_id, course_id, course_id])
  const friend = await newAccount(shop, 'Friend Sample')
  const { gift_codes } = await shop.admin<{ gift_codes: { code: string }[] }>('GET', `/orders/${bought.order_id}`)
  await shop.call('POST', '/user/gifts/redeem', { token: friend.token, body: { code: gift_codes[0]?.code } })
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await expect(sheet.getByRole('row', { name: 'Course to pass on 3 × ₹300.00 ₹900.00' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = sheet.getByRole('form', { name: 'Refund' })
  await expect(form.getByText('Everyone loses access, including the person who redeemed a gift code.')).toBeVisible()
  await form.getByRole('radio', { name: /^Part of the amount/ }).check()
  await form.getByLabel('Amount (₹)').fill('600.01')
  await expect(form.getByText('Amount must be from ₹1.00 to ₹600.00')).toBeVisible()
  await form.getByRole('radio', { name: /^Courses or gift codes/ }).check()
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(form.getByText('Choose what to refund')).toBeVisible()
  const course = form.getByRole('group', { name: 'Course to pass on' })
  const seat = course.getByRole('checkbox', { name: /^Redeemed by Friend Sample \d+ \w+ 20\d\d\. Loses access/ })
  await course.getByLabel(/^Unused gift codes/).selectOption('1 of 1')
  await course.getByRole('checkbox', { name: /^The buyer’s own access/ }).check()
  await expect(seat).not.toBeChecked()
  await checkScreen(page, 'a refund of some seats')
  await form.getByRole('button', { name: 'Refund ₹600.00' }).click()
  await expect(toast(page, '₹600.00 refunded')).toBeVisible()
  await expect(sheet.getByText('Refund completed', { exact: true })).toBeVisible()
  // The refund creates its receipt.
  await expect(sheet.getByText(/^Refund receipt RR\//)).toBeVisible()
  expect(await ownedCourses(shop, friend.token)).toContain(course_id)

  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  await form.getByRole('button', { name: 'Refund ₹300.00' }).click()
  await expect(sheet.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  expect(await ownedCourses(shop, friend.token)).not.toContain(course_id)
})

test('a refund refused by the gateway shows its reason, a second press is a new refund, and a retry after a lost answer is not', {
  tag: '@long',
}, async ({ page, admin, shop, guard, newCourse }) => {
  guard.allow(/status of 409|ERR_FAILED/)
  const course = await newCourse({ name: 'Course of a refusal', price: 300 })
  const bought = await buy(shop, await newAccount(shop, 'Farah Sample'), [course.course_id])
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = sheet.getByRole('form', { name: 'Refund' })
  await shop.sandbox.refuseRefund('Your account does not have enough balance')
  await form.getByRole('radio', { name: /^Part of the amount/ }).check()
  await form.getByLabel('Amount (₹)').fill('100')
  await form.getByLabel('Reason').fill('The second reel was missing')
  await form.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await expect(page.getByText(/does not have enough balance\. The shop sends it again by itself/)).toBeVisible()
  await expect(form).toBeHidden()

  // The second answer is lost after the shop has acted; another amount is then not a third refund.
  await page.route(
    '**/refund',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  await form.getByRole('radio', { name: /^Part of the amount/ }).check()
  await form.getByLabel('Amount (₹)').fill('100')
  await form.getByLabel('Reason').fill('The third reel was missing')
  await form.getByRole('button', { name: 'Refund ₹100.00' }).click()
  await expect(form.getByText(/^No reply from the server/)).toBeVisible()
  await form.getByLabel('Amount (₹)').fill('50')
  await form.getByRole('button', { name: 'Refund ₹50.00' }).click()
  await expect(form.getByText(/went through\. You can see it below/)).toBeVisible()
  expect((await stored(shop, bought)).refunds).toMatchObject([
    { amount: 100, status: expect.stringMatching(/pending|processed/) },
    { amount: 100, status: 'processed' },
  ])
})

test('each question in an order takes the focus where it appears, and returns it', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course of a long story', price: 80 })
  const bought = await buy(shop, await newAccount(shop, 'Isha Demo'), [course.course_id])
  await page.setViewportSize({ width: 1000, height: 420 })
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await sheet.getByText('Paid', { exact: true }).last().scrollIntoViewIfNeeded()
  const opener = sheet.getByRole('button', { name: 'Refund', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('radio', { name: /^Everything/ })).toBeFocused()
  await expect(sheet.getByRole('radio', { name: /^Everything/ })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowDown')
  await sheet.getByLabel('Amount (₹)').fill('80.001')
  await expect(sheet.getByText('Amount must be from ₹1.00 to ₹80.00')).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
})

test('an order shows its number on one line and its courses on two where the table begins', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'A course with a name of many words for the whole of a year', price: 80 })
  const bought = await buy(shop, await newAccount(shop, 'Meena Sample'), [course.course_id])
  await page.setViewportSize({ width: 1024, height: 800 })
  await admin.open(`/admin?tab=orders&q=${bought.order_id}`)
  const lines = (what: Locator) =>
    what.evaluate((it) => Math.round(it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight)))
  const number = page.getByRole('link', { name: bought.order_no })
  await expect(number).toBeVisible()
  expect(await number.evaluate((link) => link.getClientRects().length)).toBe(1)
  expect(await lines(page.getByRole('cell').getByText(/^A course with a name/))).toBe(2)
  await expect(page.getByText('Paid', { exact: true }).last()).toBeInViewport({ ratio: 1 })
})

test('a buyer with a long name and address fits into the table', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course of a long name', price: 80 })
  const name = 'Venkatanarasimharajuvaripeta Sample Test Demo Example Student '.repeat(2).trim().slice(0, 100)
  const bought = await buy(shop, await newAccount(shop, name), [course.course_id])
  const email = `${'long'.repeat(13)}@${'address'.repeat(6)}.example.com`
  await shop.query('update users set email = $2 where id = (select user_id from orders where order_id = $1)', [
    bought.order_id,
    email,
  ])
  // A phone shows the name alone.
  for (const [width, text] of [
    [1280, email],
    [390, name],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await admin.open(`/admin?tab=orders&q=${bought.order_id}`)
    const shown = page.getByRole('table').getByText(text)
    await expect(shown).toBeVisible()
    const edge = (await page.getByRole('table').boundingBox()) ?? { x: 0, width: 0 }
    const cell = (await shown.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
    expect(cell.x + cell.width).toBeLessThanOrEqual(edge.x + edge.width)
    expect(cell.width).toBeLessThan(360)
  }
})

test('a refund after the guarantee of 30 days needs a reason', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course of last month', price: 80 })
  const bought = await buy(shop, await newAccount(shop, 'Imran Test'), [course.course_id])
  const paidDaysAgo = (days: number) =>
    shop.query(`update orders set paid_at = now() - make_interval(days => $2) where order_id = $1`, [
      bought.order_id,
      days,
    ])
  const sheet = drawer(page, bought)
  const open = async () => {
    await admin.open(addressOf(bought))
    await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  }
  await paidDaysAgo(29)
  await open()
  await expect(sheet.getByRole('button', { name: 'Refund ₹80.00' })).toBeEnabled()
  await paidDaysAgo(31)
  await open()
  await expect(sheet.getByText('A reason is required outside the money-back guarantee.')).toBeVisible()
  await sheet.getByRole('form').getByRole('button', { name: 'Refund ₹80.00' }).click()
  await expect(sheet.getByText('Enter a reason')).toBeVisible()
  await sheet.getByLabel('Reason').fill('Bought by mistake, asked in time')
  await sheet.getByRole('button', { name: 'Refund ₹80.00' }).click()
  await expect(sheet.getByText(/₹80\.00 completed.*Bought by mistake, asked in time/)).toBeVisible()
})

test('an order that was paid with another amount is granted with a reason', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course in review', price: 120 })
  const buyer = await newAccount(shop, 'Nadia Demo')
  const bought = await order(shop, buyer, [course.course_id])
  // The gateway's ledger and ours differ by a rupee.
  await shop.query(
    `update orders set total_paise = total_paise + 100, subtotal_paise = subtotal_paise + 100 where order_id = $1`,
    [bought.order_id],
  )
  await shop.sandbox.pay(bought.link_id)
  await shop.sandbox.deliver()
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await expect(sheet.getByText('Needs attention').first()).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([])
  const give = sheet.getByRole('button', { name: 'Give access' })
  await page.setViewportSize({ width: 390, height: 844 })
  const topOf = async (what: Locator) => (await what.boundingBox())?.y
  expect(await topOf(sheet.getByRole('button', { name: 'Refund', exact: true })), 'beside another').toBe(
    await topOf(give),
  )
  await give.click()
  const form = sheet.getByRole('form', { name: 'Give access' })
  await form.getByRole('button', { name: 'Give access' }).click()
  await expect(form.getByText('Enter a reason')).toBeVisible()
  await form.getByLabel('Reason').fill('Price changed while she paid')
  await form.getByRole('button', { name: 'Give access' }).dblclick()
  await expect(toast(page, 'Access given')).toBeVisible()
  await expect(sheet.getByText(/Price changed while she paid/)).toBeVisible()
  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Give access' })).toBeHidden()
  expect(await ownedCourses(shop, buyer.token)).toEqual([course.course_id])
})

test('an order with lost events is settled after checking with the gateway', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course of lost events', price: 90 })
  const buyer = await newAccount(shop, 'Tara Demo')
  await shop.sandbox.loseWebhooks()
  const bought = await order(shop, buyer, [course.course_id])
  await shop.sandbox.pay(bought.link_id)
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await expect(sheet.getByText('Waiting for payment')).toBeVisible()
  await sheet.getByRole('button', { name: 'Check with Razorpay' }).dblclick()
  await expect(sheet.getByText('The gateway says: paid')).toBeVisible()
  await expect(sheet.getByText('Paid', { exact: true }).first()).toBeVisible()
  expect(await ownedCourses(shop, buyer.token)).toEqual([course.course_id])
})

test('a payment in another currency is shown and refunded in that currency', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course in dollars', price: 120 })
  const buyer = await newAccount(shop, 'Dora Demo')
  await shop.sandbox.loseWebhooks()
  const bought = await order(shop, buyer, [course.course_id])
  await shop.sandbox.pay(bought.link_id)
  await shop.query(`update sandbox.payments set currency = 'USD' where link_id = $1`, [bought.link_id])
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await sheet.getByRole('button', { name: 'Check with Razorpay' }).click()
  await expect(sheet.getByRole('definition').filter({ hasText: /^120\.00 USD$/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = sheet.getByRole('form', { name: 'Refund' })
  await expect(form.getByRole('radio', { name: /^Everything, 120\.00 USD/ })).toBeChecked()
  await form.getByRole('radio', { name: /^Part of the amount Up to 120\.00 USD/ }).check()
  await form.getByLabel('Amount (USD)').fill('20')
  await form.getByLabel('Reason').fill('Bank charges')
  await form.getByRole('button', { name: 'Refund 20.00 USD' }).click()
  await expect(sheet.getByText(/20\.00 USD completed.*Bank charges/)).toBeVisible()
  await shop.sandbox.reset()
  await shop.sandbox.dispute(bought.order_id)
  await sheet.getByRole('button', { name: 'Check with Razorpay' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: /^120\.00 USD.*waits for your answer/ })).toBeVisible()
})

test('a refund of a course that a code needed proposes its price less the discount of the rest', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  const stays = await newCourse({ name: 'Course that stays', price: 600 })
  const back = await newCourse({ name: 'Course that goes back', price: 500 })
  const promocode = `LEAST${stays.course_id.replace(/\W/g, '').slice(-6).toUpperCase()}`
  await shop.admin(
    'POST',
    `/promocodes/add?promocode=${promocode}&discount=20&expiry_date=2999-12-31&minimum_order=1000`,
  )
  const buyer = await newAccount(shop, 'Leela Sample')
  const bought = await buy(shop, buyer, [stays.course_id, back.course_id], promocode)
  await admin.open(addressOf(bought))
  const sheet = drawer(page, bought)
  await expect(sheet.getByText(`The code ${promocode} needs an order of ₹1,000.00`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Refund', exact: true }).click()
  const form = sheet.getByRole('form', { name: 'Refund' })
  await form.getByRole('radio', { name: /^Courses or gift codes/ }).check()
  await form.getByRole('group', { name: 'Course that goes back' }).getByRole('checkbox').check()
  const amount = form.getByLabel('Amount (₹)')
  await expect(amount).toHaveValue('280')
  await expect(amount).toHaveAccessibleDescription(/₹400\.00 less ₹120\.00, because the code .* needs an order/)
  await checkScreen(page, 'a proposed refund')
  await amount.fill('400.01')
  await expect(form.getByText('Amount must be from ₹1.00 to ₹400.00')).toBeVisible()
  await amount.fill('300')
  await form.getByRole('button', { name: 'Refund ₹300.00' }).click()
  await expect(toast(page, '₹300.00 refunded')).toBeVisible()
  expect((await stored(shop, bought)).refunds).toMatchObject([{ amount: 300 }])
  expect(await ownedCourses(shop, buyer.token)).toEqual([stays.course_id])
})

test('the state that needs the owner shows the number of the menu, and Enter searches at once', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  const course = await newCourse({ name: 'Course of a search', price: 300 })
  const bought = await buy(shop, await newAccount(shop, 'Leela Sample'), [course.course_id])
  const unclear = await order(shop, await newAccount(shop, 'Nadia Demo'), [course.course_id])
  await shop.query(
    'update orders set total_paise = total_paise + 100, subtotal_paise = subtotal_paise + 100 where order_id = $1',
    [unclear.order_id],
  )
  await shop.sandbox.pay(unclear.link_id)
  await shop.sandbox.deliver()
  await page.clock.install()
  await admin.open('/admin?tab=orders')
  const menu = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Orders/ })
  await expect(menu).toContainText('waiting')
  const waiting = /(\d+) waiting/.exec((await menu.textContent()) ?? '')?.[1] ?? '0'
  await expect(page.getByRole('button', { name: `Needs you ${waiting}`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: bought.order_no })).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const box = page.getByRole('searchbox', { name: 'Buyer, order, payment or receipt' })
  await box.fill('nobody at all')
  await box.press('Enter')
  await expect(page).toHaveURL(/q=nobody/)
})
