// Runs before a release: two admins at once; the contract’s versions are held by the server’s tests.

import type { Page } from '@playwright/test'
import { browserHost, consoleIn } from '../console.ts'
import { removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { type Lesson, quizCourse } from '../lessons.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

// In a plain run `admin-course-form.spec.ts` walks the same dialog, `lesson-versions.test.ts` covers its parts, and
// `learning.test.ts` the conflict.
test('the conflict dialog preserves the changes of both admins, lesson by lesson', { tag: '@long' }, async ({
  page,
  admin,
  newVisitor,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const { course_id } = await newCourse({ name: 'Lessons of two' })
  const link = 'https://youtu.be/aaaaaaaaaaa'
  const stored = async () =>
    (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)).content
  const lessons = ['One', 'Two', 'Three'].map((title) => ({ title, watch_link: link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content: lessons })
  const address = `/admin?tab=content&course_id=${course_id}`
  const other = await newVisitor()
  await admin.open(address)
  await consoleIn(browserHost, other, shop).open(address)
  const title = (of: typeof page, place: number) => of.getByLabel(`Lesson ${place}, title`)
  const save = (of: typeof page) => of.getByRole('button', { name: 'Save content' }).click()

  await title(other, 1).fill('One of theirs')
  await title(other, 2).fill('Two of theirs')
  await save(other)
  await expect(toast(other, 'Course content updated successfully')).toBeVisible()

  await title(page, 2).fill('Two of mine')
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await title(page, 4).fill('Four of mine')
  await page.getByLabel('Lesson 4, watch link').fill(link)
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed these lessons' })
  const part = (name: string) => dialog.getByRole('region', { name: `lesson ‘${name}’` })
  await expect(part('Two of mine').getByText('Two of theirs')).toBeVisible()
  // Only the other admin has changed the first lesson, so their version is preselected.
  await expect(part('One').getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await expect(part('Two of mine').getByRole('radio', { name: 'Yours' })).toBeChecked()
  await expect(dialog.getByRole('region')).toHaveCount(2)
  await checkScreen(page, 'two versions of lessons')
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  expect((await stored()).map((lesson) => lesson.title)).toEqual(['One of theirs', 'Two of theirs', 'Three'])
  await save(page)
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect((await stored()).map((lesson) => lesson.title)).toEqual([
    'One of theirs',
    'Two of mine',
    'Three',
    'Four of mine',
  ])
  // The next edit begins with the saved state.
  await title(page, 3).fill('Three again')
  await save(page)
  await expect.poll(async () => (await stored())[2]?.title).toBe('Three again')
})

// In a plain run `admin-course-form.spec.ts` walks the same dialog, `settings-versions.test.ts` covers its parts, and
// `settings.test.ts` the conflict.
test('the conflict dialog of the settings shows both versions', { tag: '@long' }, async ({
  page,
  admin,
  newVisitor,
  shop,
  guard,
}) => {
  guard.allow(/status of 409/)
  type Settings = { claims: { active_students: string; countries: string; success_stories: string } }
  const before = await shop.admin<Settings>('GET', '/settings')
  const other = await newVisitor()
  await admin.open('/admin?tab=settings&section=claims')
  await consoleIn(browserHost, other, shop).open('/admin?tab=settings&section=claims')
  const save = (of: typeof page) => of.getByRole('button', { name: 'Save settings' }).click()
  await other.getByLabel('Active students').fill('300')
  await other.getByLabel('Countries').fill('33')
  await save(other)
  await expect(toast(other, 'Settings saved')).toBeVisible()

  await page.getByLabel('Active students').fill('200')
  await page.getByLabel('Success stories').fill('77')
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the settings' })
  await expect(dialog.getByRole('region', { name: 'Claims: Active students' }).getByText('300')).toBeVisible()
  await expect(
    dialog.getByRole('region', { name: 'Claims: Countries' }).getByRole('radio', { name: 'Theirs' }),
  ).toBeChecked()
  await checkScreen(page, 'two versions of the settings')
  await dialog.getByRole('group', { name: 'Version of Claims: Active students' }).getByText('Theirs').click()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await shop.admin<Settings>('GET', '/settings')).toMatchObject({
    claims: { active_students: '300', countries: '33', success_stories: '77' },
  })
  await expect(page.getByLabel('Active students')).toHaveValue('300')
  await shop.admin('PUT', '/settings', before)
})

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

test('a single editor of the settings has no conflict: a restored draft saves, and later input stays', async ({
  page,
  admin,
  shop,
}) => {
  const before = await shop.admin('GET', '/settings')
  await admin.open('/admin?tab=settings')
  const line = page.getByRole('textbox', { name: 'Tagline' })
  const words = page.getByLabel(/^Description/)
  const save = page.getByRole('button', { name: 'Save settings' })
  await line.fill('First words')
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  await tabs(page).getByRole('link', { name: 'Students' }).click()
  await expect(page).toHaveURL(/tab=users/)
  await page.goBack()
  await expect(line).toHaveValue('First words')
  await line.fill('Second words')
  const release = await holdBack(page, '/admin/settings')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await words.fill('Typed while it saves, and long enough')
  release()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(save).toBeVisible()
  await expect(line).toHaveValue('Second words')
  await expect(words).toHaveValue('Typed while it saves, and long enough')
  await save.click()
  await expect(page.getByText(/^Saved at /)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await shop.admin('GET', '/settings')).toMatchObject({
    brand: { line: 'Second words', description: 'Typed while it saves, and long enough' },
  })
  await shop.admin('PUT', '/settings', before)
})

/** Opens the form of a course. */
async function openForm(page: Page, admin: { open(address: string): Promise<unknown> }, courseId: string) {
  const address = `/admin?tab=editcourse&course_id=${courseId}`
  await admin.open(address)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save changes' })
  return { path: `/courses/update_course/${courseId}`, address, name, save }
}

test('a single editor of a course has no conflict: the last input is stored, and a stale draft is discarded', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const { path, name, save } = await openForm(page, admin, course_id)
  await name.fill('Typed and left at once')
  await tabs(page).getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  await shop.admin('PUT', path, { price: 444 })
  await page.goBack()
  await expect(name).toHaveValue('Typed and left at once')
  await page.getByRole('button', { name: 'Discard changes' }).first().click()
  await name.fill('Saved alone')
  await save.click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
})

test('a single editor of a course has no conflict: the form can be left or edited during a save', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const { path, address, name, save } = await openForm(page, admin, course_id)
  await name.fill('Saved and left')
  const release = await holdBack(page, `/admin${path}`)
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await tabs(page).getByRole('link', { name: 'Students' }).click()
  await expect(page).toHaveURL(/tab=users/)
  release()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  await page.goto(address)
  await expect(name).toHaveValue('Saved and left')
  await page.getByLabel('Price (₹)').fill('333')
  const again = await holdBack(page, `/admin${path}`)
  await save.click()
  const words = page.getByLabel('Description', { exact: true })
  await words.fill('Typed while it saves, and long enough')
  again()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  await expect(words).toHaveValue('Typed while it saves, and long enough')
  await save.click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()
  await expect(page.getByText(/Draft saved/)).toBeHidden()
  const { body } = await shop.call('GET', `/go/courses/${course_id}`)
  expect(body).toMatchObject({
    name: 'Saved and left',
    price: 333,
    description: 'Typed while it saves, and long enough',
  })
})

