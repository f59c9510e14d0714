import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkScreen } from '../screen-checks.ts'
import {
  fillDetails,
  goToPayPage,
  paidHeading,
  payButton,
  pressPay,
  slowDown,
  startCheckout,
  sum,
  toast,
  watchMoves,
} from '../steps.ts'
import { setTax, stateField } from '../tax.ts'

const toPay = /^(To pay|Total)$/

test.afterEach(async ({ shop }) => {
  await shop.admin('PUT', '/settings', { coins: null, checkout_questions: [], children: { ask: false } })
  await setTax(shop, { enabled: false })
})

// In a plain run `sales/orders/coins.test.ts` covers the same.
test('coins pay a part of an order once pressed, with a line of their own, and leave the balance', {
  tag: ['@both', '@long'],
}, async ({ page, shop, newCourse }) => {
  const course = await newCourse({ name: 'Rangoli for beginners', price: 500 })
  const student = await newAccount(shop, 'Coin Spender')
  await shop.admin('PUT', `/add_coins/${student.user_id}?amount=40`)
  await signIn(page, student)
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(sum(page, toPay)).toHaveText('₹500.00')
  await expect(page.getByRole('group', { name: 'Coins' }), 'off: no trace').toHaveCount(0)

  await shop.admin('PUT', '/settings', { coins: { rupees: 1, at_most_percent: 50 } })
  await page.reload()
  const use = page.getByRole('button', { name: 'Use 40 coins (−₹40.00)' })
  await expect(use).toBeVisible()
  await expect(sum(page, toPay), 'never used unasked').toHaveText('₹500.00')
  await checkScreen(page, 'a checkout with coins')
  await use.click()
  await expect(sum(page, toPay)).toHaveText('₹460.00')
  await expect(page.getByText('Coins (40)')).toBeAttached()
  await checkScreen(page, 'a checkout with used coins')
  await page.getByRole('group', { name: 'Coins' }).getByRole('button', { name: 'Remove' }).click()
  await expect(sum(page, toPay)).toHaveText('₹500.00')
  await use.click()
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Coins (40) −₹40.00')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByText(/Paid a part of order/)).toBeVisible()
})

test('a question shows its purpose, a required one holds the purchase, and the console shows the answers', {
  tag: ['@both', '@long'],
}, async ({ page, shop, newCourse }) => {
  const course = await newCourse({ name: 'Pottery at home', price: 500 })
  await shop.admin('PUT', '/settings', {
    checkout_questions: [
      { question_id: 'city', label: 'Your city', kind: 'text', required: true, purpose: 'We send clay there.' },
      {
        question_id: 'size',
        label: 'Apron size',
        kind: 'choice',
        choices: ['Small', 'Large'],
        required: false,
        purpose: 'An apron comes with it.',
      },
    ],
  })
  const student = await newAccount(shop, 'Answering Buyer')
  await signIn(page, student)
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  const city = page.getByRole('textbox', { name: 'Your city' })
  await expect(city).toBeVisible()
  await expect(page.getByText('We send clay there.')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await expect(page.getByText('This answer is required')).toBeVisible()
  await expect(city).toBeFocused()
  await checkScreen(page, 'a checkout with questions')
  await city.fill('Nashik')
  await page.getByRole('combobox', { name: 'Apron size' }).selectOption('Large')
  await page.reload()
  await expect(city, 'the tab stores the answers').toHaveValue('Nashik')
  await goToPayPage(page)
  const { orders } = await shop.admin<{ orders: { order_id: string }[] }>('GET', `/orders?q=${student.email}`)
  const { answers } = await shop.admin<{ answers: object[] }>('GET', `/orders/${orders[0]?.order_id}`)
  expect(answers).toMatchObject([{ answer: 'Nashik' }, { answer: 'Large' }])
})

test('the owner sets coins and questions, and a wrong one names its field', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  await admin.open('/admin?tab=settings&section=coins')
  const save = page.getByRole('button', { name: 'Save settings' })
  await page.getByRole('checkbox', { name: /Coins pay a part of an order/ }).check()
  await page.getByLabel('At most, percent of an order').fill('101')
  await save.click()
  await expect(page.getByText('Must be a whole number from 1 to 100')).toBeVisible()
  await page.getByLabel('At most, percent of an order').fill('30')
  await save.click()
  await expect
    .poll(async () => (await shop.admin<{ coins: object }>('GET', '/settings')).coins)
    .toEqual({
      rupees: 1,
      at_most_percent: 30,
    })
  await checkScreen(page, 'the settings of coins')

  await admin.open('/admin?tab=settings&section=checkout-questions')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Your city')
  await page.getByRole('combobox', { name: 'Answer' }).selectOption('choice')
  await page.getByLabel('Answers to choose from').fill('Pune\nNashik')
  await save.click()
  await expect(page.getByText('Say what the answer is for')).toBeVisible()
  await page.getByLabel('What the answer is for').fill('We post a book')
  await save.click()
  const stored = async () => (await shop.admin<{ checkout_questions: object[] }>('GET', '/settings')).checkout_questions
  await expect.poll(stored).toMatchObject([{ label: 'Your city', kind: 'choice', choices: ['Pune', 'Nashik'] }])
  await checkScreen(page, 'the settings of questions')
})

const COURSE = 'hindi-script-vault'

