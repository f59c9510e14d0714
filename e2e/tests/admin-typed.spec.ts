import { LINES_AT_ONCE } from '../../server/contract/course-import.ts'
import { removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, ownedCourses } from '../people.ts'
import { expectToast, holdBack } from '../stand-ins.ts'

const csv = (...titles: string[]) => ({
  name: 'courses.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Title,Description,Price,Image',
      ...titles.map((title) => `${title},Make your first ten reels with a phone,499,banner-ads.webp`),
    ].join('\n'),
  ),
})

test('the list that was checked last is the one that is shown and enrolled', async ({ page, admin, shop }) => {
  const [first, second] = [await newAccount(shop, 'Meera Iyer'), await newAccount(shop, 'Ravi Kumar')]
  await admin.open('/admin?tab=enrol')
  const students = page.getByLabel('Students', { exact: true })
  const check = page.getByRole('button', { name: 'Check what will happen' })
  const cell = (text: string) => page.getByRole('row').filter({ hasText: text })
  await page.getByLabel('Hindi Script Vault').check()
  await students.fill(first.email)
  const release = await holdBack(page, '/admin/enrolments/plan', { times: 1 })
  await check.click()
  await expect(page.getByRole('button', { name: 'Checking...' })).toBeVisible()
  await students.fill(second.email)
  await check.click()
  await expect(cell(second.email)).toBeVisible()
  const answered = page.waitForResponse('**/api/admin/enrolments/plan')
  release()
  await answered
  const enrolling = await holdBack(page, '/admin/enrolments')
  await page.getByRole('button', { name: 'Enrol 1 student' }).click()
  // What came of it is told: nothing is changed before.
  await expect(page.locator('form[inert]').filter({ has: students })).toHaveCount(1)
  enrolling()
  await expect(page.getByText('1 student enrolled.')).toBeVisible()
  await expect(students).toHaveValue(second.email)
  expect(await ownedCourses(shop, first.token)).toEqual([])
  expect(await ownedCourses(shop, second.token)).toEqual(['hindi-script-vault'])
})

test('the table of courses that was chosen last is the one that is shown, and its import can be stopped', async ({
  page,
  admin,
  shop,
}) => {
  await admin.open('/admin?tab=courses')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import courses' })
  const file = dialog.getByLabel('CSV file')
  const happens = dialog.getByRole('list', { name: 'What will happen' })
  const release = await holdBack(page, '/admin/courses/import/plan', { times: 1 })
  await file.setInputFiles(csv('The first table of courses'))
  await expect(dialog.getByText('Checking...')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await file.click()
  // The file of the same name, mended meanwhile: to the browser it would be no change.
  await expect(file).toHaveValue('')
  const bad = Array.from({ length: LINES_AT_ONCE }, () => 'Bad')
  await (await chooser).setFiles(csv('The second table of courses', ...bad, 'Courses behind the stop'))
  await expect(happens).toContainText('New course: 2')
  const answered = page.waitForResponse('**/api/admin/courses/import/plan')
  release()
  await answered
  await expect(happens).toContainText('New course: 2')

  const ids = ['the-second-table-of-courses', 'courses-behind-the-stop']
  try {
    const part = await holdBack(page, '/admin/courses/import')
    await dialog.getByRole('button', { name: 'Import 2 courses' }).click()
    await dialog.getByRole('button', { name: 'Stop' }).click()
    part()
    await expectToast(page, 'Import stopped', '1 course made, 0 changed. What is done stays.')
    const there = await shop.admin<{ courses: { course_id: string }[] }>('GET', `/courses/get_all_courses?ids=${ids}`)
    expect(there.courses.map(({ course_id }) => course_id)).toEqual(ids.slice(0, 1))
  } finally {
    await removeCourse(shop, ids[0] ?? '')
  }
})
