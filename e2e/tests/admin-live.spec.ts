import { expect, test } from '../fixtures.ts'
import { liveLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkLook, checkScreen, expectAbove } from '../screen-checks.ts'
import { toast } from '../steps.ts'

/** Returns the time in India some minutes from now, formatted for a field. */
const typedIn = (minutes: number) => new Date(Date.now() + (330 + minutes) * 60_000).toISOString().slice(0, 16)

// In a plain run `live/live-http.test.ts` covers the same.
test('an owner schedules a live lesson', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  admin,
  guard,
  newCourse,
}) => {
  // Only the server refuses a past time, and a time that another admin has set meanwhile.
  guard.allow(/status of 422/)
  guard.allow(/status of 409/)
  const { course_id } = await newCourse()
  const content = [{ title: 'Ask me anything', kind: 'live', watch_link: '' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })

  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await expect(page.getByText('Live, no date yet')).toBeVisible()
  await page.getByRole('link', { name: 'Set date of lesson 1' }).click()
  await expect(page.getByRole('heading', { name: 'Ask me anything', exact: true })).toBeVisible()
  await page.getByLabel('Begins (Indian time)').fill(typedIn(-60))
  await page.getByRole('textbox', { name: 'Minutes' }).fill('3')
  await page.getByRole('textbox', { name: 'Join link' }).fill('http://meet.example.com/abc')
  await page.getByRole('button', { name: 'Save live lesson' }).click()
  await expect(page.getByText('Length must be 5 to 480 minutes')).toBeVisible()
  await expect(page.getByText('Must be a link that begins with https://')).toBeVisible()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('90')
  await page.getByRole('textbox', { name: 'Join link' }).fill('https://meet.example.com/abc')
  await page.getByRole('button', { name: 'Save live lesson' }).click()
  await expect(page.getByText('Must be in the future')).toBeVisible()
  await checkScreen(page, 'a live lesson with a problem')
  await page.getByLabel('Begins (Indian time)').fill(typedIn(3 * 24 * 60))
  await page.getByRole('button', { name: 'Save live lesson' }).click()
  await expect(toast(page, 'Live lesson saved')).toBeVisible()

  const lessonId = new URL(page.url()).searchParams.get('lesson_id')
  const theirs = { starts_at: new Date(Date.now() + 86_400_000).toISOString(), minutes: 45 }
  await shop.admin('PUT', `/live/${lessonId}`, { ...theirs, join_link: 'https://meet.example.com/abc' })
  await page.getByRole('textbox', { name: 'Minutes' }).fill('120')
  await page.getByRole('button', { name: 'Save live lesson' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this live lesson' })
  await expect(dialog.getByRole('region', { name: 'minutes' }).getByText('45')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'beginning' }).getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await checkScreen(page, 'two versions of a live lesson')
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => shop.admin('GET', `/live/${lessonId}`)).toMatchObject({ live: { ...theirs, minutes: 120 } })
  await page.getByRole('link', { name: 'Back to the lessons' }).click()
  await expect(page.getByText(/^Live .*, 120 minutes$/)).toBeVisible()
})

test('one save stores a live lesson with its date and an assignment with its task', async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('button', { name: 'Add a live lesson' }).click()
  await page.getByRole('textbox', { name: 'Lesson 1, title' }).fill('Ask me anything')
  await page.getByLabel('Lesson 1, begins (Indian time)').fill(typedIn(3 * 24 * 60))
  await page.getByRole('textbox', { name: 'Lesson 1, join link' }).fill('https://meet.example.com/abc')
  await page.getByRole('button', { name: 'Add an assignment' }).click()
  await page.getByRole('textbox', { name: 'Lesson 2, title' }).fill('Your reel')
  await page.getByRole('textbox', { name: 'Lesson 2, instructions' }).fill('Cut a reel of 30 seconds')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(page.getByText('Add at least one criterion')).toBeVisible()
  await checkScreen(page, 'a new live lesson and a new assignment')
  await page.getByRole('textbox', { name: 'Lesson 2, criteria' }).fill('It has a hook')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(page.getByText(/^Live .*, 60 minutes$/)).toBeVisible()
  const { content } = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  const [live, work] = await Promise.all([
    shop.admin('GET', `/live/${content[0]?.lesson_id}`),
    shop.admin('GET', `/assignments/${content[1]?.lesson_id}`),
  ])
  expect([live, work]).toMatchObject([
    { live: { minutes: 60, join_link: 'https://meet.example.com/abc' } },
    { assignment: { instructions: 'Cut a reel of 30 seconds', criteria: [{ text: 'It has a hook' }] } },
  ])
})

