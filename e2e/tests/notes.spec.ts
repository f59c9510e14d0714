import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { paidLesson } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

test('a student writes notes at their second, and keeps each once', { tag: '@each-width' }, async ({
  page,
  shop,
  newCourse,
  guard,
}) => {
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id)
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await serveLongLessons(page)
  await signIn(page, student)
  await page.goto(`/learn/${course_id}`)
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', /of 10 minutes/)
  await page.keyboard.press('5')
  const field = page.getByRole('textbox', { name: 'New note at 5:00' })
  await field.fill('Two lines at most')
  await page.keyboard.press('j')
  await expect(field).toHaveValue('Two lines at mostj')
  await page.keyboard.press('Backspace')

  // The shop has the note, and its answer is lost: it is sent again, also after a reload, and kept once.
  guard.allow(/Failed to load resource/)
  await page.route('**/api/user/notes', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const save = page.getByRole('button', { name: 'Save note' })
  await save.click()
  await expect(page.getByText(/^Not saved yet\./)).toBeVisible()
  await page.unroute('**/api/user/notes')
  await page.reload()
  await expect(field).toHaveValue('Two lines at most')
  await save.click()
  const notes = page.getByRole('list', { name: 'Notes of this lesson' }).getByRole('listitem')
  await expect(notes).toHaveCount(1)
  await expect(page.getByText('1 note in this course')).toBeVisible()
  await expect(page.getByText('Only you can see your notes.')).toBeVisible()
  await checkScreen(page, 'notes')

  await page.keyboard.press('Escape')
  await notes.getByRole('button', { name: 'Edit note at 5:00' }).click()
  await page.getByRole('textbox', { name: 'Change the note at 5:00' }).fill('Three lines')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes).toContainText('Three lines')
  await position.press('Home')
  await notes.getByRole('button', { name: 'Go to 5:00' }).click()
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my notes' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('- **5:00** Three lines')
  await notes.getByRole('button', { name: 'Delete note at 5:00' }).click()
  await notes.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(notes).toHaveCount(0)
})
