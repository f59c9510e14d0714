import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paidLesson } from '../lessons.ts'
import { newAccount, newPerson, ownedCourses, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail, toast } from '../steps.ts'

const getIt = (page: Page) => page.getByRole('button', { name: 'Get it free' }).first()

async function freeCourse(
  shop: Shop,
  make: (fields: Record<string, unknown>) => Promise<{ course_id: string; name: string }>,
) {
  const course = await make({ name: 'Reels in one evening', free: true, price: 0 })
  await paidLesson(shop, course.course_id, { title: 'The first reel' })
  return course
}

test('a free course is one press for a logged-in student, and the second press goes there', {
  tag: '@phone',
}, async ({ page, shop, newCourse }) => {
  const course = await freeCourse(shop, newCourse)
  await page.goto(`/courses?q=${encodeURIComponent(course.name)}`)
  await expect(page.getByRole('article').filter({ hasText: course.name })).toContainText('Free')
  await page.goto(`/course/${course.course_id}`)
  await expect(getIt(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/GST|money-back|₹|Hours/)
  await checkScreen(page, 'the page of a free course')
  const student = await newAccount(shop)
  await signIn(page, student)
  await page.goto(`/course/${course.course_id}`)
  await getIt(page).click()
  await expect(page).toHaveURL(new RegExp(`/learn/${course.course_id}`))
  await expect(page.getByRole('heading', { name: 'The first reel' })).toBeVisible()
  expect(await ownedCourses(shop, student.token)).toEqual([course.course_id])
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toContainText(course.name)
  await checkScreen(page, 'the dashboard with a free course')
  await page.goto(`/course/${course.course_id}`)
  await page.getByRole('link', { name: 'Go to course' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/learn/${course.course_id}`))
})

// In a plain run `free-courses/free-courses.test.ts` covers the same.
test('a visitor gets a free course by email, and news only by the box', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const course = await freeCourse(shop, newCourse)
  const { name, email } = newPerson()
  await page.goto(`/course/${course.course_id}`)
  await getIt(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Get it free' }).click()
  await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible()
  await checkScreen(page, 'the form of a free course')
  await dialog.getByRole('textbox', { name: /Name/ }).fill(name)
  await dialog.getByRole('textbox', { name: /Email/ }).fill(email)
  await dialog.getByRole('button', { name: 'Get it free' }).click()
  await expect(dialog.getByRole('status')).toContainText('We emailed you a link')

  const mail = (await awaitMail(shop, email, /Your course is open/)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /\/confirm\?kind=start#[\w.-]{20,}/.exec(mail)?.[0] ?? 'no link'
  await page.goto(link)
  await page.getByRole('button', { name: 'Start lesson 1' }).click()
  await expect(page).toHaveURL(/\/(?:dashboard|learn)/)
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toContainText(course.name)
  await page.goto(`/learn/${course.course_id}`)
  await expect(page.getByRole('heading', { name: 'The first reel' })).toBeVisible()
  expect(
    await shop.query(
      `select purpose from consents join users on users.id = consents.user_id where email = $1 and agreed`,
      [email],
    ),
  ).toEqual([])
})

test('a course that its owner makes free leaves the cart, and is one press away', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse, newVisitor, admin }) => {
  const freed = await newCourse({ name: 'Captions that sell', price: 300 })
  await paidLesson(shop, freed.course_id, { title: 'The first caption' })
  const stored = await newCourse({ name: 'Colours that stay', price: 200 })
  const buyer = await newVisitor()
  await buyer.goto('/courses')
  for (const { name } of [freed, stored]) {
    await buyer.getByRole('button', { name: `Add to cart: ${name}` }).click()
    await expect(toast(buyer, 'Added to cart')).toBeVisible()
  }

  await admin.open(`/admin?tab=editcourse&course_id=${freed.course_id}`)
  await page.getByRole('checkbox', { name: /^Free:/ }).check()
  await expect(page.getByLabel('Price (₹)')).toBeDisabled()
  await checkScreen(page, 'the price of a free course')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Course updated successfully').first()).toBeVisible()
  const shown = async () => (await shop.call('GET', `/go/courses/${freed.course_id}`)).body
  await expect.poll(shown).toMatchObject({ free: true, price: 0 })

  await buyer.goto('/cart')
  await expect(buyer.getByText(`${freed.name} is free now. Get it on its page.`)).toBeVisible()
  await expect(buyer.getByRole('list', { name: 'Courses in your cart' })).not.toContainText(freed.name)
  await expect(buyer.getByRole('list', { name: 'Courses in your cart' })).toContainText(stored.name)
  await checkScreen(buyer, 'a cart that a free course has left')
  await buyer.getByRole('button', { name: 'Get it free' }).click()
  await expect(buyer).toHaveURL(`/course/${freed.course_id}`)
  await expect(getIt(buyer)).toBeVisible()
})
