import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { goToPayPage, payButton, startCheckout } from '../steps.ts'

test.afterEach(async ({ shop }) => {
  await shop.admin('PUT', '/settings', { children: { ask: false } })
})

test('a student under 18 reads at checkout that a parent buys, and an adult buys once they answered', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse, guard }) => {
  guard.allow(/status of 409/)
  const course = await newCourse({ name: 'Clay for children', price: 500 })
  await signIn(page, await newAccount(shop, 'Young Student'))
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
  await expect(page.getByText(/^Below 18 a parent buys/)).toBeVisible()
  await checkScreen(page, 'a checkout that sends to a parent')
  const refused = page.waitForResponse((answer) => answer.url().includes('/api/user/buy'))
  await payButton(page).click()
  expect((await refused).status()).toBe(409)

  await page.getByRole('link', { name: 'Read our privacy notice' }).click()
  await expect(page.getByText('Your answer whether you are 18 or older')).toBeVisible()
  await checkScreen(page, 'the privacy notice')
  await page.goto('/checkout')
  await page.getByRole('radio', { name: 'I am 18 or older' }).check()
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
  await expect(page.getByText(/^Below 18 a parent buys/)).toBeVisible()
  await expect(offer).toHaveCount(0)
  await expect(page.getByText('Phone editing class'), 'nor in the cart').toHaveCount(0)
  await page.getByRole('radio', { name: 'I am 18 or older' }).check()
  await expect(offer).toBeVisible()
  await shop.admin('DELETE', `/offers/${offer_id}`)
})
