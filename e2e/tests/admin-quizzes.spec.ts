import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkLook, checkScreen, expectAbove } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

test('one save stores a quiz lesson with its questions', async ({ page, shop, admin, newCourse }) => {
  const { course_id } = await newCourse()
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('button', { name: 'Add a quiz' }).click()
  await page.getByRole('textbox', { name: 'Lesson 1, title' }).fill('What you know')
  const questions = page.getByRole('textbox', { name: 'Lesson 1, questions' })
  await questions.fill('Which key cuts a clip?\nB\nV')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(page.getByText('Mark the right option')).toBeVisible()
  await checkScreen(page, 'a new quiz')
  await questions.fill('Which key cuts a clip?\n* B\nV\n\nWhat belongs into a hook?\n* A question\n* A promise')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(page.getByText('Quiz, 2 questions')).toBeVisible()
  const { content } = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  expect(await shop.admin('GET', `/quizzes/${content[0]?.lesson_id}`)).toMatchObject({
    quiz: { pass_mark: 70, questions: [{ text: 'Which key cuts a clip?' }, { kind: 'multiple' }] },
  })
})

test('an owner creates a quiz; a student fails it, passes it, and the next lesson opens', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const watch_link = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'
  const content = [
    { title: 'Begin here', watch_link },
    { title: 'What you know', kind: 'quiz' },
    { title: 'Go on', watch_link },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, {
    course_id,
    content: content.map((one) => ({ watch_link: '', ...one })),
  })

  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('link', { name: 'Write questions of lesson 2' }).click()
  await expect(page.getByRole('heading', { name: 'What you know', exact: true })).toBeVisible()
  const first = page.getByRole('region', { name: 'Question 1', exact: true })
  await first.getByRole('textbox', { name: 'Question', exact: true }).fill('Which light is best?')
  await first.getByRole('textbox', { name: 'Option 1 of question 1' }).fill('From the side')
  // A word that is wider than any line.
  await first.getByRole('textbox', { name: 'Option 2 of question 1' }).fill(`From behind ${'a'.repeat(150)}`)
  await page.getByRole('button', { name: 'Save quiz' }).click()
  await expect(first.getByText('Mark the right option')).toBeVisible()
  await expect(page.getByText('Question 1 needs attention.')).toBeVisible()
  await checkScreen(page, 'a quiz with a problem')
  await first.getByRole('radio', { name: 'Option 1 of question 1 is right' }).check()
  await first.getByRole('textbox', { name: 'Explanation' }).fill('It shows the shape.')

  // The keyboard moves the second question to the top.
  await page.getByRole('button', { name: 'Add question' }).press('Enter')
  const second = page.getByRole('region', { name: 'Question 2', exact: true })
  await second.getByRole('textbox', { name: 'Question', exact: true }).fill('What is the bar called?')
  await second.getByRole('combobox', { name: 'Kind' }).selectOption('text')
  await second.getByRole('textbox', { name: 'Right answer 1 of question 2' }).fill('Time line')
  await page.getByRole('button', { name: 'Move question 2', exact: true }).press('ArrowUp')
  await expect(first.getByRole('textbox', { name: 'Question', exact: true })).toHaveValue('What is the bar called?')
  await page.getByRole('checkbox', { name: 'Later lessons open only after a pass' }).check()

  // Reopening restores the draft, with each question in its place.
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  const again = await page.context().newPage()
  await again.goto(page.url())
  await expect(again.getByText(/^Your draft from .* is restored/)).toBeVisible()
  const requested = again.getByRole('textbox', { name: 'Question', exact: true })
  await expect(requested.first()).toHaveValue('What is the bar called?')
  await expect(requested.last()).toHaveValue('Which light is best?')
  await again.close()

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('Pass mark: 70%. Then the next lessons open.')).toBeVisible()
  await preview.getByRole('radio', { name: 'From behind' }).check()
  await preview.getByRole('textbox').fill('time line')
  await preview.getByRole('button', { name: 'Check my answers' }).click()
  await expect(preview.getByText('Not passed: 1 of 2 questions right (50%).')).toBeVisible()
  await expect(preview.getByText('Not right. Right: From the side. It shows the shape.')).toBeVisible()
  await checkLook(page, 'the preview of a quiz')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save quiz' }).click()
  await expect(toast(page, 'Quiz saved')).toBeVisible()

  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}`)
  const lessons = learner.getByRole('navigation', { name: 'Lessons' })
  await lessons.getByRole('button', { name: /Go on/ }).click()
  await expect(learner.getByText('This lesson opens when you pass the quiz in ‘What you know’.')).toBeVisible()
  const answer = Promise.withResolvers<void>()
  await learner.route('**/api/user/quizzes/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await learner.getByRole('button', { name: 'Go to the quiz' }).click()
  // Content below the quiz does not move when the quiz loads.
  await expect(learner.getByRole('heading', { level: 1, name: 'What you know' })).toBeFocused()
  await expect(learner.getByRole('button', { name: 'Next lesson' })).not.toBeInViewport()
  answer.resolve()
  const quiz = learner.getByRole('form', { name: 'Quiz' })
  const check = learner.getByRole('button', { name: 'Check my answers' })
  const title = learner.getByRole('heading', { level: 1, name: 'What you know' })
  await expectAbove(title, quiz)
  await check.click()
  await expect(quiz.getByText('Please answer this question.')).toHaveCount(2)
  await expect(quiz.getByRole('textbox')).toBeFocused()
  await checkLook(learner, 'a quiz')
  const widthOf = async (of: Locator) => (await of.boundingBox())?.width ?? Number.NaN
  expect(await widthOf(quiz.getByText(/^From behind a+$/))).toBeLessThan(await widthOf(quiz))
  await quiz.getByRole('textbox').fill('Ruler')
  await quiz.getByRole('radio', { name: 'From the side' }).check()
  // A reload restores the chosen answers.
  await learner.reload()
  await expect(quiz.getByRole('radio', { name: 'From the side' })).toBeChecked()
  await check.click()
  const failed = learner.getByRole('heading', { name: 'Not passed yet' })
  await expect(failed).toBeFocused()
  await expect(learner.getByText('1 of 2 questions right (50%). You need 70%.')).toBeVisible()
  await expect(learner.getByText('You will see the right answers when you pass.')).toBeVisible()
  await learner.getByRole('button', { name: 'Try again' }).click()
  await quiz.getByRole('textbox').fill('  TIME   LINE')
  await quiz.getByRole('radio', { name: 'From the side' }).check()
  await check.click()
  await expect(learner.getByRole('heading', { name: 'You passed' })).toBeFocused()
  await expect(learner.getByText('It shows the shape.')).toBeVisible()
  await checkScreen(learner, 'a quiz that is passed')
  await expect(lessons.getByRole('button', { name: /What you know.*completed/ })).toBeVisible()
  await learner.getByRole('button', { name: 'Next lesson' }).click()
  await expect(learner.locator('iframe[title="Go on"]')).toBeVisible()

  await page.reload()
  await expect(page.getByText('1 student tried, 1 passed, 2 attempts in all.')).toBeVisible()
  await expect(page.getByText('1 of 2 right (50%)')).toBeVisible()
})

test('Enter never uses up an attempt, and the last attempt needs a confirmation', { tag: ['@both', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const lessonId = await gatedLesson(shop, course_id, { max_tries: 1 })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  await page.goto(`/learn/${course_id}?lesson=${lessonId}`)
  const quiz = page.getByRole('form', { name: 'Quiz' })
  await expect(quiz.getByText('You score only if you pick all the right answers and nothing else.')).toBeVisible()
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && /quizzes/.test(request.url()) && sent.push(request.url()),
  )
  await quiz.getByRole('checkbox', { name: 'From the side' }).check()
  await page.keyboard.press('Enter')
  await quiz.getByRole('radio', { name: 'Yes' }).check()
  await page.keyboard.press('Enter')
  await quiz.getByRole('textbox').fill('Ruler')
  await page.keyboard.press('Enter')
  const check = quiz.getByRole('button', { name: 'Check my answers' })
  await check.click()
  const question = page.getByRole('alertdialog', { name: 'Use your last attempt?' })
  await checkLook(page, 'the question before the last try')
  await question.getByRole('button', { name: 'Not yet' }).click()
  await expect(check).toBeFocused()
  expect(sent).toEqual([])
  await check.click()
  await question.getByRole('button', { name: 'Check my answers' }).click()
  await expect(page.getByRole('heading', { name: 'Not passed yet' })).toBeFocused()
  expect(sent).toHaveLength(1)
})

test('a quiz passed in one tab opens the lessons of another tab', { tag: '@phone' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const lessonId = await gatedLesson(shop, course_id, { max_tries: null })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  await page.goto(`/learn/${course_id}?lesson=${lessonId}`)
  const lessons = page.getByRole('navigation', { name: 'Lessons' })
  await expect(page.getByRole('form', { name: 'Quiz' })).toBeVisible()
  await lessons.getByRole('button', { name: /Go on/ }).click()
  await expect(page.getByText('This lesson opens when you pass the quiz in ‘What you know’.')).toBeVisible()
  // The second page stands for another tab or device.
  const path = `/user/quizzes/${lessonId}`
  const { body: quiz } = await shop.call<{ version: number; questions: { question_id: string; options: Option[] }[] }>(
    'GET',
    path,
    student,
  )
  const answers = quiz.questions.map(({ question_id, options }) => ({
    question_id,
    options: options.filter(({ text }) => !/behind|No/.test(text)).map(({ option_id }) => option_id),
    text: 'Timeline',
  }))
  const body = { version: quiz.version, key: `key-of-${student.phone}`, answers }
  expect((await shop.call('POST', `${path}/submit`, { token: student.token, body })).status).toBe(200)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.locator('iframe[title="Go on"]')).toBeVisible()
  await expect(lessons.getByRole('button', { name: /Not written yet/ })).toContainText('Quiz, questions to come')
})

type Option = { option_id: string; text: string }

/** Gives a course a quiz with each kind of question, and a lesson behind it; returns the id of the quiz lesson. */
async function gatedLesson(
  shop: Shop,
  course_id: string,
  { max_tries }: { max_tries: number | null },
): Promise<string> {
  const content = [
    { title: 'What you know', kind: 'quiz', watch_link: '' },
    { title: 'Go on', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' },
    { title: 'Not written yet', kind: 'quiz', watch_link: '' },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  const lessonId = stored.content[0]?.lesson_id ?? ''
  const light = ['From the side', 'From above', 'From behind'].map((text, at) => ({ text, right: at < 2 }))
  const questions = [
    { kind: 'multiple', text: 'Which light is good?', options: light },
    {
      kind: 'single',
      text: 'Is it?',
      options: [
        { text: 'Yes', right: true },
        { text: 'No', right: false },
      ],
    },
    { kind: 'text', text: 'What is the bar called?', accepted: ['Timeline'] },
  ]
  const rules = { pass_mark: 70, max_tries, gate: true, reveals: 'passed' }
  await shop.admin('PUT', `/quizzes/${lessonId}`, { ...rules, questions })
  return lessonId
}