// In a plain run `live/live-http.test.ts` covers the same.
test('a student joins a live lesson', {
  tag: ['@phone', '@long'],
}, async ({ shop, newCourse, newVisitor }) => {
  const { course_id, name } = await newCourse()
  await liveLesson(shop, course_id, 10)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await learner
    .context()
    .route('https://meet.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>The meeting</title>' }),
    )
  await learner.goto(`/course/${course_id}`)
  await expect(learner.getByText(/^Live \d+ \w+ \d{4}$/)).toBeVisible()
  await signIn(learner, student)
  await learner.goto('/dashboard')
  const next = learner.getByRole('region', { name: 'Next live lesson' })
  await expect(next.getByText(name)).toBeVisible()
  await expect(next.getByRole('button', { name: /^Join/ })).toBeVisible()
  await next.getByRole('link', { name: /^Open lesson/ }).click()

  const lesson = learner.getByRole('region', { name: 'Live lesson' })
  await expect(lesson.getByText(/ IST$/)).toBeVisible()
  await expectAbove(learner.getByRole('heading', { level: 1, name: 'Ask me anything' }), lesson)
  await expect(lesson.getByText('60 minutes')).toBeVisible()
  await checkLook(learner, 'a live lesson that can be joined')
  const saved = learner.waitForEvent('download')
  await lesson.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe('live-lesson.ics')
  const opened = learner.waitForEvent('popup')
  await lesson.getByRole('button', { name: 'Join', exact: true }).click()
  const meeting = await opened
  await expect(meeting).toHaveTitle('The meeting')
  await expect(lesson.getByRole('button', { name: 'Join again' })).toBeVisible()
  // A phone opens a live lesson on its own tab.
  const lessons = learner.getByRole('tab', { name: 'Lessons' })
  if (await lessons.isVisible()) await lessons.click()
  await expect(
    learner
      .getByRole('navigation', { name: 'Lessons' })
      .getByText(/^1 of \d+ done/)
      .first(),
  ).toBeVisible()
})

test('an owner sees the participants of a live lesson, and cancels it', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const lessonId = await liveLesson(shop, course_id, 10)
  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  await shop.call('POST', `/user/live/${lessonId}/join`, { token: student.token })
  await admin.open(`/admin?tab=live&course_id=${course_id}&lesson_id=${lessonId}`)
  const joined = page.getByRole('region', { name: '1 student joined' })
  await expect(joined.getByRole('link', { name: 'Meera Pillai' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel live lesson' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel lesson' }).click()
  await expect(toast(page, 'Live lesson cancelled')).toBeVisible()

  await joined.getByRole('link', { name: 'Meera Pillai' }).click()
  const live = page.getByRole('region', { name: 'Live lessons joined' })
  await live.getByRole('button', { name: /^Who joined/ }).click()
  await expect(live.getByRole('region', { name: '1 student joined' }).getByText('Meera Pillai')).toBeVisible()
  await checkLook(page, 'the live lessons of a student')

  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}`)
  await expect(learner.getByText('This live lesson was cancelled.')).toBeVisible()
})

test('a live lesson behind a quiz shows its time and its quiz, and warns the owner', {
  tag: ['@both', '@long'],
}, async ({ page, shop, admin, newCourse, newVisitor }) => {
  const { course_id } = await newCourse()
  const content = [
    { title: 'What you know', kind: 'quiz', watch_link: '' },
    { title: 'Ask me anything', kind: 'live', watch_link: '' },
  ]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const stored = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  const [quizId, liveId] = stored.content.map(({ lesson_id }) => lesson_id)
  const starts_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await shop.admin('PUT', `/live/${liveId}`, { starts_at, minutes: 60, join_link: 'https://meet.example.com/abc' })
  const questions = [{ kind: 'text', text: 'What is the bar called?', accepted: ['Timeline'] }]
  await shop.admin('PUT', `/quizzes/${quizId}`, { pass_mark: 70, gate: false, reveals: 'always', questions })

  await admin.open(`/admin?tab=quiz&course_id=${course_id}&lesson_id=${quizId}`)
  const warning = page.getByText(
    'The live lesson ‘Ask me anything’ comes later. Students cannot join before they pass.',
  )
  const gate = page.getByRole('checkbox', { name: 'Later lessons open only after a pass' })
  await expect(warning).toBeHidden()
  await gate.check()
  await expect(warning).toBeVisible()
  await checkLook(page, 'a gate before a live lesson')
  await page.getByRole('button', { name: 'Save quiz' }).click()
  await expect(toast(page, 'Quiz saved')).toBeVisible()

  const student = await newAccount(shop, 'Meera Pillai')
  await buy(shop, student, [course_id])
  const learner = await newVisitor()
  await signIn(learner, student)
  await learner.goto(`/learn/${course_id}?lesson=${liveId}`)
  const stage = learner.getByRole('region', { name: 'Lesson content' })
  await expect(stage).toContainText(
    /It is live on .* IST\. This lesson opens when you pass the quiz in ‘What you know’\./,
  )
  const line = learner.getByRole('navigation', { name: 'Lessons' }).getByRole('button', { name: /Ask me anything/ })
  await expect(line).toContainText(/Live .* IST/)
  await expect(line).toContainText('Opens after the quiz')
  await checkLook(learner, 'a live lesson behind a quiz')
})