test('a single editor of a quiz has no conflict, and input during a save stays', async ({ page, admin, shop }) => {
  const course_id = await quizCourse(shop)
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('link', { name: /questions? of lesson 1/ }).click()
  const question = page.getByRole('textbox', { name: 'Question', exact: true })
  const save = page.getByRole('button', { name: 'Save quiz' })
  await expect(question).toHaveValue('What is the bar called?')
  const lesson = new URL(page.url()).searchParams.get('lesson_id')
  const address = page.url()
  const release = await holdBack(page, `/admin/quizzes/${lesson}`)
  await question.fill('Sent')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await question.fill('Typed while it saves')
  release()
  await expect(toast(page, 'Quiz saved')).toBeVisible()
  await expect(save).toBeVisible()
  await expect(question).toHaveValue('Typed while it saves')
  await expect(page.getByText('No changes yet.')).toBeHidden()
  const again = await holdBack(page, `/admin/quizzes/${lesson}`)
  await save.click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await tabs(page).getByRole('link', { name: 'Students' }).click()
  await expect(page).toHaveURL(/tab=users/)
  // After the answer the console fetches the stored state.
  const requested = page.waitForRequest((request) => request.url().includes('/quizzes/') && request.method() === 'GET')
  again()
  await requested
  await page.goto(address)
  await expect(question).toHaveValue('Typed while it saves')
  await question.fill('Saved alone')
  await save.click()
  await expect(page.getByText('No changes yet.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await removeCourse(shop, course_id)
})
