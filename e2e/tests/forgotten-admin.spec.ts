import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

// In a plain run `auth/forgotten-admin-password.test.ts` covers the same.
test('an admin who forgot the password sets a new one by the emailed link', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const email = 'forgetful@example.com'
  await shop.admin('POST', '/admins', { email, role: 'support', name: 'Asha' })
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await checkScreen(page, 'asking for an admin password link')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible()
  const folder = join(shop.dataDir, 'mail')
  const token = async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '')
      const found = /\/admin\/login#([\w-]{32})/.exec(mail)?.[1]
      if (found && mail.includes(email)) return found
    }
    return ''
  }
  await expect.poll(token).not.toBe('')
  await page.goto('about:blank')
  await page.goto(`/admin/login#${await token()}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('Jamun-Lassi-77')
  await checkScreen(page, 'a new admin password')
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeHidden()
  await expect(page).toHaveURL(/\/admin(\?|$)/)
})
