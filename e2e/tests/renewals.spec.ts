import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { paidHeading, pressPay } from '../steps.ts'

// In a plain run `sales/renewals/renewals-http.test.ts` covers the same.
test('a student renews a course whose access ends soon', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ access_period: 'P12M', price: 3000, renew_price: 900 })
  const student = await newAccount(shop, 'Kavya Rao')
  await buy(shop, student, [course_id])
  await shop.query(
    `update enrolments set ends_at = now() + interval '9 days', granted_at = granted_at - interval '356 days' where course_id = $1`,
    [course_id],
  )
  await signIn(page, student)
  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: name })
  await card.getByRole('link', { name: /^Renew/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew your course' })
  await expect(dialog).toContainText('Renewed, it is yours until')
  await checkScreen(page, 'a renewal')
  await dialog.getByRole('button', { name: 'Renew for ₹900.00' }).dblclick()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(card.getByRole('link', { name: /^Renew/ })).toHaveCount(0)

  // After the time to renew there is the sales page; and the same in Hindi.
  await shop.query(
    `update enrolments set ends_at = now() - interval '40 days', given_until = now() - interval '40 days' where course_id = $1 and not continued`,
    [course_id],
  )
  await page.goto(`/hi/dashboard?renew=${course_id}`)
  await expect(page.getByText(hi('It can no longer be renewed. You can buy the course again.'))).toBeVisible()
  await checkScreen(page, 'a renewal that comes too late')
})

test('the owner sets the price of a renewal', { tag: '@long' }, async ({ page, admin, newCourse }) => {
  const { course_id } = await newCourse({ access_period: 'P12M', price: 3000 })
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Renewal', { exact: true }).click()
  await page.getByLabel(/^Price of a renewal/).fill('900')
  await checkScreen(page, 'the form of a renewal')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A renewal costs ₹900.00')).toBeVisible()
})
