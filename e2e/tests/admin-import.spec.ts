import { removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, ownedCourses } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

const COURSES = csv(
  'courses.csv',
  'Title,Description,Price,Image',
  'Imported course of reels,Make your first ten reels with a phone,499,banner-ads.webp',
  'Bad,Make your first ten reels with a phone,499,banner-ads.webp',
  'Imported course of shorts,Make your first ten shorts with a phone,299,banner-ads.webp',
)

test('an import of courses and students names wrong lines, needs one press, and changes nothing the second time', async ({
  page,
  admin,
  shop,
}) => {
  const ids = ['imported-course-of-reels', 'imported-course-of-shorts']
  await admin.open('/admin?tab=courses')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import courses' })
  const file = dialog.getByLabel('CSV file')
  const happens = dialog.getByRole('list', { name: 'What will happen' }).getByRole('listitem')
  const bad = dialog.getByRole('row').filter({ hasText: 'Name must be at least 5 characters' })
  try {
    await file.setInputFiles(COURSES)
    await expect(happens).toHaveText(['Needs fixing: 1', 'New course: 2'])
    await expect(bad.getByRole('cell').first()).toHaveText('3')
    const planned = await shop.admin<{ courses: unknown[] }>('GET', `/courses/get_all_courses?ids=${ids.join(',')}`)
    expect(planned.courses).toEqual([])
    await checkScreen(page, 'what a table of courses would do')
    await dialog.getByRole('button', { name: 'Import 2 courses' }).click()
    await expect(dialog.getByText('2 courses made, 0 changed.')).toBeVisible()
    await file.setInputFiles(COURSES)
    await expect(happens).toHaveText(['Needs fixing: 1', 'Stays as it is: 2'])
    await expect(dialog.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  } finally {
    for (const id of ids) await removeCourse(shop, id)
  }

  const known = await newAccount(shop, 'Meera Iyer')
  const fresh = newPerson().email
  const students = csv(
    'students.csv',
    'Email,Name,Courses',
    `${known.email},Meera Iyer,hindi-script-vault`,
    'asha@,Asha,hindi-script-vault',
    `${fresh},Ravi Kumar,hindi-script-vault`,
  )
  await admin.open('/admin?tab=enrol')
  const check = async () => {
    await page.getByLabel('CSV file').setInputFiles(students)
    await expect(page.getByLabel('Students', { exact: true })).toHaveValue(/hindi-script-vault/)
    await page.getByRole('button', { name: 'Check what will happen' }).click()
  }
  const comes = page.getByRole('list', { name: 'What will happen' }).getByRole('listitem')
  await check()
  await expect(comes).toHaveText(['Needs fixing: 1', 'Waiting for email confirmation: 1', 'New account: 1'])
  const wrong = page.getByRole('row').filter({ hasText: '“asha@” is no email address' })
  await expect(wrong.getByRole('cell').first()).toHaveText('3')
  expect(await ownedCourses(shop, known.token)).toEqual([])
  await page.getByRole('button', { name: 'Enrol 2 students' }).click()
  await expect(page.getByText('1 student enrolled, 1 account made.')).toBeVisible()
  expect(await ownedCourses(shop, known.token)).toEqual([])
  await page.reload()
  await check()
  await expect(comes).toHaveText(['Needs fixing: 1', 'Has it already: 2'])
  await expect(page.getByRole('button', { name: 'Enrol 0 students' })).toBeDisabled()
})
