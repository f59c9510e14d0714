import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { paidLesson } from '../lessons.ts'
import { newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail } from '../steps.ts'

// In a plain run `coming-soon/coming-soon-http.test.ts` covers the same.
test('a visitor of a course that is coming soon leaves an email, and cannot buy it', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const { course_id, name } = await newCourse({ name: 'Reels of next month', price: 99, coming_soon: true })
  await paidLesson(shop, course_id, { title: 'The first reel' })
  const { email } = newPerson()
  await page.goto(`/courses?q=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('Coming soon')
  await expect(card.getByRole('button')).toHaveCount(0)
  await card.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/₹|99\/-|Buy Now/)
  await checkScreen(page, 'the page of a course that is coming soon')
  await page.getByRole('button', { name: 'Email me once' }).click()
  await expect(page.getByText('Invalid email address').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me once' }).dblclick()
  await expect(page.getByText('We emailed you a link. Open it to join the list.')).toBeVisible()
  const mail = (await awaitMail(shop, email, /Confirm/)).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  await page.goto(/\/interest\?[\w=&-]+/.exec(mail)?.[0] ?? '')
  await page.getByRole('button', { name: 'Yes, email me once' }).click()
  await expect(page.getByRole('heading', { name: 'On the list' })).toBeVisible()
  expect(await shop.admin('GET', `/interest/${course_id}`)).toMatchObject({ waiting: 1 })
  await page.goto(`/checkout?course=${course_id}`)
  await expect(page).toHaveURL(`/course/${course_id}`)
  await page.goto(`/hi/course/${course_id}`)
  await expect(page.getByRole('heading', { name: hi('Coming soon') })).toBeVisible()
})

test('an owner sets a course to coming soon, and puts it on sale', { tag: '@long' }, async ({
  page,
  admin,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ name: 'Reels of next month' })
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Coming soon', { exact: true }).click()
  await page.getByRole('button', { name: 'Set to coming soon' }).click()
  await expect(page.getByText('0 people wait')).toBeVisible()
  await checkScreen(page, 'ways to sell with coming soon')
  await admin.open(`/admin?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy buy link' })).toHaveCount(0)
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Coming soon', { exact: true }).click()
  await page.getByRole('button', { name: 'Put on sale' }).click()
  await expect(page.getByRole('button', { name: 'Set to coming soon' })).toBeVisible()
})
