import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

test('a course sold for 12 months shows its end, expires, and can be bought again', {
  tag: ['@each-width', '@long'],
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

  const watch_link = 'https://example.com/a-lesson'
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: [{ title: 'Hooks', watch_link }],
  })
  const [lesson] = await shop.query<{ lesson_id: string }>('select lesson_id from lessons where course_id = $1', [
    course_id,
  ])
  await shop.call('POST', '/user/notes', {
    token: student.token,
    body: {
      course_id,
      lesson_id: lesson?.lesson_id,
      second: 4,
      text: 'Hook in the first second',
      key: 'a-note-of-an-access',
    },
  })
  // Shortly before the end, player and sales page show it, and a gift code requires a confirmation before it extends
  // the access.
  await shop.query(`update enrolments set ends_at = now() + interval '3 days' where course_id = $1`, [course_id])
  await page.goto(`/learn/${course_id}`)
  await expect(page.getByText(/^Yours until \d/)).toBeVisible()
  await checkScreen(page, 'a player whose access ends soon')
  await page.getByRole('link', { name: 'Buy again' }).click()
  await expect(offer).toContainText(/Yours until \d.*\. Buying again adds 12 months\./)
  const { order_id } = await buy(shop, await newAccount(shop, 'Meera Iyer'), [course_id, course_id])
  const [gift] = await shop.query<{ code: string }>('select code from gift_codes where order_id = $1', [order_id])
  await page.goto(`/gift#${gift?.code}`)
  await expect(page.getByText(/^You have this course until .* Use this code to extend it to /)).toBeVisible()
  await checkScreen(page, 'a gift code that extends an access')
  await page.getByRole('button', { name: 'Extend access' }).click()
  await expect(page.getByText(`${name} is yours now.`)).toBeVisible()
  await page.goto('/dashboard')

  await shop.query(`update enrolments set ends_at = now() - interval '1 day' where course_id = $1`, [course_id])
  await page.reload()
  await expect(card).toContainText('Access ended on')
  await checkScreen(page, 'a course that ended')
  // The player reports the end, shows the student's own notes, and links to the sales page.
  guard.allow(/status of 403/)
  await page.goto(`/learn/${course_id}`)
  await expect(page.getByRole('heading', { name: /^Your access to this course ended on \d/ })).toBeVisible()
  await expect(page.getByText('Hook in the first second')).toBeVisible()
  await checkScreen(page, 'a player whose access has ended')
  await page.getByRole('link', { name: 'Buy again' }).click()
  await expect(page).toHaveURL(`/course/${course_id}`)
  await expect(offer).toContainText(/Your access ended on \d/)
  await page.goto('/dashboard')
  await card.getByRole('link', { name: /^Buy again/ }).click()
  await expect(page).toHaveURL(`/course/${course_id}`)
  await expect(offer.getByRole('button').first()).toBeVisible()
})
