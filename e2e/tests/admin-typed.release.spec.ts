// Runs before a release: types during requests of the console.

import { expect, test } from '../fixtures.ts'
import { requestWork } from '../lessons.ts'
import { film, holdPieces, PATIENT } from '../media-library.ts'
import { buy, newAccount, newPerson } from '../people.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

test('input during the submission of an answer or a note stays, and the submitted text is cleared', async ({
  page,
  admin,
  shop,
}) => {
  const student = await newAccount(shop, 'Kavya Rao')
  const message = { name: student.name, email: student.email, subject: 'A question', message: 'When does it begin?' }
  const { body } = await shop.call<{ ticket_no: string }>('POST', '/contact', { body: message })
  await admin.open(`/admin?tab=inbox&ticket=${body.ticket_no}`)
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('On Monday.')
  const sent = await holdBack(page, `/admin/tickets/${body.ticket_no}/answer`, { times: 1 })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await answer.fill('At nine.')
  sent()
  await expect(toast(page, 'Answer sent')).toBeVisible()
  await expect(page.getByRole('article').getByText('On Monday.')).toBeVisible()
  await expect(answer).toHaveValue('At nine.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(answer).toHaveValue('')

  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const note = page.getByRole('textbox', { name: 'New note' })
  await note.fill('Asked by phone.')
  const saved = await holdBack(page, `/admin/students/${student.user_id}/notes`, { times: 1 })
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await note.fill('Call back on Monday.')
  saved()
  await expect(page.getByRole('listitem').filter({ hasText: 'Asked by phone.' })).toBeVisible()
  await expect(note).toHaveValue('Call back on Monday.')
})

test('typed feedback survives a newer submission of the student', async ({ page, shop, admin, newCourse, guard }) => {
  guard.allow(/status of 409/)
  const { course_id } = await newCourse()
  const lessonId = await requestWork(shop, course_id)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const handIn = (text: string) =>
    shop.call<{ hand_ins: { hand_in_id: string }[] }>('POST', `/user/assignments/${lessonId}/hand_in`, {
      token: student.token,
      body: { key: `${text} ${newPerson().email}`, text, file_id: null },
    })
  const first = await handIn('First try')
  const id = first.body.hand_ins[0]?.hand_in_id
  const { criteria } = await shop.admin<{ criteria: { criterion_id: string }[] }>('GET', `/hand_ins/${id}`)
  const marks = criteria.map(({ criterion_id }) => ({ criterion_id, given: 0 }))
  await shop.admin('PUT', `/hand_ins/${id}/mark`, { accepted: false, marks, feedback: 'Upright, please', seen: null })
  await admin.open(`/admin?tab=inbox&kind=work&status=done&work=${id}`)
  const work = page.getByRole('article', { name: 'Assignment of Meera Pillai' })
  await work.getByRole('textbox', { name: /Feedback/ }).fill('Upright, please, and with a hook')
  await handIn('Second try')
  await work.getByRole('button', { name: 'Ask to resubmit' }).click()
  await expect(work.getByText('Meera Pillai has submitted a newer version since.')).toBeVisible()
  await expect(work.getByText('Upright, please, and with a hook')).toBeVisible()
})

test('a lesson whose file arrives during a save is saved too, also after its screen was left', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'First', watch_link: 'https://video.example.com/1' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  type Lesson = { title: string; watch_link: string }
  const stored = async () => {
    const now = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)
    return now.content.map(({ title, watch_link }) => `${title} ${watch_link.split('/').at(-1)}`)
  }
  const title = page.getByLabel('Lesson 1, title')
  /** Types, adds a video, and presses Save; both the upload and the save are held. */
  const save = async (words: string, name: string) => {
    const arrive = await holdPieces(page, { all: true })
    await admin.choose(page, [await film(name, 1_000)], 'Upload videos')
    await expect(page.getByRole('group', { name: `Upload of ${name}` })).toBeVisible()
    await title.fill(words)
    const answer = await holdBack(page, `/admin/courses/add_content/${course_id}`, { times: 1 })
    await page.getByRole('button', { name: 'Save content' }).click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    return { arrive, answer }
  }
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const one = await save('First of all', 'Second.mp4')
  one.arrive()
  await expect(toast(page, 'Video uploaded successfully')).toBeVisible(PATIENT)
  one.answer()
  await expect.poll(stored, PATIENT).toEqual(['First of all 1', 'Second Second.mp4'])
  await expect(page.getByText('No changes yet.')).toBeVisible()

  const two = await save('First again', 'Third.mp4')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  two.arrive()
  two.answer()
  await expect.poll(stored, PATIENT).toEqual(['First again 1', 'Second Second.mp4', 'Third Third.mp4'])

  // Input after the save, while a saved video uploads, is not saved by itself.
  await page.goBack()
  await expect(title).toHaveValue('First again')
  const arrive = await holdPieces(page, { all: true })
  await admin.choose(page, [await film('Fourth.mp4', 1_000)], 'Upload videos')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(page.getByText('1 file is uploading.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save content' })).toBeVisible()
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/courses/add_content/')) saves += 1
  })
  await title.fill('Typed since')
  arrive()
  await expect(page.getByText('1 file is uploading.')).toBeHidden(PATIENT)
  await title.fill('Typed last')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect.poll(async () => (await stored()).at(-1), PATIENT).toBe('Fourth Fourth.mp4')
  expect((await stored())[0]).toBe('Typed last 1')
  expect(saves).toBe(1)
})