test('an unanswered age is named beside it, with the focus, and in no notice that goes away', {
  tag: '@phone',
}, async ({ page, shop }) => {
  await shop.admin('PUT', '/settings', { children: { ask: true } })
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  await payButton(page).click()
  const answer = page.getByRole('radio', { name: 'I am 18 or older' })
  await expect(answer).toBeFocused()
  await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(answer).toHaveAccessibleDescription('Choose whether you are 18 or older')
  await expect(toast(page, 'Choose whether you are 18 or older')).toHaveCount(0)
  await answer.check()
  await goToPayPage(page)
})

test('a question that loads only after the press gets the focus once the shop has refused the order', {
  tag: '@phone',
}, async ({ page, shop, guard }) => {
  guard.allow(/status of 409/)
  await shop.admin('PUT', '/settings', { children: { ask: true } })
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('Choose whether you are 18 or older')) await pressed
    await route.fulfill({ response, body })
  })
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  await payButton(page).click()
  await page.waitForResponse((answer) => answer.url().includes('/user/buy') && answer.status() === 409)
  release()
  const answer = page.getByRole('radio', { name: 'I am 18 or older' })
  await expect(answer).toBeFocused()
  await expect(answer).toHaveAccessibleDescription('Choose whether you are 18 or older')
  await answer.check()
  await goToPayPage(page)
})

test('a code that ended before the press is reported with both totals, beside no notice that it is applied', {
  tag: '@phone',
}, async ({ page, shop, guard }) => {
  guard.allow(/status of (409|422)/)
  await shop.admin('POST', '/promocodes/add?promocode=CLAY20&discount=20&expiry_date=2090-01-01')
  await startCheckout(page, COURSE)
  await fillDetails(page, newPerson())
  await page.getByText('Have a promo code?').click()
  await page.getByRole('textbox', { name: 'Promo code' }).fill('CLAY20')
  await page.getByRole('button', { name: 'Apply' }).click()
  const applied = toast(page, /^Promocode applied/)
  await expect(applied).toBeVisible()
  await applied.hover({ force: true })
  await shop.admin('PUT', '/promocodes/update_promocode/CLAY20', { expiry_date: '2020-01-01' })
  await payButton(page).click()
  const main = page.getByRole('main')
  await expect(main.getByText(/^Your total was ₹[\d.,]+\. It is now ₹[\d.,]+\.$/)).toBeVisible()
  await expect(main.getByText('Promocode has expired').first()).toBeVisible()
  await expect(applied).toHaveCount(0)
})

test('a checkout whose course is paid in another tab leads to the dashboard, not to an empty cart', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const student = await newAccount(shop, 'Two Tabs')
  await signIn(page, student)
  await startCheckout(page, COURSE)
  const other = await page.context().newPage()
  await other.goto('/checkout')
  await expect(payButton(other)).toBeVisible()
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await expect(other).toHaveURL('/dashboard')
  await expect(toast(other, 'Paid already. Your course is in your dashboard.')).toBeVisible()
})

test('the checkout of a shop with all its fields moves nothing while it opens and is filled in', {
  tag: '@phone',
}, async ({ page, shop, newCourse }) => {
  const course = await newCourse({ name: 'Weaving at home', price: 500 })
  await setTax(shop, {})
  await shop.admin('PUT', '/settings', {
    coins: { rupees: 1, at_most_percent: 50 },
    checkout_questions: [
      { question_id: 'city', label: 'Your city', kind: 'text', required: true, purpose: 'We send wool there.' },
    ],
    children: { ask: true },
  })
  await page.goto('/courses')
  await page.evaluate(({ course_id: id, name }) => {
    localStorage.setItem('cart', JSON.stringify([{ id, name, price: 500, banner: '', quantity: 1 }]))
  }, course)
  const moved = await watchMoves(page)
  await slowDown(page, 4)
  await page.goto('/checkout')
  await untilQuiet(page)
  await expect(page.getByRole('textbox', { name: 'Your city' })).toBeVisible()
  await fillDetails(page, newPerson())
  await stateField(page).selectOption('27')
  await page.getByRole('textbox', { name: 'Your city' }).fill('Nashik')
  await page.getByRole('radio', { name: 'I am 18 or older' }).check()
  await untilQuiet(page)
  expect(await moved()).toBeLessThan(0.01)
})

for (const who of ['a new buyer', 'a student'] as const)
  test(`the checkout of a course in parts moves nothing while ${who} opens it and chooses them`, {
    tag: '@phone',
  }, async ({ page, shop, newCourse }) => {
    const parts = { count: 3, every_days: 30, grace_days: 5 }
    const course = await newCourse({ name: 'Baking in parts', price: 3000, parts })
    if (who === 'a student') await signIn(page, await newAccount(shop, 'Patient Payer'))
    await startCheckout(page, course.course_id)
    await expect(payButton(page)).toBeVisible()
    const moved = await watchMoves(page)
    await slowDown(page, 6)
    await page.goto('/checkout')
    const inParts = page.getByRole('radio', { name: /^In 3 parts/ })
    await expect(inParts).toBeVisible()
    await untilQuiet(page)
    if (who === 'a new buyer') await fillDetails(page, newPerson())
    await inParts.check()
    await untilQuiet(page)
    expect(await moved()).toBeLessThan(0.02)
  })
