import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'

type Made = { membership: { membership_id: string } }

async function addMembership(shop: Shop, name: string, course_ids: string[], fields: object = {}): Promise<string> {
  const body = { name, course_ids, price: 499, period: 'month', grace_days: 3, state: 'on_sale', ...fields }
  return (await shop.admin<Made>('POST', '/memberships', body)).membership.membership_id
}

/** Presses buttons of the bank's side, one after the other, on the gateway's page. */
async function atTheBank(page: Page, gateway: string, ...buttons: string[]): Promise<void> {
  await page.goto(gateway)
  for (const name of buttons) await page.getByRole('button', { name }).click()
}

/** Opens the dashboard until the row of the membership has this text. */
async function expectRow(page: Page, name: string, text: string | RegExp): Promise<void> {
  const row = page.getByRole('region', { name: `Membership: ${name}` })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(row).toContainText(text, { timeout: 3_000 })
  }).toPass()
}

// In a plain run `sales/memberships/memberships-http.test.ts` covers the same.
test('a student joins, and the membership follows whatever the bank does', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ price: 3000 })
  const name = 'Everything by month'
  const id = await addMembership(shop, name, [course.course_id])
  await page.goto(`/membership/${id}`)
  const terms = page.getByRole('complementary')
  await expect(terms).toContainText('₹499.00 every month')
  await expect(terms).toContainText('Until you cancel')
  await expect(terms).toContainText('Cancel any time in your dashboard')
  await checkScreen(page, 'a membership')
  await page.goto(`/membership/${id}?lang=hi`)
  await expect(page.getByRole('link', { name: 'मेंबर बनें' })).toBeVisible()

  await signIn(page, await newAccount(shop, 'Meera Nair'))
  await page.goto(`/membership/${id}`)
  await page.getByRole('link', { name: 'Become a member' }).click()
  await expect(page.getByRole('heading', { name: `Join ${name}` })).toBeVisible()
  await checkScreen(page, 'joining a membership')
  await page.getByRole('button', { name: 'Approve and pay ₹499.00' }).click()
  await page.waitForURL('**/pay/sub_*')
  const gateway = page.url()
  await page.getByRole('button', { name: 'Refuse in the bank’s app' }).click()
  await page.goto(`/dashboard?join=${id}`)
  const row = page.getByRole('region', { name: `Membership: ${name}` })
  await expect(row).toContainText('It begins with the first payment.')
  await row.getByRole('link', { name: 'Approve and pay' }).click()
  await page.getByRole('button', { name: 'Approve in the UPI app' }).click()
  await page.goto(`/dashboard?join=${id}`)
  await expect(row).toContainText('Next payment on')
  const access = page.getByRole('article').filter({ hasText: course.name })
  await expect(access).toBeVisible()
  // The days of grace are of nobody whose debits go through.
  await expect(page.getByText(/Paid until|Access until/)).toHaveCount(0)
  await checkScreen(page, 'a membership on the dashboard')

  await atTheBank(page, gateway, 'Charge, and let it fail')
  await expectRow(page, name, 'Payment late')
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(access).toContainText('Access until', { timeout: 3_000 })
  }).toPass()
  await atTheBank(page, gateway, 'Charge again', 'Charge, and let it wait')
  await expectRow(page, name, 'Next payment on')
  await atTheBank(page, gateway, 'Let the payment arrive', 'Pause in the UPI app')
  await expectRow(page, name, 'Stopped')
  await atTheBank(page, gateway, 'Resume in the UPI app')
  await expectRow(page, name, 'Next payment on')
  await atTheBank(page, gateway, ...Array(4).fill('Charge, and let it fail'))
  await expectRow(page, name, 'Stopped')
  await checkScreen(page, 'a membership that has stopped')
  await row.getByRole('link', { name: 'Pay or change card' }).click()
  await page.getByRole('button', { name: 'Change the card' }).click()
  await expectRow(page, name, 'Next payment on')
  await page.goto('/dashboard/orders')
  await expect(page.getByText(name)).toHaveCount(3)

  await page.goto('/dashboard')
  await row.getByRole('button', { name: 'Cancel membership' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Cancel ${name}?` })
  await expect(dialog).toContainText('You will not be charged again. Your courses stay open until')
  await dialog.getByRole('button', { name: 'Cancel membership' }).click()
  await expect(row).toContainText('Membership cancelled')
  await expect(page.getByRole('article').filter({ hasText: course.name })).toBeVisible()
})

test('a new visitor joins, and a price that ended stays as agreed for its member', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, guard, newCourse, newVisitor }) => {
  const course = await newCourse({ price: 3000 })
  const old = await addMembership(shop, 'Agreed price', [course.course_id])
  await page.goto(`/membership/${old}`)
  await page.getByRole('link', { name: 'Become a member' }).click()
  await page.getByRole('tab', { name: 'Register' }).click()
  const { email, phone } = newPerson()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha@gmial.com')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).focus()
  await page.getByRole('button', { name: 'Did you mean gmail.com?' }).click()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('asha@gmail.com')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone)
  const form = page.getByRole('tabpanel', { name: 'Register' })
  await form.getByLabel(/^Password/).fill('Mango-Kulfi-42')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Join Agreed price' })).toBeVisible()
  await page.getByRole('button', { name: 'Approve and pay ₹499.00' }).dblclick()
  await page.waitForURL('**/pay/sub_*')
  const gateway = page.url()
  // Nothing is approved so far, and the student is back on the plain dashboard.
  await expectRow(page, 'Agreed price', 'It begins with the first payment.')
  await atTheBank(page, gateway, 'Approve in the UPI app')
  await expectRow(page, 'Agreed price', 'Next payment on')

  const terms = { course_ids: [course.course_id], period: 'month', grace_days: 3 }
  await shop.admin('PUT', `/memberships/${old}`, { ...terms, name: 'Agreed price', price: 499, state: 'ended' })
  const dearer = await addMembership(shop, 'Newer price', [course.course_id], { price: 799 })
  await atTheBank(page, gateway, 'Charge this now')
  await expect(async () => {
    await page.goto('/dashboard/orders')
    await expect(page.getByText('Agreed price')).toHaveCount(2, { timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('article').first()).toContainText('₹499.00')

  const visitor = await newVisitor()
  guard.allow(/status of 40[49]/)
  await visitor.goto(`/membership/${old}`)
  await expect(visitor.getByRole('heading', { name: 'This membership is not available' })).toBeVisible()
  await signIn(visitor, await newAccount(shop))
  await visitor.goto(`/dashboard?join=${old}`)
  await expect(visitor.getByText('This membership is not available.')).toBeVisible()
  await visitor.goto(`/membership/${dearer}`)
  await expect(visitor.getByRole('complementary')).toContainText('₹799.00 every month')
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  expect([sitemap.includes(`/membership/${dearer}`), sitemap.includes(old)]).toEqual([true, false])
  expect(sitemap).not.toMatch(/\/(hi|mr)\/membership/)

  // Without days of grace the courses end with what is paid, and nobody pays for the same days again.
  await page.goto('/dashboard')
  const row = page.getByRole('region', { name: 'Membership: Agreed price' })
  const access = page
    .getByRole('article')
    .filter({ hasText: course.name })
    .getByText(/^Access until/)
  await expect(page.getByRole('article').filter({ hasText: course.name })).toBeVisible()
  await expect(access).toHaveCount(0)
  await row.getByRole('button', { name: 'Cancel membership' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel membership' }).click()
  await expect(row).toContainText('Membership cancelled')
  const [member] = await shop.query<{ paid_until: Date }>(
    'select max(to_at) as paid_until from member_debits where $1 = any(course_ids)',
    [course.course_id],
  )
  const paid = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' } as const
  await expect(access).toContainText(new Date(member?.paid_until ?? '').toLocaleDateString('en-IN', paid))
  await page.goto(`/dashboard?join=${old}`)
  // Its price is no longer on sale, so nobody joins at it again.
  await expect(page.getByText('This membership is not available.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
})

test('the dashboard says that the terms of a membership did not load, and tries again', { tag: '@long' }, async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const { course_id } = await newCourse({ price: 3000 })
  const id = await addMembership(shop, 'Loads late', [course_id], { cycles: 12 })
  await signIn(page, await newAccount(shop))
  guard.allow(/status of 503/)
  for (const path of ['**/api/go/memberships', '**/api/user/memberships']) {
    await page.route(path, (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto(`/dashboard?join=${id}`)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    await page.unroute(path)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Join Loads late' })).toBeVisible()
    await expect(page.getByText('It ends after 12 payments.')).toBeVisible()
  }
})

test('an owner adds a membership, and ends its price', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
  newVisitor,
}) => {
  await newCourse({ price: 3000 })
  await admin.open('/admin?tab=memberships&new=1')
  const dialog = page.getByRole('dialog', { name: 'Add a membership' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('All year')
  await dialog.getByLabel('Each debit (₹)').fill('15001')
  await dialog.getByRole('radio', { name: 'Year' }).check({ force: true })
  await dialog.getByRole('radio', { name: 'On sale' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Add membership' }).click()
  await expect(dialog).toContainText('banks ask for a code at each debit above that')
  await dialog.getByLabel('Each debit (₹)').fill('4999')
  await checkScreen(page, 'the form of a membership')
  await dialog.getByRole('button', { name: 'Add membership' }).click()
  const row = page.getByRole('row').filter({ hasText: 'All year' })
  await expect(row).toContainText('₹4,999.00 a year')
  await checkScreen(page, 'the memberships of a shop')
  const [made] = await shop.query<{ membership_id: string }>(
    "select membership_id from memberships where name = 'All year'",
  )
  const member = await newVisitor()
  await signIn(member, await newAccount(shop))
  await member.goto(`/dashboard?join=${made?.membership_id}`)
  await member.getByRole('button', { name: 'Approve and pay ₹4,999.00' }).click()
  await member.waitForURL('**/pay/sub_*')
  const gateway = member.url()
  await member.getByRole('button', { name: 'Approve in the UPI app' }).click()
  await expectRow(member, 'All year', 'Next payment on')
  await page.reload()
  await page.getByRole('button', { name: 'Change All year' }).click()
  const change = page.getByRole('dialog', { name: 'Change All year' })
  await expect(change).toContainText('Members joined at this price, so it never changes for them.')
  await change.getByRole('radio', { name: 'Ended' }).check({ force: true })
  await expect(change).toContainText('Closed to new members. Present ones go on until they cancel.')
  await checkScreen(page, 'the form of a membership with members')
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Ended')
  const figures = row.getByRole('cell').filter({ hasText: /^\d$/ })
  await expect(figures).toHaveText(['1', '0'])
  await atTheBank(member, gateway, 'Charge, and let it fail')
  await expectRow(member, 'All year', 'Payment late')
  await page.reload()
  await expect(figures).toHaveText(['0', '1'])
  const [debit] = await shop.query<{ order_id: string }>('select order_id from orders order by created_at desc limit 1')
  await admin.open(`/admin?tab=orders&order=${debit?.order_id}`)
  await expect(page.getByRole('region', { name: 'Membership' })).toContainText('All year, payment 1')
  guard.allow(/status of 404/)
  await page.goto(`/membership/${made?.membership_id}`)
  await expect(page.getByRole('heading', { name: 'This membership is not available' })).toBeVisible()
})

test('a shop without memberships has no trace of them for its students', async ({ page, shop, newCourse }) => {
  const course = await newCourse({ price: 3000 })
  const student = await newAccount(shop)
  await buy(shop, student, [course.course_id])
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await signIn(page, student)
  await page.goto('/dashboard')
  await expect(page.getByRole('article').filter({ hasText: course.name })).toBeVisible()
  expect(files.filter((url) => /memberships/i.test(url))).toEqual([])
})
