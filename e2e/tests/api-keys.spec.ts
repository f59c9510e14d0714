import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// In a plain run `api-keys/api-keys-http.test.ts` covers the same.
test('an owner makes a key for a program, which reads orders until it is revoked', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  await admin.open('/admin?tab=settings')
  await page.getByRole('link', { name: 'Developers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'AI assistant' })).toContainText('/api/mcp')
  await checkScreen(page, 'keys of programs')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Choose what the key may do')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Books')
  await dialog.getByRole('button', { name: 'Accountant' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^Read orders/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /^Read students/ })).not.toBeChecked()
  await checkScreen(page, 'making a key')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('status').filter({ hasText: 'Save this key now' })
  await shown.getByRole('button', { name: 'Copy API key' }).click()
  await checkScreen(page, 'a key that is shown once')
  const token = await admin.copied(page)
  expect(token).toMatch(/^shk_live_[0-9A-Za-z]{36}$/)
  await shown.getByRole('button', { name: 'I saved it' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  expect((await shop.call('GET', '/admin/orders', { token })).status).toBe(200)
  expect((await shop.call('GET', '/admin/users', { token })).status).toBe(403)

  const row = page.getByRole('row').filter({ hasText: 'Books' })
  await expect(row).toContainText('Read numbers')
  await row.getByRole('button', { name: 'Revoke Books' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Revoke Books?' })
  await checkScreen(page, 'revoking a key')
  await confirm.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(toast(page, 'Key revoked')).toBeVisible()
  await expect(row).toBeHidden()
  expect((await shop.call('GET', '/admin/orders', { token })).status).toBe(401)

  await admin.open('/admin?tab=activity')
  await expect(page.getByText(/revoked the API key Books/).first()).toBeVisible()
})
