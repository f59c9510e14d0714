import type { Page } from '@playwright/test'
import { newAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

const logIn = (shop: Shop, body: { email: string; password: string }) =>
  shop.call<{ access_token: string }>('POST', '/admin/login', { body })
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

// In a plain run `auth/admins.test.ts` covers the same.
test('a new password for an admin ends the sessions of the old one', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const editor = await newAdmin(shop, 'editor')
  const { body } = await logIn(shop, editor)
  await admin.open('/admin?tab=admins')
  await page.getByRole('button', { name: `New password for ${editor.email}` }).click()
  const confirm = page.getByRole('alertdialog', { name: `Give ${editor.email} a new password?` })
  await expect(confirm.getByText('This admin is logged out on all devices at once.')).toBeVisible()
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  expect((await shop.call('GET', '/admin/me', { token: body.access_token })).status).toBe(200)
  await page.getByRole('button', { name: `New password for ${editor.email}` }).click()
  await confirm.getByRole('button', { name: 'Give a new password' }).click()
  const shown = page.getByRole('status').filter({ hasText: 'One-time password for' })
  await expect(shown).toContainText(editor.email)
  await shown.getByRole('button', { name: 'Copy one-time password' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  const password = await admin.copied(page)
  await expect(shown).toContainText(password)
  expect((await shop.call('GET', '/admin/me', { token: body.access_token })).status).toBe(401)
  expect((await logIn(shop, editor)).status).toBe(401)
  expect((await logIn(shop, { ...editor, password })).status).toBe(200)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
})

test('an admin changes role, and loses access', { tag: '@long' }, async ({ page, admin, shop, guard }) => {
  guard.allow(/status of 500/)
  const support = await newAdmin(shop, 'support')
  const { body } = await logIn(shop, support)
  await admin.open('/admin?tab=admins')
  await expect(rowOf(page, support.email)).toContainText('Support: students, orders, inbox, reviews, pay links')
  await page.getByRole('combobox', { name: `Role of ${support.email}` }).selectOption('editor')
  await expect(rowOf(page, support.email)).toContainText(
    'Editor: courses, lessons, pages, media, emails, promo codes, offers, reviews',
  )
  await page.getByRole('button', { name: `End access of ${support.email}` }).click()
  const confirm = page.getByRole('alertdialog', { name: `End the access of ${support.email}?` })
  await checkScreen(page, 'end of an admin')
  await page.route(/\/api\/admin\/admins\/./, (route) => route.fulfill({ status: 500, json: {} }))
  await confirm.getByRole('button', { name: 'End access' }).click()
  await expect(toast(page, 'Nothing was changed')).toBeVisible()
  await page.unroute(/\/api\/admin\/admins\/./)
  await page.getByRole('button', { name: `End access of ${support.email}` }).click()
  await confirm.getByRole('button', { name: 'End access' }).click()
  await expect(rowOf(page, support.email)).toContainText('No access')
  await expect(page.getByRole('button', { name: `End access of ${support.email}` })).toBeHidden()
  expect((await shop.call('GET', '/admin/me', { token: body.access_token })).status).toBe(401)
  expect((await logIn(shop, support)).status).toBe(401)
  // Owners cannot lock themselves out.
  await expect(page.getByRole('button', { name: `End access of ${shop.owner.email}` })).toBeHidden()
})
