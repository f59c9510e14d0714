import { expect, test } from '../fixtures.ts'
import { buy, newAccount, ownedCourses } from '../people.ts'
import { checkLook, checkScreen, lineCount } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// In a plain run `students/students.test.ts` covers the same.
test('a student has a page with courses, orders, coins, devices and notes', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 404/)
  const student = await newAccount(shop, 'Kavya Deshpande')
  const friend = await newAccount(shop)
  await shop.query(
    'update users set referred_by = friend.id from users friend where users.user_id = $1 and friend.user_id = $2',
    [student.user_id, friend.user_id],
  )
  const { order_id, order_no } = await buy(shop, student, ['hindi-script-vault'])
  await admin.open(`/admin?tab=users&q=${student.email}`)
  await page.getByRole('link', { name: 'Kavya Deshpande' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kavya Deshpande' })).toBeVisible()
  await expect(page.getByText(/^Referred by [A-Z0-9]+$/)).toBeVisible()
  const courses = page.getByRole('region', { name: 'Courses and progress' })
  await expect(courses.getByText('Hindi Script Vault', { exact: true })).toBeVisible()
  await expect(courses.getByRole('link', { name: 'Bought' })).toHaveAttribute('href', new RegExp(order_id))
  const orders = page.getByRole('region', { name: 'Orders' })
  await expect(orders.getByRole('link', { name: order_no })).toBeVisible()
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('New note').fill('Asked for Marathi captions twice.')
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Asked for Marathi captions twice.')
  await expect(notes.getByLabel('New note')).toHaveValue('')
  await checkScreen(page, 'student')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await lineCount(orders.getByRole('link', { name: order_no })), 'lines of the order on a phone').toBe(1)
  const [name, remove] = await Promise.all([
    courses.getByText('Hindi Script Vault', { exact: true }).boundingBox(),
    courses.getByRole('button', { name: 'Remove access to Hindi Script Vault' }).boundingBox(),
  ])
  expect(name && name.x + name.width, 'right edge of the name, which the buttons follow').toBeLessThan(remove?.x ?? 0)
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices.getByRole('button', { name: /^Log out of/ }).click()
  await expect(toast(page, 'Logged out of that device')).toBeVisible()
  await expect(devices.getByText('No logged-in devices.')).toBeVisible()
  await page.goto('/admin?tab=student&id=usr_nobody')
  await expect(page.getByRole('heading', { name: 'There is no such student' })).toBeVisible()
})

