import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, ownedCourses, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { goToPayPage, paidHeading, payButton, pressPay, sum } from '../steps.ts'

const addOffer = async (
  shop: { admin: <T>(method: string, path: string, body?: unknown) => Promise<T> },
  body: object,
): Promise<string> => {
  const { offer_id } = await shop.admin<{ offer_id: string }>('POST', '/offers', {
    headline: 'Made for this course',
    text: 'The exact setup of the lessons.',
    with: 'any',
    active: true,
    ...body,
  })
  return offer_id
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^Add ${name} for`) })

// In a plain run `sales/offers/offers.test.ts` covers the same.
test('an offer is one box at checkout, changes line, sum and pay bar, and its course is bought', {
  tag: ['@both', '@long'],
}, async ({ page, shop, newCourse }) => {
  const wanted = await newCourse({ name: 'Reels from a phone', price: 499 })
  const added = await newCourse({ name: 'Phone editing class', price: 299 })
  const offer_id = await addOffer(shop, { course_id: added.course_id, price: 149, with: [wanted.course_id] })
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto(`/course/${wanted.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page).toHaveURL('/checkout')
  const tick = box(page, added.name)
  await expect(tick).not.toBeChecked()
  await expect(sum(page, /^(To pay|Total)$/)).toHaveText('₹499.00')
  await checkScreen(page, 'a checkout with an offer')

  await tick.check()
  await expect(sum(page, /^(To pay|Total)$/)).toHaveText('₹648.00')
  // A phone folds the lines and counts them.
  const line = page.getByRole('listitem').filter({ hasText: added.name })
  await expect(page.getByText('2 courses').or(line).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'To pay: ₹648.00' })).toHaveCount(1)
  await checkScreen(page, 'a checkout with a ticked offer')
  await tick.uncheck()
  await expect(sum(page, /^(To pay|Total)$/)).toHaveText('₹499.00')
  await expect(page.getByText('2 courses')).toHaveCount(0)
  await tick.check()

  await goToPayPage(page)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toHaveText(/648/)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(added.name)
  expect((await ownedCourses(shop, student.token)).toSorted()).toEqual([added.course_id, wanted.course_id].toSorted())
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('main')).toContainText(added.name)
  await expect(page.getByRole('main')).toContainText('₹149.00')
  await expect(page.getByRole('main')).toContainText('₹648.00')
  await shop.admin('DELETE', `/offers/${offer_id}`)
})

test('an offer that ends while checkout is open says so, and the rest can be paid', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse, guard }) => {
  const wanted = await newCourse({ name: 'Writing hooks', price: 400 })
  const added = await newCourse({ name: 'Fifty hooks to take', price: 200 })
  const offer_id = await addOffer(shop, { course_id: added.course_id, price: 99, with: [wanted.course_id] })
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto(`/course/${wanted.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await box(page, added.name).check()
  await shop.admin('DELETE', `/offers/${offer_id}`)
  guard.allow(/status of 409/)
  await payButton(page).click()
  await expect(page.getByText('This offer has ended').first()).toBeVisible()
  await expect(box(page, added.name)).toHaveCount(0)
  await expect(sum(page, /^(To pay|Total)$/)).toHaveText('₹400.00')
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  expect(await ownedCourses(shop, student.token)).toEqual([wanted.course_id])
})

test('an offer of a course that the buyer owns is not shown', { tag: '@long' }, async ({ page, shop, newCourse }) => {
  const wanted = await newCourse({ name: 'Lighting at home', price: 400 })
  const added = await newCourse({ name: 'Sound at home', price: 200 })
  const offer_id = await addOffer(shop, { course_id: added.course_id, price: 99, with: [wanted.course_id] })
  const student = await newAccount(shop)
  await buy(shop, student, [added.course_id])
  await signIn(page, student)
  const requested = page.waitForResponse((answer) => answer.url().includes('/api/go/offers'))
  await page.goto(`/course/${wanted.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await requested
  await expect(sum(page, /^(To pay|Total)$/)).toHaveText('₹400.00')
  await expect(page.getByRole('checkbox', { name: /^Add / })).toHaveCount(0)
  await shop.admin('DELETE', `/offers/${offer_id}`)
})

test('an offer that was changed elsewhere is shown, and only the second press replaces what differs', {
  tag: '@long',
}, async ({ page, shop, newCourse, admin, guard }) => {
  guard.allow(/status of 409/)
  const { course_id, name } = await newCourse({ name: 'Knots for baskets', price: 300 })
  const offer_id = await addOffer(shop, { course_id, price: 149 })
  await admin.open('/admin?tab=offers')
  await page.getByRole('button', { name: `Change the offer of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  const price = dialog.getByRole('spinbutton', { name: /Price at checkout/ })
  const headline = dialog.getByRole('textbox', { name: /Headline/ })
  await price.fill('99')
  const other = { course_id, price: 189, headline: 'Words of somebody else', text: null, with: 'any', active: true }
  await shop.admin('PUT', `/offers/${offer_id}`, other)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText(/Another admin saved a change/)).toBeVisible()
  await expect(headline).toHaveValue('Words of somebody else')
  await expect(price).toHaveValue('99')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Offer updated').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('₹99.00')
  await expect(row).toContainText('Words of somebody else')
  await shop.admin('DELETE', `/offers/${offer_id}`)
})

test('an offer is added, changed and deleted in the console, with what it brought', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, newCourse, admin }) => {
  const wanted = await newCourse({ name: 'Weaving baskets', price: 400 })
  const added = await newCourse({ name: 'Dyeing baskets', price: 300 })
  await admin.open('/admin?tab=offers')
  await page.getByRole('button', { name: 'Add offer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /Course to add/ }).selectOption({ label: added.name })
  await dialog.getByRole('spinbutton', { name: /Price at checkout/ }).fill('350')
  await dialog.getByRole('textbox', { name: /Headline/ }).fill('Colours for your baskets')
  await expect(dialog.getByText(/₹300.00 on its own/)).toBeVisible()
  await checkScreen(page, 'the form of an offer')
  await dialog.getByRole('spinbutton', { name: /Price at checkout/ }).fill('149')
  await expect(dialog.getByText(`Add ${added.name} for ₹149.00`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add offer' }).click()
  await expect(page.getByText('Offer added').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: added.name })
  await expect(row).toContainText('₹149.00')
  await expect(row).toContainText('₹0.00')

  const [offer] = await shop.query<{ offer_id: string }>('select offer_id from offers order by offer_id desc limit 1')
  const student = await newAccount(shop)
  const { body } = await shop.call<{ payment_link: string }>(
    'POST',
    `/user/buy?user_id=${student.user_id}&offer=${offer?.offer_id}`,
    { token: student.token, body: [wanted.course_id] },
  )
  await shop.sandbox.pay(body.payment_link.split('/').at(-1) ?? '')
  await shop.sandbox.deliver()
  await page.reload()
  await expect(row.getByRole('cell').nth(5)).toContainText('1')
  await expect(row.getByRole('cell').nth(6)).toContainText('₹149.00')
  await checkScreen(page, 'the list of offers')

  await row.getByRole('button', { name: `Change the offer of ${added.name}` }).click()
  await dialog.getByRole('spinbutton', { name: /Price at checkout/ }).fill('199')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Offer updated').first()).toBeVisible()
  await expect(row).toContainText('₹199.00')
  await row.getByRole('button', { name: `Delete the offer of ${added.name}` }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Offer deleted').first()).toBeVisible()
  await expect(row).toHaveCount(0)
})
