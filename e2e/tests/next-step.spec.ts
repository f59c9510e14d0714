import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { paidLesson } from '../lessons.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail, fillDetails, goToPayPage, paidHeading, pressPay, startCheckout } from '../steps.ts'

const URL = 'https://chat.whatsapp.com/ABCDEF'
const step = { text: 'Ritu answers there on weekdays.', url: URL }

// In a plain run `next-step/next-steps-http.test.ts` covers the same.
test('a buyer has the next step on the paid page, in the receipt and on the dashboard', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Reels with a group', price: 99, next_step: step })
  await paidLesson(shop, course_id, { title: 'The first reel' })
  await page.goto(`/course/${course_id}`)
  expect(await page.content()).not.toContain('ABCDEF')
  const buyer = newPerson()
  await startCheckout(page, course_id)
  await fillDetails(page, buyer)
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  const link = page.getByRole('link', { name: 'Join the WhatsApp group' })
  await expect(link).toHaveAttribute('href', URL)
  await checkScreen(page, 'the paid page with a next step')
  const mail = await awaitMail(shop, buyer.email, /receipt/)
  expect(mail.replaceAll(/=\r?\n/g, '')).toContain(URL)
  await page.goto('/dashboard')
  await expect(link).toBeVisible()
  await checkScreen(page, 'the dashboard with a next step')
  await page.getByRole('button', { name: 'Done already' }).dblclick()
  await expect(link).toBeHidden()
  await page.getByText('Links of your courses').click()
  await expect(link).toBeVisible()
  expect(await shop.admin('GET', `/next_step/${course_id}`)).toMatchObject({ pressed: 1, students: 1 })
  await page.goto('/hi/dashboard')
  await page.getByText(hi('Links of your courses')).click()
  await expect(page.getByRole('link', { name: hi('Join the WhatsApp group') })).toBeVisible()
})

test('an owner sets the next step, sees its count, and takes it away without a trace', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Reels with a group' })
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Next step after paying').click()
  await page.getByRole('textbox', { name: 'What to do' }).fill(step.text)
  await page.getByRole('textbox', { name: 'Link' }).fill('http://t.me/x')
  await page.getByRole('button', { name: 'Save next step' }).click()
  await expect(page.getByText('Must be a link that begins with https://').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Link' }).fill(URL)
  await page.getByRole('button', { name: 'Save next step' }).click()
  await expect(page.getByText('Opened by 0 of 0 students')).toBeVisible()
  await checkScreen(page, 'ways to sell')
  expect(await shop.admin('GET', `/courses/get_course/${course_id}`)).toMatchObject({ next_step: step })
  await page.getByRole('button', { name: 'Remove next step' }).click()
  await expect(page.getByText('Opened by')).toHaveCount(0)
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto('/dashboard')
  await expect(page.getByText('Your next step')).toHaveCount(0)
})
