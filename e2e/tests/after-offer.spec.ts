import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, ownedCourses, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { fillDetails, goToPayPage, paidHeading, payButton, pressPay, startCheckout } from '../steps.ts'

type AddOffer = (method: string, path: string, body?: unknown) => Promise<{ offer_id: string }>

const addAfter = (admin: AddOffer, course_id: string, beside: string) =>
  admin('POST', '/offers', {
    course_id,
    place: 'after',
    price: 399,
    headline: 'Covers for these reels',
    text: '250 covers in the same niches.',
    with: [beside],
    active: true,
  })

test('a buyer takes the offer after paying, in a second order with everything filled in', {
  tag: ['@both', '@long'],
}, async ({ page, shop, newCourse }) => {
  const wanted = await newCourse({ name: 'Reels after dark', price: 499 })
  const added = await newCourse({ name: 'Covers after dark', price: 599 })
  const { offer_id } = await addAfter(shop.admin, added.course_id, wanted.course_id)
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto(`/course/${wanted.course_id}`)
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await expect(page.getByRole('checkbox', { name: /^Add / })).toHaveCount(0)
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  const offer = page.getByRole('complementary', { name: 'An offer with your order' })
  await expect(offer.getByText(/^Until \d{1,2}:\d\d\s[ap]m( today)?$/)).toBeVisible()
  await expect(offer).toContainText('Regular price ₹599.00')
  await checkScreen(page, 'paid, with an offer')
  // A press in another tab makes no other order.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Add it for ₹399.00' }).click()
  await other.waitForURL('**/sandbox/razorpay/pay/*')
  await other.close()
  await offer.getByRole('button', { name: 'Add it for ₹399.00' }).dblclick()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(added.name)
  await expect(page.getByRole('main')).toContainText('₹399.00')
  await expect(offer).toHaveCount(0)
  expect((await ownedCourses(shop, student.token)).toSorted()).toEqual([added.course_id, wanted.course_id].toSorted())
  const orders = await shop.query<{ status: string }>(
    `select status from orders where user_id = (select id from users where user_id = '${student.user_id}')`,
  )
  expect(orders).toEqual([{ status: 'paid' }, { status: 'paid' }])
  await shop.admin('DELETE', `/offers/${offer_id}`)
})

test('a buyer without a session sees it too, and a refused offer goes', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
  guard,
}) => {
  const wanted = await newCourse({ name: 'Reels at noon', price: 499 })
  const added = await newCourse({ name: 'Covers at noon', price: 599 })
  const { offer_id } = await addAfter(shop.admin, added.course_id, wanted.course_id)
  await startCheckout(page, wanted.course_id)
  await fillDetails(page, newPerson())
  await payButton(page).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await page.evaluate(() => localStorage.clear())
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  const offer = page.getByRole('complementary', { name: 'An offer with your order' })
  await expect(offer).toBeVisible()
  await checkScreen(page, 'paid without a session, with an offer')
  await shop.admin('DELETE', `/offers/${offer_id}`)
  guard.allow(/status of 409/)
  await offer.getByRole('button', { name: 'Add it for ₹399.00' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})
