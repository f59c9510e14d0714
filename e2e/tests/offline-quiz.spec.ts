import type { Page } from '@playwright/test'
import { downloadLesson, measuredLesson, play, storedRows, studentOf } from '../downloads.ts'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import type { Lesson } from '../lessons.ts'
import { OFFLINE, withoutNetwork } from '../offline.ts'
import type { Account } from '../people.ts'
import type { Shop } from '../shop.ts'

test.use({ serviceWorkers: 'allow' })

/** Adds a question to the only lesson of the course. */
async function addQuestion(shop: Shop, courseId: string, text: string): Promise<void> {
  const { content } = await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${courseId}`)
  const question = { kind: 'text', text, accepted: ['Timeline'] }
  const rules = { pass_mark: 70, gate: false, reveals: 'always' }
  await shop.admin('PUT', `/quizzes/${content[0]?.lesson_id}`, { ...rules, questions: [question] })
}

const tries = async (shop: Shop, { user_id }: Account) => {
  const rows = await shop.query<{ passed: boolean }>(
    `select a.passed from quiz_attempts a join users u on u.id = a.user_id where u.user_id = $1 order by attempt_id`,
    [user_id],
  )
  return rows.map(({ passed }) => passed)
}

async function handIn(page: Page, answer: string): Promise<void> {
  await page.getByRole('form', { name: 'Quiz' }).getByRole('textbox').fill(answer)
  await page.getByRole('button', { name: 'Check my answers' }).click()
  await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeFocused()
}

// In a plain run `late.test.ts` covers that answers wait, are sent once and what is shown, and `quizzes-http.test.ts`
// that they count once.
test('quiz answers submitted offline are sent once, and the result is shown', {
  tag: '@long',
}, async ({ page: first, context, shop, guard, newCourse }) => {
  guard.allow(OFFLINE)
  guard.allow(/status of 409/)
  const { course_id } = await newCourse()
  await measuredLesson(shop, course_id)
  await addQuestion(shop, course_id, 'What is the bar called?')
  const student = await studentOf(first, shop, course_id)
  await downloadLesson(first, course_id)
  const page = await context.newPage()
  await withoutNetwork(context, async () => {
    await first.goto(`/learn/${course_id}`)
    await handIn(first, 'Ruler')
    expect((await storedRows(first)).late).toBeGreaterThan(0)
    // The tab is closed; another one knows the waiting answers.
    await first.close()
    await page.goto(`/learn/${course_id}`)
    await expect(page.getByRole('heading', { name: 'Saved on this device' })).toBeVisible()
    await expect(
      page.getByText('Your answers are sent once you are back online. Your result will show here.'),
    ).toBeVisible()
  })
  await expect(page.getByRole('heading', { name: 'Not passed yet' })).toBeVisible()
  await expect(page.getByText('Your quiz answers were checked')).toBeVisible()
  expect(await tries(shop, student)).toEqual([false])

  // The quiz changes before the answers arrive, so the student reviews them.
  await withoutNetwork(context, async () => {
    await page.getByRole('button', { name: 'Try again' }).click()
    await handIn(page, 'Timeline')
    await addQuestion(shop, course_id, 'What is the bar under the picture called?')
  })
  await expect(page.getByRole('heading', { name: 'Your answers were not counted' })).toBeVisible()
  await page.getByRole('button', { name: 'Look at my answers' }).click()
  await expect(page.getByRole('group', { name: 'What is the bar under the picture called?' })).toBeVisible()
  expect(await tries(shop, student)).toEqual([false])
  await page.getByRole('form', { name: 'Quiz' }).getByRole('textbox').fill('timeline')
  await page.getByRole('button', { name: 'Check my answers' }).click()
  await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible()
  expect(await tries(shop, student)).toEqual([false, true])
  expect((await storedRows(page)).late).toBe(0)
})

// In a plain run `service-worker.test.ts` opens the screens in Hindi offline, and `offline.spec.ts` plays a downloaded
// lesson.
test('a lesson downloaded in Hindi opens and plays offline in Hindi', { tag: '@long' }, async ({
  page,
  context,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(OFFLINE)
  const { course_id } = await newCourse()
  await measuredLesson(shop, course_id)
  await studentOf(page, shop, course_id)
  await downloadLesson(page, course_id, { base: '/hi', say: hi })
  await withoutNetwork(context, async () => {
    // An address of another language redirects to the stored one.
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/hi/dashboard')
    await expect(page.getByRole('heading', { name: hi('You are offline') })).toBeVisible()
    await page
      .getByRole('region', { name: hi('Downloaded lessons') })
      .getByRole('link', { name: 'A lesson' })
      .click()
    await expect(page.getByRole('button', { name: hi('Mark as complete') })).toBeVisible()
    await play(page, 1)
  })
})
