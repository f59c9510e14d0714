import { expect, test } from '../fixtures.ts'
import { signIn } from '../people.ts'
import { learner, review } from '../reviews.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// In a plain run `reviews/reviews-http.test.ts` covers the same.
test('a student reviews a course, and visitors see reviews from the third on', { tag: '@long' }, async ({
  page,
  newVisitor,
  newCourse,
  shop,
}) => {
  const { course_id, name } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await review(shop, course_id, 5, 'Clear and short.')
  await review(shop, course_id, 4, 'I wish there were more examples.')
  const visitor = await newVisitor()
  await visitor.goto(`/course/${course_id}`)
  await expect(visitor.getByRole('heading', { name: 'Reviews from students' })).toHaveCount(0)

  await signIn(page, await learner(shop, course_id, 'Kavya Rao'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Review this course/ }).click()
  const dialog = page.getByRole('dialog', { name: `Review ${name}` })
  await dialog.getByRole('button', { name: 'Post review' }).click()
  await expect(dialog.getByText('Choose 1 to 5 stars')).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  // Five outlines before a rating, filled up to the star under the pointer.
  const star = (at: number) => dialog.locator('label:has([type=radio]) path').nth(at)
  await expect(star(4)).toHaveCSS('stroke', 'rgb(184, 114, 0)')
  await expect(star(4)).toHaveCSS('fill', 'none')
  await dialog.getByTitle('Good', { exact: true }).hover()
  await expect(star(2)).toHaveCSS('fill', 'rgb(184, 114, 0)')
  await expect(star(3)).toHaveCSS('fill', 'none')
  await dialog.getByRole('radio', { name: '3 of 5: Good' }).check({ force: true })
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('textbox', { name: 'Your review' }).fill('Posted 22 reels in the first month.')
  await dialog.getByLabel('Show my first name (Kavya)').check()
  await checkScreen(page, 'writing a review')
  await dialog.getByRole('button', { name: 'Post review' }).dblclick({ delay: 50 })
  await expect(toast(page, 'Review saved')).toBeVisible()

  await visitor.reload()
  const section = visitor.getByRole('region', { name: 'Reviews from students' })
  await expect(section.getByText('3 verified reviews')).toBeVisible()
  await expect(section.getByRole('listitem').filter({ hasText: 'Kavya' })).toContainText('Posted 22 reels')
  expect(await visitor.content()).toContain('"aggregateRating"')
  await checkScreen(visitor, 'reviews of a course')
})
