import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('a course sold for 12 months says so until it ends, and is bought again', {
  tag: ['@each-width'],
}, async ({ page, shop, newCourse, guard }) => {
  const { course_id, name } = await newCourse({ access_period: 'P12M', lifetime_access: 'true' })
  const student = await newAccount(shop, 'Kavya Rao')
  await signIn(page, student)
  await page.goto(`/course/${course_id}`)
  const offer = page.getByRole('complementary', { name: 'Price and offer' })
  await expect(offer).toContainText('12 months’ access')
  await expect(page.getByText('Lifetime access')).toHaveCount(0)
  await offer.getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Order summary' }).first()).toContainText('12 months’ access')
  await page.goto('/cart')
  await expect(page.getByRole('list', { name: 'Courses in your cart' })).toContainText('12 months’ access')
  await checkScreen(page, 'a cart with a course for 12 months')

  await buy(shop, student, [course_id])
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('12 months’ access')
  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('Access until')
  await checkScreen(page, 'a course with an end')

  await shop.query(`update enrolments set ends_at = now() - interval '1 day' where course_id = $1`, [course_id])
  await page.reload()
  await expect(card).toContainText('Access ended on')
  await checkScreen(page, 'a course that ended')
  // The player says what has ended, and leads to where it is bought again.
  guard.allow(/status of 403/)
  await page.goto(`/learn/${course_id}`)
  await expect(page).toHaveURL(`/course/${course_id}`)
  await expect(toast(page, /^Your access to this course ended on \d/)).toBeVisible()
  await page.goto('/dashboard')
  await card.getByRole('link', { name: /^Buy again/ }).click()
  await expect(page).toHaveURL(`/course/${course_id}`)
  await expect(offer.getByRole('button').first()).toBeVisible()
})
