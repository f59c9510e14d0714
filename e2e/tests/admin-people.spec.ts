import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { awaitMail, pressForStudent, toast } from '../steps.ts'

test('the owner finds users, their orders, and changes their coins', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of (409|500)/)
  const student = await newAccount(shop, 'Kavya Sample')
  await buy(shop, student, ['hindi-script-vault'])
  await admin.open('/admin?tab=users')
  await expect(page.getByText(/^Total: \d+$/)).toBeVisible()
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'Email',
    'Phone',
    'Coins',
    'Referred by',
    'Courses',
    'Spent',
    'Joined',
    'Last seen',
    'Progress',
    'Actions',
  ])
  await page.getByRole('searchbox', { name: 'Search by name, email or phone' }).fill(student.email.toUpperCase())
  await expect(page.getByText('Total: 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Hindi Script Vault ₹299\.00 .*0%/ })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const found = page.waitForResponse((answer) => answer.url().includes(`q=${student.phone.slice(2, 9)}`))
  await page.getByRole('searchbox').fill(student.phone.slice(2, 9))
  await found
  // Old rows stay dimmed until the answer is rendered.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('row', { name: student.email })).toBeVisible()
  await checkScreen(page, 'users')

  await pressForStudent(page, 'Kavya Sample', 'Orders')
  const orders = page.getByRole('dialog', { name: 'Orders of Kavya Sample' })
  await expect(orders.getByRole('columnheader')).toHaveText([
    'Course',
    'Status',
    'Hours Spent',
    'Purchase Date',
    'Payment Status',
    'Payment ID',
  ])
  await expect(orders.getByRole('row', { name: /Hindi Script Vault Not started 0.0 .* Paid pay_/ })).toBeVisible()
  await checkScreen(page, 'orders of a user')
  await page.keyboard.press('Escape')

  await pressForStudent(page, 'Kavya Sample', /^Coins/)
  const coins = page.getByRole('dialog', { name: 'Coins of Kavya Sample' })
  const amount = coins.getByLabel('Amount')
  await expect(amount).toHaveValue('0')
  await coins.getByRole('button', { name: 'Add coins' }).click()
  await expect(coins.getByText('Amount must be a whole number from 1 to 1000000')).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('1.5')
  await expect(coins.getByText('Amount must be a whole number from 1 to 1000000')).toBeVisible()
  await amount.fill('50')
  await expect(coins.getByText('New balance will be 50')).toBeVisible()
  await expect(coins.getByText('Say in a few words why')).toBeVisible()
  await coins.getByLabel('Reason').fill('Won the reels contest')
  await checkScreen(page, 'coins of a user')
  await coins.getByRole('button', { name: 'Add 50 coins' }).click()
  await expect(toast(page, 'Coins added successfully')).toBeVisible()
  await expect(coins).toBeHidden()
  await page.getByRole('button', { name: 'Actions for Kavya Sample' }).click()
  await expect(page.getByRole('menuitem', { name: 'Coins (50)' })).toBeVisible()
  await page.keyboard.press('Escape')

  const change = async (number: string) => {
    await pressForStudent(page, 'Kavya Sample', /^Coins/)
    await coins.getByText('Subtract', { exact: true }).click()
    await amount.fill(number)
    await coins.getByLabel('Reason').fill('Given twice by mistake')
    await page.keyboard.press('Enter')
  }
  await change('51')
  await expect(coins.getByText('Failed to subtract coins')).toBeVisible()
  await page.keyboard.press('Escape')
  await change('20')
  await expect(toast(page, 'Coins subtracted successfully')).toBeVisible()
  await answerInstead(page, `/admin/add_coins/${student.user_id}`, { status: 500, json: {} })
  await pressForStudent(page, 'Kavya Sample', /^Coins/)
  await amount.fill('1')
  await coins.getByLabel('Reason').fill('Won the reels contest')
  await page.keyboard.press('Enter')
  await expect(coins.getByText('Failed to add coins')).toBeVisible()
})

test('an admin corrects a buyer’s email, resends the access email, and deletes an account', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of (409|500)/)
  const student = await newAccount(shop, 'Rohan Demo')
  const right = newPerson().email
  await admin.open(`/admin?tab=users&q=${student.email}`)
  await pressForStudent(page, 'Rohan Demo', 'Edit details')
  const dialog = page.getByRole('dialog', { name: 'Edit Rohan Demo’s details' })
  await expect(dialog.getByLabel('Phone')).toHaveValue(student.phone)
  await dialog.getByLabel('Email').fill(shop.student.email)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Email already registered')).toBeVisible()
  await dialog.getByLabel('Email').fill(right)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, /saved|updated|changed/i)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send access email' }).click()
  expect(await awaitMail(shop, right, /password/i)).toContain(right)
  await checkScreen(page, 'a user to be corrected')
  await page.keyboard.press('Escape')

  await page.goto(`/admin?tab=users&q=${right}`)
  const remove = async () => {
    await pressForStudent(page, 'Rohan Demo', 'Delete')
    await page
      .getByRole('alertdialog', { name: 'Are you sure you want to delete this user?' })
      .getByRole('button', { name: 'Delete' })
      .click()
  }
  const refused = await answerInstead(page, `/admin/users/${student.user_id}`, { status: 500, json: {} })
  await remove()
  await expect(toast(page, 'Failed to delete user')).toBeVisible()
  await refused()
  await remove()
  await expect(toast(page, 'User deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No students match your search' })).toBeVisible()
})

// In a plain run `error-state.test.ts` covers that each tab reports it in a notice and in place, and
// `admin-courses.spec.ts` walks both.
test('failed fetches of users and their orders are reported', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/)
  const student = await newAccount(shop, 'Meera Test')
  await admin.open(`/admin?tab=users&q=${student.email}`)
  await answerInstead(page, `/admin/users/${student.user_id}/orders`, { status: 500, json: {} })
  await pressForStudent(page, 'Meera Test', 'Orders')
  const dialog = page.getByRole('dialog', { name: 'Orders of Meera Test' })
  await expect(dialog.getByText('Failed to fetch user orders')).toBeVisible()
  await answerInstead(page, '/admin/users', { status: 500, json: {} })
  await page.reload()
  await expect(toast(page, 'Failed to fetch users')).toBeVisible()
})
