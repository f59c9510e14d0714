import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'

type Made = { membership: { membership_id: string } }

async function addMembership(shop: Shop, name: string, courseIds: string[]): Promise<string> {
  const body = { name, course_ids: courseIds, price: 499, period: 'month', grace_days: 3, state: 'on_sale' }
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
  }).toPass({ timeout: 30_000 })
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
  await expect(terms).toContainText('Cancel with two presses')
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
  await expect(row).toContainText('It begins once the first debit is made.')
  await row.getByRole('link', { name: 'Approve and pay' }).click()
  await page.getByRole('button', { name: 'Approve in the UPI app' }).click()
  await page.goto(`/dashboard?join=${id}`)
  await expect(row).toContainText(/Paid until .* Next debit on/)
  await expect(page.getByRole('article').filter({ hasText: course.name })).toBeVisible()
  await checkScreen(page, 'a membership on the dashboard')

  await atTheBank(page, gateway, 'Charge, and let it fail')
  await expectRow(page, name, 'Debit late')
  await atTheBank(page, gateway, 'Charge again', 'Charge, and let it wait')
  await expectRow(page, name, 'Paid until')
  await atTheBank(page, gateway, 'Let the payment arrive', 'Pause in the UPI app')
  await expectRow(page, name, 'Stopped')
  await atTheBank(page, gateway, 'Resume in the UPI app')
  await expectRow(page, name, 'Next debit on')
  await atTheBank(page, gateway, ...Array(4).fill('Charge, and let it fail'))
  await expectRow(page, name, 'Stopped')
  await checkScreen(page, 'a membership that has stopped')
  await row.getByRole('link', { name: 'Pay or change card' }).click()
  await page.getByRole('button', { name: 'Change the card' }).click()
  await expectRow(page, name, 'Next debit on')
  await page.goto('/dashboard/orders')
  await expect(page.getByText(name)).toHaveCount(3)

  await page.goto('/dashboard')
  await row.getByRole('button', { name: 'Cancel membership' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Cancel ${name}?` })
  await expect(dialog).toContainText('Nothing more is debited. Your courses stay open until')
  await dialog.getByRole('button', { name: 'Cancel membership' }).click()
  await expect(row).toContainText('Membership cancelled')
  await expect(page.getByRole('article').filter({ hasText: course.name })).toBeVisible()
})

test('an owner adds a membership, and ends its price', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
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
  await page.getByRole('button', { name: 'Change All year' }).click()
  const change = page.getByRole('dialog', { name: 'Change All year' })
  await change.getByRole('radio', { name: 'Ended' }).check({ force: true })
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Ended')
  guard.allow(/status of 404/)
  await page.goto(`/membership/${made?.membership_id}`)
  await expect(page.getByRole('heading', { name: 'This membership is not on sale' })).toBeVisible()
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