test('an admin gives and removes access on the page of its student', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const student = await newAccount(shop, 'Meera Iyer')
  await shop.query('update users set email_proven_at = now() where email = $1', [student.email])
  await buy(shop, student, ['hindi-script-vault'])
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const courses = page.getByRole('region', { name: 'Courses and progress' })
  await expect(courses.getByRole('listitem')).toHaveCount(1)
  await expect(courses).not.toContainText('Until')
  await courses.getByRole('button', { name: 'Give a course' }).click()
  await courses.getByRole('button', { name: 'Give access' }).click()
  await expect(courses.getByText('Choose a course')).toBeVisible()
  await courses.getByLabel('Thumbnail Design Lab').check()
  await courses.getByLabel('Access until').fill('2099-03-31')
  await checkLook(page, 'a course given in place')
  await courses.getByRole('button', { name: 'Give access' }).click()
  const input = courses.getByRole('listitem').filter({ hasText: 'Thumbnail Design Lab' })
  await expect(input).toContainText('Until 31 Mar 2099')
  expect(await ownedCourses(shop, student.token)).toEqual(['thumbnail-design-lab', 'hindi-script-vault'])
  await courses.getByRole('button', { name: 'Remove access to Hindi Script Vault' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Hindi Script Vault from Meera Iyer?' })
  await expect(question).toContainText('It was paid for')
  await checkLook(page, 'removing a course')
  await question.getByRole('button', { name: 'Remove access' }).click()
  await expect(toast(page, 'Access removed')).toBeVisible()
  await expect(courses.getByText('Hindi Script Vault')).toHaveCount(0)
  expect(await ownedCourses(shop, student.token)).toEqual(['thumbnail-design-lab'])
})

test('an offline payment is recorded on the page of its student', { tag: '@long' }, async ({ page, admin, shop }) => {
  const student = await newAccount(shop, 'Rohan Mehta')
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  await page.getByRole('button', { name: 'Record an offline payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment of Rohan Mehta outside Razorpay' })
  await expect(
    dialog.getByText('Email not confirmed. Ask the buyer to confirm it before you give access.'),
  ).toBeVisible()
  await dialog.getByLabel('Hindi Script Vault').check()
  await expect(dialog.getByLabel('Amount received')).toHaveValue('299')
  await dialog.getByRole('button', { name: 'Record ₹299.00' }).click()
  await expect(dialog.getByText('Please enter a receipt number or the reference of the transfer')).toBeVisible()
  await dialog.getByLabel('Paid by').selectOption('Cash')
  await dialog.getByLabel('Reference').fill('Receipt book 17')
  await checkLook(page, 'a payment outside the gateway')
  await dialog.getByRole('button', { name: 'Record ₹299.00' }).click()
  const order = page.getByRole('dialog', { name: /^Order SH-/ })
  await expect(order.getByText('Cash, Receipt book 17')).toBeVisible()
  await expect(order.getByRole('button', { name: 'Check with Razorpay' })).toHaveCount(0)
  expect(await ownedCourses(shop, student.token)).toEqual(['hindi-script-vault'])
})

test('an admin views the shop as a student, changes nothing, and leaves', { tag: ['@tab-only', '@long'] }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 403/)
  const student = await newAccount(shop, 'Kavya Deshpande')
  await buy(shop, student, ['hindi-script-vault'])
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'View as Kavya Deshpande' }).click()
  const view = await opened
  await view.getByRole('button', { name: 'Open the view' }).click()
  const banner = view.getByRole('complementary', { name: 'Read-only view' })
  await expect(banner).toContainText('You see the shop as Kavya Deshpande. Nothing can be changed.')
  expect(view.url()).not.toContain('#')
  await view.getByRole('article').filter({ hasText: 'Hindi Script Vault' }).getByRole('link').click()
  await view.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(toast(view, 'This view is read only')).toBeVisible()
  await view.goto('/dashboard/orders')
  await expect(view.getByRole('heading', { level: 1 })).toBeVisible()
  await checkScreen(view, 'a read-only view')
  await banner.getByRole('button', { name: 'Leave' }).click()
  await expect(banner).toBeHidden()
  await expect(view).toHaveURL('/')
  // The console's own tab stays on its page.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Kavya Deshpande' })).toBeVisible()
})

test('an admin extends expiring access on the page of its student', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ access_period: 'P1M' })
  const student = await newAccount(shop, 'Ira Joshi')
  await buy(shop, student, [course_id])
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const courses = page.getByRole('region', { name: 'Courses and progress' })
  await expect(courses).toContainText('Until')
  const endsAt = async () => Date.parse((await courses.getByText(/^Until/).innerText()).slice('Until '.length))
  const before = await endsAt()
  await courses.getByRole('button', { name: `+30 days of ${name}` }).click()
  await expect(toast(page, 'Access extended')).toBeVisible()
  await expect.poll(async () => ((await endsAt()) - before) / 86_400_000).toBe(30)
  await courses.getByRole('button', { name: `Extend access to ${name}` }).click()
  const until = courses.getByLabel('Access until')
  await until.fill('2020-01-01')
  await courses.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(courses.getByText(/^Choose .* or later$/)).toBeVisible()
  await checkScreen(page, 'extending access')
  await until.fill('2040-03-03')
  await courses.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(courses).toContainText('Until 3 Mar 2040')
})

test('an admin extends expiring access for many students of a course at once', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ access_period: 'P1M' })
  for (const name of ['Ira Joshi', 'Om Prakash', 'Noor Khan']) {
    await buy(shop, await newAccount(shop, name), [course_id])
  }
  await admin.open(`/admin?tab=coursestudents&course_id=${course_id}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('checkbox', { name: 'Select Noor Khan' }).click()
  const marked = page.getByRole('region', { name: 'Selected students' })
  await expect(marked).toContainText('2 selected')
  await checkScreen(page, 'students of a course, marked')
  await marked.getByRole('button', { name: 'Extend access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend access' })
  await dialog.getByLabel('Access until').fill('2040-03-03')
  await dialog.getByRole('button', { name: 'Extend for 2 students' }).dblclick()
  await expect(toast(page, 'Access extended for 2 students')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Ira Joshi' })).toContainText('3 Mar 2040')
  await expect(page.getByRole('row', { name: 'Noor Khan' })).not.toContainText('2040')
  await expect(marked).toBeHidden()
})
