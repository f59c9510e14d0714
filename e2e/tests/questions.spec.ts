import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('a student asks under a lesson, the owner answers in the inbox, and other students read it', {
  tag: ['@each-width', '@long'],
}, async ({ page, newVisitor, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'Hooks that hold', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const [kavya, other] = [await newAccount(shop, 'Kavya Rao'), await newAccount(shop)]
  for (const student of [kavya, other]) await buy(shop, student, [course_id])
  await signIn(page, kavya)
  await page.goto(`/learn/${course_id}`)
  await page.getByRole('tab', { name: 'Notes' }).focus()
  await page.keyboard.press('ArrowRight')
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill('Why three seconds?')
  await page.reload()
  await page.getByRole('tab', { name: 'Questions' }).click()
  await expect(field).toHaveValue('Why three seconds?')
  await page.getByLabel('Other students may see my first name (Kavya)').check()
  await page.getByRole('button', { name: 'Ask', exact: true }).dblclick({ delay: 50 })
  const lines = page.getByRole('list', { name: 'Questions under this lesson' }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText('Waiting for an answer')
  await expect(field).toHaveValue('')
  await checkScreen(page, 'questions under a lesson')

  // With counts on several kinds, the switch of the inbox is at its widest.
  const message = {
    name: 'Kavya Rao',
    email: 'kavya@example.com',
    subject: 'A question',
    message: 'When does it begin?',
  }
  await shop.call('POST', '/contact', { body: message })
  const owner = await newVisitor()
  await owner.goto('/admin?tab=inbox&kind=questions')
  await logInAdmin(owner, shop.owner)
  await owner
    .getByRole('link', { name: /Kavya Rao/ })
    .first()
    .click()
  const question = owner.getByRole('article', { name: 'Question of Kavya Rao' })
  await question.getByRole('textbox', { name: 'Your answer' }).fill('Because people decide by then.')
  await question.getByRole('checkbox', { name: /all students of the course, as asked by Kavya/ }).check()
  await checkScreen(owner, 'a question in the inbox')
  await question.getByRole('button', { name: 'Send answer' }).dblclick({ delay: 50 })
  await expect(toast(owner, 'Answer sent')).toBeVisible()
  await expect(question.getByText('All students see this')).toBeVisible()

  // The link in the answer's email.
  const reader = await newVisitor()
  await signIn(reader, other)
  await reader.goto(`/learn/${course_id}?panel=questions`)
  const shown = reader.getByRole('list', { name: 'Questions under this lesson' }).getByRole('listitem')
  await expect(shown).toContainText('Kavya,')
  await expect(shown).toContainText('Because people decide by then.')
  await page.bringToFront()
  await page.reload()
  await page.getByRole('tab', { name: 'Questions' }).click()
  await expect(lines).toContainText('Because people decide by then.')
  await lines.getByRole('button', { name: 'Delete question' }).dblclick({ delay: 50 })
  await expect(lines.getByRole('button', { name: 'Delete question' })).toBeVisible()
  await lines.getByRole('button', { name: 'Delete question' }).click()
  await lines.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect(lines.getByRole('button', { name: 'Delete question' })).toBeFocused()
  await lines.getByRole('button', { name: 'Delete question' }).press('Enter')
  await expect(lines.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await lines.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(lines).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Questions' })).toBeFocused()
})
