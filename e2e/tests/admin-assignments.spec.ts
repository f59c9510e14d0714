import { pdfOf } from '../../server/test/archives.ts'
import { expect, test } from '../fixtures.ts'
import { workCourse } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkLook, checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('an owner asks for work, and a student hands it in', {
  tag: ['@each-width', '@phone'],
}, async ({ page, shop, admin, guard, newCourse, newVisitor }) => {
  // A file that is none of its kind.
  guard.allow(/status of 415/)
  const { course_id } = await newCourse()
  const watch_link = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'
  const content = [
    { title: 'Your first reel', kind: 'assignment', watch_link: '' },
    { title: 'Go on', watch_link },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })

  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('link', { name: 'Write assignment of lesson 1' }).click()
  await expect(page.getByRole('heading', { name: 'Assignment: Your first reel' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Cut a reel of 15 seconds.')
  await page.getByRole('button', { name: 'Save assignment' }).click()
  await expect(page.getByText('Please write the criterion')).toBeVisible()
  await checkScreen(page, 'an assignment with a problem')
  await page.getByRole('textbox', { name: 'Criterion 1', exact: true }).fill('The first two seconds hold')
  await page.getByRole('textbox', { name: 'Points of criterion 1' }).fill('10')
  await page.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByRole('textbox', { name: 'Criterion 2', exact: true }).fill('It is upright')
  await page.getByRole('textbox', { name: 'Due after days' }).fill('7')
  await page.getByRole('checkbox', { name: 'Later lessons open only when the work is accepted' }).check()
  await page.getByRole('button', { name: 'Save assignment' }).click()
  await expect(toast(page, 'Assignment saved')).toBeVisible()

  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}`)
  const lessons = learner.getByRole('navigation', { name: 'Lessons' })
  await lessons.getByRole('button', { name: /Go on/ }).click()
  await expect(learner.getByText('This lesson opens when your work in ‘Your first reel’ is accepted.')).toBeVisible()
  await lessons.getByRole('button', { name: /Your first reel/ }).click()
  await learner.getByRole('link', { name: 'Open assignment' }).click()
  await expect(learner.getByRole('heading', { name: 'Your first reel', level: 1 })).toBeVisible()
  const form = learner.getByRole('form', { name: 'Hand in your work' })
  await form.getByRole('button', { name: 'Hand in' }).click()
  await expect(form.getByText('Write something or choose a file')).toBeVisible()
  await form
    .getByLabel('File')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') })
  await expect(form.getByText('Please upload a valid PDF file')).toBeVisible()
  await form.getByLabel('File').setInputFiles({ name: 'My reel.pdf', mimeType: 'application/pdf', buffer: pdfOf() })
  await expect(form.getByRole('link', { name: 'My reel.pdf' })).toBeVisible()
  await form.getByRole('textbox', { name: 'Your work' }).fill('My first try')
  // What was sent and what is written are there after a reload.
  await learner.reload()
  await expect(form.getByRole('textbox', { name: 'Your work' })).toHaveValue('My first try')
  await checkLook(learner, 'an assignment')
  await form.getByRole('button', { name: 'Hand in' }).click()
  await expect(learner.getByRole('heading', { name: 'Handed in' })).toBeFocused()
})

test('an owner marks work; the student tries again, and the next lesson opens', {
  tag: ['@each-width', '@phone'],
}, async ({ page, shop, admin, newVisitor }) => {
  const course_id = await workCourse(shop)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}`)
  await learner.getByRole('link', { name: 'Open assignment' }).click()
  const form = learner.getByRole('form', { name: 'Hand in your work' })
  const handIn = async (text: string) => {
    await form.getByRole('textbox', { name: 'Your work' }).fill(text)
    await form.getByRole('button', { name: 'Hand in' }).click()
    await expect(learner.getByRole('heading', { name: 'Handed in' })).toBeFocused()
  }
  await form.getByLabel('File').setInputFiles({ name: 'My reel.pdf', mimeType: 'application/pdf', buffer: pdfOf() })
  await expect(form.getByRole('link', { name: 'My reel.pdf' })).toBeVisible()
  await handIn(`First try of ${student.phone}`)

  // Work stays in the inbox when its course goes: each text is of this student alone.
  const wait = async (text: string) => {
    await admin.open('/admin?tab=inbox&kind=work')
    await page.getByRole('list', { name: 'Work' }).getByRole('link', { name: text }).click()
    const work = page.getByRole('article', { name: `Work of ${student.name}` })
    await expect(work.getByText(text)).toBeVisible()
    return work
  }
  const first = await wait(`First try of ${student.phone}`)
  await expect(first.getByRole('link', { name: 'Open the file' })).toBeVisible()
  await first.getByRole('button', { name: 'Ask for another try' }).click()
  await expect(first.getByText('Mark each criterion, none above its points.')).toBeVisible()
  await expect(first.getByText('Please say what to do better')).toBeVisible()
  await checkScreen(page, 'work that waits')
  await first.getByRole('textbox', { name: 'The first two seconds hold, of 10' }).fill('4')
  await first.getByRole('combobox', { name: 'It is upright' }).selectOption('Not met')
  await first.getByRole('textbox', { name: /Feedback/ }).fill('Hold the phone upright.')
  await first.getByRole('button', { name: 'Ask for another try' }).click()
  await expect(toast(page, 'Asked for another try')).toBeVisible()

  await learner.reload()
  await expect(learner.getByRole('heading', { name: 'Please try again' })).toBeVisible()
  await expect(learner.getByText('Hold the phone upright.')).toBeVisible()
  await handIn(`Upright now, ${student.phone}`)

  const second = await wait(`Upright now, ${student.phone}`)
  await second.getByRole('textbox', { name: 'The first two seconds hold, of 10' }).fill('9')
  await second.getByRole('combobox', { name: 'It is upright' }).selectOption('Met')
  await second.getByRole('button', { name: 'Accept the work' }).click()
  await expect(toast(page, 'Work accepted')).toBeVisible()

  await learner.reload()
  await expect(learner.getByRole('heading', { name: 'Your work is accepted' })).toBeVisible()
  await expect(learner.getByText(/9 of 10 points/)).toBeVisible()
  await checkScreen(learner, 'work that is accepted')
  await learner.getByRole('link', { name: 'Next lesson' }).click()
  const lessons = learner.getByRole('navigation', { name: 'Lessons' })
  await expect(lessons.getByRole('button', { name: /Your first reel.*completed/ })).toBeVisible()
  await expect(learner.locator('iframe[title="Go on"]')).toBeVisible()
})
