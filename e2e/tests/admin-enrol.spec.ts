import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson, ownedCourses } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail } from '../steps.ts'

test('a list of students is checked line by line, then enrolled with one press', async ({ page, admin, shop }) => {
  const known = await newAccount(shop, 'Meera Iyer')
  const fresh = newPerson().email
  await admin.open('/admin?tab=users')
  await page.getByRole('link', { name: 'Enrol by hand' }).click()
  await page.getByRole('button', { name: 'Check what will happen' }).click()
  await expect(page.getByText('Choose a course')).toBeVisible()
  await page.getByLabel('Hindi Script Vault').check()
  await page.getByLabel('Students', { exact: true }).fill(`${fresh}\n${known.email}\nasha@\n${fresh}`)
  await page.getByRole('button', { name: 'Check what will happen' }).click()
  const happens = page.getByRole('list', { name: 'What will happen' })
  await expect(happens.getByRole('listitem')).toHaveText([
    'Needs fixing: 1',
    'Duplicate line: 1',
    'Waiting for email confirmation: 1',
    'New account: 1',
  ])
  await expect(page.getByText('“asha@” is no email address')).toBeVisible()
  await checkScreen(page, 'enrol by hand')
  await page.getByRole('button', { name: 'Enrol 2 students' }).click()
  await expect(page.getByText('1 student enrolled, 1 account made.')).toBeVisible()
  await expect(page.getByText('1 student waiting for email confirmation')).toBeVisible()
  expect(await ownedCourses(shop, known.token)).toEqual([])
  expect(await awaitMail(shop, known.email, /You have a new course/)).toContain('which nobody has confirmed')
  expect(await awaitMail(shop, fresh, /You have a new course/)).toContain('Log in and choose a password')
})

test('the enrol dialog of a course has that course chosen already', async ({ page, admin, newCourse }) => {
  const { course_id, name } = await newCourse({ name: 'Course to be given' })
  const { email } = newPerson()
  await admin.open(`/admin?tab=coursestudents&course_id=${course_id}`)
  await page.getByRole('link', { name: 'Enrol students' }).click()
  await expect(page.getByLabel(name)).toBeChecked()
  await page.getByLabel('Students', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Check what will happen' }).click()
  await page.getByRole('button', { name: 'Enrol 1 student' }).click()
  await expect(page.getByText('1 student enrolled, 1 account made.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the course' }).click()
  await expect(page.getByRole('table', { name: 'Students' }).getByText(email)).toBeVisible()
})
