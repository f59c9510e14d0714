import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { findInMails, goToPayPage, payButton, startCheckout } from '../steps.ts'

test.afterEach(async ({ shop }) => {
  await shop.admin('PUT', '/settings', { children: { ask: false } })
})

test('a child reads the notice at checkout, names a parent, and buys once the parent consented', {
  tag: '@phone',
}, async ({ page, shop, newCourse, guard }) => {
  guard.allow(/status of 409/)
  const course = await newCourse({ name: 'Clay for children', price: 500 })
  const student = await newAccount(shop, 'Young Student')
  await signIn(page, student)
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByText('Are you 18 or older?'), 'off: no trace').toHaveCount(0)

  await shop.admin('PUT', '/settings', { children: { ask: true } })
  await page.reload()
  await expect(page.getByText('Are you 18 or older?')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose whether you are 18 or older' })).toBeVisible()
  await page.getByRole('radio', { name: 'I am under 18' }).check()
  await page.getByLabel('Month in which you turn 18').fill(`${new Date().getFullYear() + 2}-06`)
  await page.getByRole('textbox', { name: 'Name of a parent' }).fill('Meena Rao')
  const parent = `parent.of.the.young.student.${student.user_id}@example.com`.toLowerCase()
  await page.getByRole('textbox', { name: 'Email of a parent' }).fill(parent)
  await checkScreen(page, 'a checkout that asks for a parent')
  await payButton(page).click()
  await expect(page.getByText('Your parent has to consent first')).toBeVisible()
  await checkScreen(page, 'a checkout that waits for a parent')

  const link = () => findInMails(shop, parent, /(\/parent\?t=[\w-]+)/)
  await expect.poll(link, { timeout: 15_000 }).toMatch(/parent/)
  await page.goto(await link())
  await checkScreen(page, 'the page of a parent')
  await page.getByRole('button', { name: 'I am the parent, and I consent' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await page.goto('/checkout')
  await page.getByRole('link', { name: 'Read our privacy notice' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy notice' })).toBeVisible()
  await expect(page.getByText('If you are under 18')).toBeVisible()
  await checkScreen(page, 'the privacy notice')
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  await goToPayPage(page)
})

test('a buyer under 18 reads that a parent buys for them, and sees no offer', { tag: '@phone' }, async ({
  page,
  shop,
  newCourse,
}) => {
  await shop.admin('PUT', '/settings', { children: { ask: true } })
  const added = await newCourse({ name: 'Phone editing class', price: 299 })
  const { offer_id } = await shop.admin<{ offer_id: string }>('POST', '/offers', {
    course_id: added.course_id,
    price: 149,
    headline: 'Made for this course',
    text: null,
    with: 'any',
    active: true,
  })
  await startCheckout(page, 'hindi-script-vault')
  const offer = page.getByRole('checkbox', { name: /^Add Phone editing class for/ })
  await offer.check()
  await page.getByRole('radio', { name: 'I am under 18' }).check()
  await expect(page.getByText(/^Below 18 a parent buys for you/)).toBeVisible()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('Phone editing class'), 'nor in the cart').toHaveCount(0)
  await page.getByRole('radio', { name: 'I am 18 or older' }).check()
  await expect(offer).toBeVisible()
  await shop.admin('DELETE', `/offers/${offer_id}`)
})
