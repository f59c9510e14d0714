import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { pdfOf } from '../../server/test/archives.ts'
import { expect, test } from '../fixtures.ts'
import { requestWork } from '../lessons.ts'
import { buy, newAccount, type Person, signIn } from '../people.ts'
import { checkLook, checkScreen, expectAbove } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('an owner adds an assignment', { tag: ['@phone', '@long'] }, async ({ page, shop, admin, newCourse }) => {
  const { course_id } = await newCourse()
  const watch_link = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'
  const content = [
    { title: 'Your first reel', kind: 'assignment', watch_link: '' },
    { title: 'Go on', watch_link },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })

  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('link', { name: 'Write assignment of lesson 1' }).click()
  await expect(page.getByRole('heading', { name: 'Your first reel', exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Cut a reel of 15 seconds.')
  await page.getByRole('button', { name: 'Save assignment' }).click()
  await expect(page.getByText('Please write the criterion')).toBeVisible()
  await checkScreen(page, 'an assignment with a problem')
  await page.getByRole('textbox', { name: 'Criterion 1', exact: true }).fill('The first two seconds hold')
  await page.getByRole('textbox', { name: 'Points of criterion 1' }).fill('10')
  await page.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByRole('textbox', { name: 'Criterion 2', exact: true }).fill('It is upright')
  await page.getByRole('textbox', { name: 'Due after days' }).fill('7')
  await page.getByRole('checkbox', { name: 'Later lessons open only when the assignment is accepted' }).check()
  await page.getByRole('button', { name: 'Save assignment' }).click()
  await expect(toast(page, 'Assignment saved')).toBeVisible()
})

test(
  "an assignment's upload continues after a reload from where the network broke",
  {
    tag: ['@both', '@long'],
  },
  async ({ shop, guard, newCourse, newVisitor }, info) => {
    guard.allow(/ERR_FAILED|Failed to load resource/)
    const { course_id } = await newCourse()
    await requestWork(shop, course_id)
    const student = await newAccount(shop, 'Meera Pillai')
    await buy(shop, student, [course_id])
    const learner = await newVisitor()
    await signIn(learner, student)
    const path = info.outputPath('My long reel.pdf')
    await writeFile(path, pdfOf('%'.repeat(9_000_000)))
    const offsets: string[] = []
    let broken = true
    await learner.route('**/api/user/uploads/*', (route) => {
      const offset = route.request().headers()['upload-offset']
      if (offset !== undefined) offsets.push(offset)
      return broken && offset !== undefined && offset !== '0' ? route.abort() : route.continue()
    })
    await learner.goto(`/learn/${course_id}`)
    await learner.getByRole('link', { name: 'Open assignment' }).click()
    const form = learner.getByRole('form', { name: 'Submit your work' })
    await form.getByLabel('File').setInputFiles(path)
    await expect(form.getByRole('progressbar', { name: 'Sending the file…' })).toHaveAttribute('aria-valuenow', /^9\d$/)
    await checkScreen(learner, 'homework on its way')
    await learner.reload()
    await expect(form.getByText('My long reel.pdf did not arrive completely.')).toBeVisible()
    broken = false
    offsets.length = 0
    await form.getByLabel('File').setInputFiles(path)
    await expect(form.getByRole('link', { name: 'My long reel.pdf' })).toBeVisible()
    expect(offsets).toEqual([String(8 * 1024 * 1024)])
    await expect(form.getByText('did not arrive completely')).toBeHidden()
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(learner.getByRole('heading', { name: 'Submitted' })).toBeVisible()
  },
)

test('a student submits an assignment', {
  tag: '@phone',
}, async ({ shop, guard, newCourse, newVisitor }) => {
  // A file of the wrong type.
  guard.allow(/status of 415/)
  const { course_id } = await newCourse()
  await requestWork(shop, course_id)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}`)
  const lessons = learner.getByRole('navigation', { name: 'Lessons' })
  await lessons.getByRole('button', { name: /Go on/ }).click()
  await expect(
    learner.getByText('This lesson opens when your assignment in ‘Your first reel’ is accepted.'),
  ).toBeVisible()
  await lessons.getByRole('button', { name: /Your first reel/ }).click()
  const requested = learner.getByRole('region', { name: 'Assignment' })
  await expectAbove(learner.getByRole('heading', { level: 1, name: 'Your first reel' }), requested)
  await checkLook(learner, 'a lesson that is an assignment')
  await requested.getByRole('link', { name: 'Open assignment' }).click()
  await expect(learner.getByRole('heading', { name: 'Your first reel', level: 1 })).toBeVisible()
  const form = learner.getByRole('form', { name: 'Submit your work' })
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Write something or choose a file')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Your work' })).toBeFocused()
  // The shop's own message; the browser's would be in the browser's language.
  await expect(form.getByText('Choose a file', { exact: true })).toBeVisible()
  await form
    .getByLabel('File')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') })
  await expect(form.getByText('Please upload a valid PDF file')).toBeVisible()
  await form.getByLabel('File').setInputFiles({ name: 'My reel.pdf', mimeType: 'application/pdf', buffer: pdfOf() })
  await expect(form.getByRole('link', { name: 'My reel.pdf' })).toBeVisible()
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(form.getByLabel('File')).toBeFocused()
  await expect(form.getByRole('link', { name: 'My reel.pdf' })).toBeHidden()
  await form.getByLabel('File').setInputFiles({ name: 'My reel 2.pdf', mimeType: 'application/pdf', buffer: pdfOf() })
  await expect(form.getByRole('link', { name: 'My reel 2.pdf' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Your work' }).fill('My first try')
  // The submission and the draft survive a reload.
  await learner.reload()
  await expect(form.getByRole('textbox', { name: 'Your work' })).toHaveValue('My first try')
  await checkLook(learner, 'an assignment')
  await expect(form.getByText('Write here, choose a file, or both.')).toBeVisible()
  await expect(learner.getByText(/^Due \d/)).toBeVisible()
  // The shop's time decides, regardless of this phone's clock: the course was bought eight days ago.
  await shop.query(`update enrolments set granted_at = granted_at - interval '8 days' where course_id = $1`, [
    course_id,
  ])
  await learner.reload()
  await expect(learner.getByText(/^It was due on .* You can still submit it\./)).toBeVisible()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(learner.getByRole('heading', { name: 'Submitted' })).toBeFocused()
  // Withdrawn text and file return to the form, to be submitted again.
  await learner.getByRole('button', { name: 'Withdraw' }).click()
  await expect(form.getByRole('textbox', { name: 'Your work' })).toHaveValue('My first try')
  await expect(form.getByRole('link', { name: 'My reel 2.pdf' })).toBeVisible()
  await checkLook(learner, 'work that was taken back')
  await form.getByRole('button', { name: 'Submit' }).click()
  const sent = learner.getByRole('heading', { name: 'Submitted' })
  await expect(sent).toBeFocused()
  await expect(learner.getByRole('link', { name: 'My reel 2.pdf' })).toBeVisible()
})

/**
 * Opens the submission with this text in the inbox. Submissions remain there after their course is deleted, so each
 * text is unique to a student.
 */
async function openWork(page: Page, { name }: Person, text: string): Promise<Locator> {
  await page.getByRole('list', { name: 'Assignments' }).getByRole('link', { name: text }).click()
  const work = page.getByRole('article', { name: `Assignment of ${name}` })
  await expect(work.getByText(text)).toBeVisible()
  return work
}

test('an owner requests another attempt', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const lessonId = await requestWork(shop, course_id)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}/work?lesson=${lessonId}`)
  const form = learner.getByRole('form', { name: 'Submit your work' })
  const buffer = Buffer.from('Item,Price\nCamera,"=HYPERLINK(""https://a.example"",""Sum"")"\n')
  await form.getByLabel('File').setInputFiles({ name: 'My budget.csv', mimeType: 'text/csv', buffer })
  await expect(form.getByRole('link', { name: 'My budget.csv' })).toBeVisible()
  const text = `First try of ${student.phone}`
  await form.getByRole('textbox', { name: 'Your work' }).fill(text)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(learner.getByRole('heading', { name: 'Submitted' })).toBeFocused()

  await admin.open('/admin?tab=inbox&kind=work')
  const work = await openWork(page, student, text)
  await expect(work.getByRole('link', { name: 'Open the file' })).toBeVisible()
  await expect(work.getByText(/^Holds formulas\. A spreadsheet may open other sites/)).toBeVisible()
  await work.getByRole('button', { name: 'Ask to resubmit' }).click()
  await expect(work.getByText('Please say what to do better')).toBeVisible()
  await expect(work.getByRole('textbox', { name: /Feedback/ })).toBeFocused()
  await work.getByRole('button', { name: 'Accept the assignment' }).click()
  await expect(work.getByText('Mark each criterion, none above its points.')).toBeVisible()
  await checkLook(page, 'work that waits')
  await work.getByRole('combobox', { name: 'It is upright' }).selectOption('Not met')
  await work.getByRole('textbox', { name: /Feedback/ }).fill('Hold the phone upright.')
  await work.getByRole('textbox', { name: 'Days to resubmit' }).fill('3')
  await work.getByRole('button', { name: 'Ask to resubmit' }).click()
  await expect(toast(page, 'Asked to resubmit')).toBeVisible()

  await learner.goto(`/learn/${course_id}?lesson=${lessonId}`)
  const requested = learner.getByRole('region', { name: 'Assignment' })
  await expect(requested.getByText('Please try again')).toBeVisible()
  await expect(requested.getByText(/submit your work again by/)).toBeVisible()
  await checkLook(learner, 'a lesson whose work is to be handed in again')
  await requested.getByRole('link', { name: 'Open assignment' }).click()
  await expect(learner.getByRole('heading', { name: 'Please try again' })).toBeVisible()
  await expect(learner.getByText(/^Due \d/)).toBeVisible()
  await expect(learner.getByText('Hold the phone upright.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible()
})

test('an accepted submission opens the next lesson', {
  tag: '@phone',
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const lessonId = await requestWork(shop, course_id)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const text = `Upright now, ${student.phone}`
  const body = { key: `key-of-${student.phone}`, text, file_id: null }
  const sent = await shop.call('POST', `/user/assignments/${lessonId}/hand_in`, { token: student.token, body })
  expect(sent.status).toBe(200)

  // The inbox opens on the list that waits for the owner.
  const { open } = await shop.admin<{ open: number }>('GET', '/tickets')
  const { waiting } = await shop.admin<{ waiting: number }>('GET', '/questions')
  const first = open > 0 ? 'Messages' : waiting > 0 ? 'Questions' : 'Assignments'
  await admin.open('/admin?tab=inbox')
  await expect(page.getByRole('radio', { name: new RegExp(`^${first}`) })).toBeChecked()
  await page.getByText(/^Assignments \(\d+\)$/).click()
  const work = await openWork(page, student, text)
  await work.getByRole('textbox', { name: 'The first two seconds hold, of 10' }).fill('9')
  await work.getByRole('combobox', { name: 'It is upright' }).selectOption('Met')
  await work.getByRole('button', { name: 'Accept the assignment' }).click()
  await expect(toast(page, 'Assignment accepted')).toBeVisible()

  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}/work?lesson=${lessonId}`)
  await expect(learner.getByRole('heading', { name: 'Your assignment is accepted' })).toBeVisible()
  await expect(learner.getByText(/9 of 10 points/)).toBeVisible()
  await checkScreen(learner, 'work that is accepted')
  await learner.getByRole('link', { name: 'Next lesson' }).click()
  const lessons = learner.getByRole('navigation', { name: 'Lessons' })
  await expect(lessons.getByRole('button', { name: /Your first reel.*completed/ })).toBeVisible()
  await expect(learner.locator('iframe[title="Go on"]')).toBeVisible()
})

test('typed feedback survives another admin’s decision, and an expired session', { tag: '@long' }, async ({
  page,
  shop,
  admin,
  guard,
  newCourse,
}) => {
  guard.allow(/status of (401|409)/)
  const { course_id } = await newCourse()
  const lessonId = await requestWork(shop, course_id)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const text = `Work of ${student.phone}`
  const body = { key: `key-of-${student.phone}`, text, file_id: null }
  await shop.call('POST', `/user/assignments/${lessonId}/hand_in`, { token: student.token, body })
  await admin.open('/admin?tab=inbox&kind=work')
  const work = await openWork(page, student, text)
  await work.getByRole('textbox', { name: 'The first two seconds hold, of 10' }).fill('9')
  await work.getByRole('combobox', { name: 'It is upright' }).selectOption('Met')
  const feedback = work.getByRole('textbox', { name: /Feedback/ })
  await feedback.fill('Mine, long and careful')

  const id = new URL(page.url()).searchParams.get('work')
  const { criteria } = await shop.admin<{ criteria: { criterion_id: string }[] }>('GET', `/hand_ins/${id}`)
  const marks = criteria.map(({ criterion_id }) => ({ criterion_id, given: 0 }))
  await shop.admin('PUT', `/hand_ins/${id}/mark`, { accepted: true, marks, feedback: 'Theirs', seen: null })
  await work.getByRole('button', { name: 'Accept the assignment' }).click()
  await expect(toast(page, 'Failed to mark the assignment')).toBeVisible()
  const save = work.getByRole('button', { name: 'Save the mark' })
  await expect(save).toBeVisible()
  await expect(work.getByText('Theirs')).toBeVisible()
  await expect(feedback).toHaveValue('Mine, long and careful')

  await admin.endSession()
  await save.click()
  await page.getByRole('alertdialog').getByLabel('Password', { exact: true }).fill(shop.owner.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Assignment accepted')).toBeVisible()
  await expect(feedback).toHaveValue('Mine, long and careful')
  // No unsaved input is left to ask about.
  const sales = page.waitForResponse(/get_sales/)
  await page.goto('/admin?tab=courses')
  await sales
})
