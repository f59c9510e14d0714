import { adminWithPassword, logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

test('the owner opens the month to close, and steps to the present one', { tag: '@both' }, async ({
  page,
  admin,
  shop,
}) => {
  // The shop is without an accountant, also after another journey.
  const { admins } = await shop.admin<{ admins: { admin_id: string; role: string }[] }>('GET', '/admins')
  for (const { admin_id, role } of admins) if (role === 'finance') await shop.admin('DELETE', `/admins/${admin_id}`)
  // On the first day of a month nobody else has paid in it.
  await buy(shop, await newAccount(shop), ['hindi-script-vault'])
  await admin.open('/admin?tab=month')
  const card = page.getByRole('region', { name: 'For your accountant' })
  await expect(card).toContainText('Ready for your accountant')
  await expect(card).toContainText('add an admin of the role finance under Settings, Admins')
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()
  const [earlier, later] = [
    page.getByRole('button', { name: /^\w+ \d{4}$/ }).nth(0),
    page.getByRole('button', { name: /^\w+ \d{4}$/ }).nth(1),
  ]
  await checkScreen(page, 'a month to close')
  await later.click()
  await expect(card).toContainText('This month is not over')
  await expect(later).toBeDisabled()
  await expect(earlier).toHaveAccessibleName(before)
  await earlier.click()
  await expect(title).toHaveText(before)
})

test('the menu scrolls to the entry of the open screen', async ({ page, admin, shop }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await shop.admin('PUT', '/tools', { tool: 'month', used: true })
  await admin.open('/admin?tab=month')
  await expect(
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Monthly accounts' }),
  ).toBeInViewport({ ratio: 1 })
})

// In a plain run `books/books.test.ts` covers the same.
test('an accountant closes a month and gets all its files by four presses', { tag: ['@tab-only', '@long'] }, async ({
  page,
  shop,
}) => {
  await shop.admin('PUT', '/tools', { tool: 'month', used: true })
  await page.goto('/admin/login')
  await logInAdmin(page, await adminWithPassword(shop, 'finance'))
  const presses: string[] = []
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    const one = page.getByRole(role, { name, exact: true }).last()
    await one.click()
    presses.push(String(name))
  }
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Monthly accounts' }).click()
  presses.push('Monthly accounts')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^\w+ \d{4}$/)
  const last = await title.innerText()
  // A month before, so that other journeys find the one to close open.
  await page
    .getByRole('button', { name: /^\w+ \d{4}$/ })
    .nth(0)
    .click()
  await expect(title).not.toHaveText(last)
  const close = `Close ${await title.innerText()}`
  await press('button', close)
  await expect(page.getByRole('dialog', { name: `${close}?` })).toContainText('The month cannot be opened again.')
  await press('button', close)
  await expect(page.getByRole('region', { name: 'Closed' })).toContainText('Nothing in this month can change now.')
  const [download] = await Promise.all([page.waitForEvent('download'), press('button', 'Download all files')])
  expect(download.suggestedFilename()).toMatch(/^books-\d{4}-\d{2}\.zip$/)
  expect(presses).toEqual(['Monthly accounts', close, close, 'Download all files'])
  await page.reload()
  await expect(page.getByRole('button', { name: close })).toBeHidden()
})
