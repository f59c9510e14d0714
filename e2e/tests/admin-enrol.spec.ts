import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, ownedCourses } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { awaitMail } from '../steps.ts'

// In a plain run `students/enrolments.test.ts` covers the same.
test('one person is enrolled in three presses, and one who has no proven address waits', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const known = await newAccount(shop, 'Meera Iyer')
  const fresh = newPerson().email
  const email = page.getByRole('textbox', { name: 'Email' })
  const enrol = page.getByRole('main').getByRole('button', { name: 'Give access' })
  await admin.open('/admin?tab=users')
  await page.getByRole('main').getByRole('link', { name: 'Give access' }).click()
  await enrol.click()
  await expect(page.getByText('Choose a course')).toBeVisible()
  await expect(page.getByText('Type an email or a phone')).toBeVisible()
  await page.getByLabel('Hindi Script Vault').check()
  await email.fill(fresh)
  await enrol.click()
  await expect(page.getByText(`${fresh} has access now, and a new account.`)).toBeVisible()
  await checkScreen(page, 'give access to one person')
  // The next person gets the same courses.
  await expect(email).toHaveValue('')
  await email.fill(known.email)
  await enrol.click()
  await expect(page.getByText(`${known.email} is waiting for email confirmation`)).toBeVisible()
  expect(await ownedCourses(shop, known.token)).toEqual([])
  expect(await awaitMail(shop, known.email, /You have a new course/)).toContain('which nobody has confirmed')
  expect(await awaitMail(shop, fresh, /You have a new course/)).toContain('Log in and choose a password')
  await email.fill(fresh)
  await enrol.click()
  await expect(page.getByText(`${fresh} has access already.`)).toBeVisible()
})

test('the enrol form of a course has that course chosen already', { tag: '@long' }, async ({
  page,
  admin,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ name: 'Course to be given' })
  const { email } = newPerson()
  await admin.open(`/admin?tab=coursestudents&course_id=${course_id}`)
  await page.getByRole('main').getByRole('link', { name: 'Give access' }).click()
  await expect(page.getByLabel(name)).toBeChecked()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('main').getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText(`${email} has access now, and a new account.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name }).click()
  await expect(page.getByRole('table', { name: 'Students' }).getByText(email)).toBeVisible()
})

test('a list that is pasted for one person opens the wizard with its text and the chosen course', {
  tag: '@long',
}, async ({ page, admin }) => {
  const list = `1. Asha – asha@example.com – +91 98765 43210\n2. Ravi <ravi@example.com>`
  await admin.open('/admin?tab=enrol')
  await page.getByLabel('Hindi Script Vault').check()
  await page.getByRole('textbox', { name: 'Email' }).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, list)
  await expect(page.getByRole('textbox', { name: 'People' })).toHaveValue(list)
  await page.getByRole('button', { name: 'Match the list' }).click()
  await expect(page.getByRole('heading', { name: 'Courses for all rows' })).toBeVisible()
  await expect(page.getByLabel('Hindi Script Vault')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Check 2 rows' })).toBeVisible()
})

test('access goes from the list that was checked last, and paid courses stay', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const [first, second] = [await newAccount(shop, 'Meera Iyer'), await newAccount(shop, 'Ravi Kumar')]
  // Buyers are enrolled without email confirmation.
  for (const student of [first, second]) await buy(shop, student, ['bio-link-in-an-hour'])
  const people = [first, second].map(({ email }) => ({ email, phone: null, name: null }))
  await shop.admin('POST', '/enrolments', { course_ids: ['hindi-script-vault'], people, mail: false })
  await admin.open('/admin?tab=enrol')
  await page.getByRole('radio', { name: 'Remove access' }).check()
  const students = page.getByRole('textbox', { name: 'Students' })
  const check = page.getByRole('button', { name: 'Check what will happen' })
  const cell = (text: string) => page.getByRole('row').filter({ hasText: text })
  await check.click()
  await expect(page.getByText('Choose a course')).toBeVisible()
  await page.getByLabel('Hindi Script Vault').check()
  await page.getByLabel('Bio Link in an Hour').check()
  await students.fill(first.email)
  const release = await holdBack(page, '/admin/enrolments/plan', { times: 1 })
  await check.click()
  await expect(page.getByRole('button', { name: 'Checking...' })).toBeVisible()
  await students.fill(`${second.email}\nasha@`)
  await check.click()
  await expect(cell(second.email)).toBeVisible()
  const answered = page.waitForResponse('**/api/admin/enrolments/plan')
  release()
  await answered
  await expect(page.getByText('“asha@” is no email address')).toBeVisible()
  await checkScreen(page, 'remove access')
  const removing = await holdBack(page, '/admin/enrolments/take')
  await page.getByRole('button', { name: 'Remove access of 1 student' }).click()
  // The result is shown: nothing can be changed until then.
  await expect(page.locator('form[inert]').filter({ has: students })).toHaveCount(1)
  removing()
  await expect(page.getByText('1 student no longer enrolled.')).toBeVisible()
  expect(await ownedCourses(shop, first.token)).toContain('hindi-script-vault')
  expect(await ownedCourses(shop, second.token)).toEqual(['bio-link-in-an-hour'])
})
