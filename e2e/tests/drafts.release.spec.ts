// Runs before a release: what was typed, after crashes and ends of sessions.

import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { learner } from '../reviews.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

test('a message to the shop survives another page or a reload, until it is sent', async ({ page }) => {
  await page.goto('/contact')
  const message = page.getByRole('textbox', { name: 'Message' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await message.fill('When does the next course come?')
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
  await expect(page).toHaveURL(/\/courses/)
  await page.goBack()
  await expect(message).toHaveValue('When does the next course come?')
  await page.reload()
  await expect(message).toHaveValue('When does the next course come?')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha-kept@example.com')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/^We have your message/)).toBeVisible()
  await expect(message).toHaveValue('')
  await page.reload()
  await expect(message).toHaveValue('')
})

test('the reason for a refund request survives a reload, until it is sent or discarded', async ({ page, shop }) => {
  const student = await newAccount(shop, 'Meera Sample')
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  await page.goto('/dashboard/orders')
  const why = page.getByRole('textbox', { name: 'Why?' })
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await why.fill('Not what I was looking for')
  await page.reload()
  await expect(why).toHaveValue('Not what I was looking for')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(why).toHaveValue('')
  await why.fill('Too long for me')
  await page.getByRole('button', { name: /^Ask for ₹.* back$/ }).click()
  await expect(page.getByText(/^You asked for ₹.* back for .* on/)).toBeVisible()
})

test('input in the profile or the promo code during a submission stays', async ({ page, shop }) => {
  const student = await newAccount(shop, 'Ravi Kumar')
  await signIn(page, student)
  await page.goto('/dashboard/settings')
  const name = page.getByRole('textbox', { name: 'Full Name' })
  const phone = page.getByRole('textbox', { name: 'Phone Number' })
  await name.fill('Ravi K. Kumar')
  const saved = await holdBack(page, '/user/update_profile', { times: 1 })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await phone.fill('98')
  saved()
  await expect(toast(page, 'Profile updated')).toBeVisible()
  await expect(name).toHaveValue('Ravi K. Kumar')
  await expect(phone).toHaveValue('98')

  await page.goto('/courses')
  await page.getByRole('button', { name: 'Add to cart: Voice-over From Home' }).click()
  await page.goto('/cart')
  const code = page.getByRole('textbox', { name: 'Promo code' })
  await code.fill('NO-SUCH-CODE')
  const checked = await holdBack(page, '/go/check_promocode', { times: 1 })
  await code.press('Enter')
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeDisabled()
  await code.fill('ANOTHER')
  checked()
  await expect(toast(page, 'Invalid promocode')).toBeVisible()
  await expect(code).toHaveValue('ANOTHER')
})

test('deleting a review needs a confirmation', async ({ page, shop, newCourse }) => {
  const { course_id, name } = await newCourse()
  const content = [{ title: 'One', watch_link: 'https://video.example.com/1' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const student = await learner(shop, course_id, 'Meera Sample')
  const words = 'Short, and to the point'
  await shop.call('PUT', `/user/reviews/${course_id}`, {
    token: student.token,
    body: { stars: 4, text: words, show_name: false },
  })
  await signIn(page, student)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Review this course/ }).click()
  const review = page.getByRole('dialog', { name: `Review ${name}` })
  const question = page.getByRole('alertdialog', { name: 'Delete your review?' })
  await review.getByRole('button', { name: 'Delete review' }).click()
  await expect(question).toBeVisible()
  await checkScreen(page, 'the question before a review goes')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(review.getByRole('textbox', { name: 'Your review' })).toHaveValue(words)
  await review.getByRole('button', { name: 'Delete review' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await expect(toast(page, 'Review deleted')).toBeVisible()
  await expect(question).toBeHidden()
})
