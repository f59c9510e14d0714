// Runs before a release: types during requests of the store.

import { expect, test } from '../fixtures.ts'
import { requestWork } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { learner } from '../reviews.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

test('a review survives Escape and a save that fails behind it', async ({ page, newCourse, shop }) => {
  const { course_id, name } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await signIn(page, await learner(shop, course_id, 'Kavya Rao'))
  await page.goto('/dashboard')
  const open = () => page.getByRole('button', { name: /^Review this course/ }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: `Review ${name}` })
  const words = dialog.getByRole('textbox', { name: 'Your review' })
  await dialog.getByRole('radio', { name: '4 of 5: Very good' }).check({ force: true })
  await words.fill('Long and careful words.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await expect(words).toHaveValue('Long and careful words.')

  // The dialog closes during the save, whose answer is lost.
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  const path = `**/api/user/reviews/${course_id}`
  await page.route(path, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await lost
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Post review' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  lose()
  await expect(toast(page, 'Your review was not saved. Please try again.')).toBeVisible()
  await page.unroute(path)
  await open()
  await expect(words).toHaveValue('Long and careful words.')
  await dialog.getByRole('button', { name: 'Post review' }).click()
  await expect(toast(page, 'Review saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByRole('button', { name: 'Save review' })).toBeVisible()
  await expect(words).toHaveValue('Long and careful words.')
})

test('input during the submission of an assignment, a note or a question stays, and so does a withdrawn submission', async ({
  page,
  newCourse,
  shop,
}) => {
  const { course_id } = await newCourse()
  const lessonId = await requestWork(shop, course_id)
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  await page.goto(`/learn/${course_id}/work?lesson=${lessonId}`)
  const work = page.getByRole('textbox', { name: 'Your work' })
  await work.fill('My first try')
  const sent = await holdBack(page, `/user/assignments/${lessonId}/hand_in`, { times: 1 })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  await work.fill('A better thought')
  sent()
  await expect(page.getByRole('heading', { name: 'Submitted' })).toBeFocused()
  // The shop has deleted it, but the answer is lost.
  await page.route('**/hand_in/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText(/^It could not be withdrawn\./)).toBeVisible()
  await page.reload()
  await expect(work).toHaveValue('My first try\n\nA better thought')

  const lesson = { course_id, lesson_id: lessonId }
  const body = { ...lesson, text: 'Two lines', second: null, key: `key of ${student.phone}` }
  const { body: stored } = await shop.call<{ note_id: string }>('POST', '/user/notes', { token: student.token, body })
  await page.goto(`/learn/${course_id}?lesson=${lessonId}`)
  const notes = page.getByRole('list', { name: 'Notes of this lesson' })
  await notes.getByRole('button', { name: 'Edit note' }).click()
  const note = notes.getByRole('textbox', { name: 'Change the note' })
  await note.fill('Three lines')
  const saved = await holdBack(page, `/user/notes/${stored.note_id}`, { times: 1 })
  await notes.getByRole('button', { name: 'Save note' }).click()
  await note.fill('Four lines')
  const answered = page.waitForResponse('**/api/user/notes/*')
  saved()
  await answered
  await expect(note).toHaveValue('Four lines')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(note).toBeHidden()
  await expect(notes).toContainText('Four lines')

  await page.goto(`/learn/${course_id}?lesson=${lessonId}&panel=questions`)
  const question = page.getByRole('textbox', { name: 'Your question' })
  await question.fill('How long?')
  const requested = await holdBack(page, '/user/questions', { times: 1 })
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await question.fill('How wide?')
  requested()
  const questions = page.getByRole('list', { name: 'Questions under this lesson' })
  await expect(questions).toContainText('How long?')
  await page.reload()
  await expect(question).toHaveValue('How wide?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(questions).toContainText('How wide?')
  await expect(questions).toContainText('How long?')
})

test('input during the submission of a message stays', async ({ page }) => {
  await page.goto('/contact')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  for (const [name, value] of [
    ['Name', 'Asha'],
    ['Email', 'asha@example.com'],
    ['Subject', 'A question'],
    ['Message', 'When does the next course come?'],
  ] as const) {
    await field(name).fill(value)
  }
  const sent = await holdBack(page, '/contact', { times: 1 })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await field('Message').fill('And what does it cost?')
  sent()
  await expect(page.getByText(/^We have your message/)).toBeVisible()
  await expect(field('Message')).toHaveValue('And what does it cost?')
})
