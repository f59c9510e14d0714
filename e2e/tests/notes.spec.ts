import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { type Lesson, paidLesson } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'

test('a student’s notes have their second, and are saved once each', { tag: ['@each-width', '@long'] }, async ({
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
  await page.getByRole('tab', { name: 'Notes' }).click()
  const field = page.getByRole('textbox', { name: 'New note at 5:00' })
  await field.fill('Two lines at most')
  await page.keyboard.press('j')
  await expect(field).toHaveValue('Two lines at mostj')
  await page.keyboard.press('Backspace')

  // The shop stores the note, but its answer is lost: the resend, also after a reload, creates no second one.
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
  const change = page.getByRole('textbox', { name: 'Change the note at 5:00' })
  await change.fill('Three lines')
  await page.getByRole('tab', { name: 'Questions' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(change).toHaveValue('Three lines')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes).toContainText('Three lines')
  // Focus stays at the note after a save, a cancel or a delete, not at the top of the page.
  await expect(notes.getByRole('button', { name: 'Edit note at 5:00' })).toBeFocused()
  // A double click does not confirm its own question.
  await notes.getByRole('button', { name: 'Delete note at 5:00' }).dblclick({ delay: 50 })
  await expect(notes.getByRole('button', { name: 'Delete note at 5:00' })).toBeVisible()
  await notes.getByRole('button', { name: 'Delete note at 5:00' }).press('Enter')
  await notes.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect(notes.getByRole('button', { name: 'Delete note at 5:00' })).toBeFocused()
  await position.press('Home')
  await notes.getByRole('button', { name: 'Go to 5:00' }).click()
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my notes' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('- **5:00** Three lines')
  await notes.getByRole('button', { name: 'Delete note at 5:00' }).click()
  await expect(notes.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await notes.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(notes).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Notes' })).toBeFocused()
})

test('a note is listed for the whole course, also if the list failed to load at first', { tag: '@long' }, async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const titles = ['Introduction', 'Introduction', 'In between']
  const content = titles.map((title) => ({ title, watch_link: 'https://example.com/lesson' }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const lessons = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  for (const [at, { lesson_id }] of lessons.content.entries()) {
    const body = { course_id, lesson_id, text: `Note ${at + 1}`, second: 1, key: `key of note ${at}` }
    await shop.call('POST', '/user/notes', { token: student.token, body })
  }
  await signIn(page, student)
  guard.allow(/status of 502/)
  const repair = await answerInstead(page, `/user/courses/notes/${course_id}`, 'a page')
  await page.goto(`/learn/${course_id}?lesson=${lessons.content[2]?.lesson_id}`)
  await expect(page.getByText('Your notes could not be loaded.')).toBeVisible()
  await repair()
  await page.getByRole('textbox', { name: 'New note' }).fill('Note 4')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('4 notes in this course')).toBeVisible()
  const notes = page.getByText(/^Note \d$/)
  await expect(notes).toHaveText(['Note 3', 'Note 4'])

  // Two lessons share a title, and the notes of other lessons hide again.
  const all = page.getByRole('button', { name: 'All lessons' })
  await all.click()
  await expect(notes).toHaveText(['Note 1', 'Note 2', 'Note 3', 'Note 4'])
  await all.click()
  await expect(notes).toHaveText(['Note 3', 'Note 4'])
})

test('opening a lesson with a note or a question leaves the film in view and the focus alone', {
  tag: '@long',
}, async ({ page, shop, newCourse }) => {
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id)
  const lessons = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
  const lesson_id = lessons.content[0]?.lesson_id ?? ''
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const { token } = student
  const note = { course_id, lesson_id, text: 'Two lines at most', second: 1, key: 'key of the note' }
  expect((await shop.call('POST', '/user/notes', { token, body: note })).status).toBe(200)
  const question = { course_id, lesson_id, text: 'Why three seconds?', key: 'key of the question' }
  expect((await shop.call('POST', '/user/questions', { token, body: question })).status).toBe(200)
  await signIn(page, student)
  for (const [panel, text] of Object.entries({ notes: note.text, questions: question.text })) {
    await page.goto(`/learn/${course_id}?lesson=${lesson_id}&panel=${panel}`)
    await expect(page.getByText(text)).toBeVisible()
    const seen = await page.evaluate(() => [window.scrollY, document.activeElement?.getAttribute('role')])
    expect(seen, panel).toEqual([0, null])
  }
})
