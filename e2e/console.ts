import { expect, type Page } from '@playwright/test'
import type { Shop } from './shop.ts'

/** Types the owner's email and password into the console's login, and sends it. */
export async function logInAdmin(page: Page, { email, password }: Shop['owner']): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login as Admin' }).click()
}

/** Puts an owner's session into the browser, as a login would have left it, and opens an address of the console. */
export async function openConsole(page: Page, shop: Shop, address = '/admin'): Promise<void> {
  const { status, body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: shop.owner })
  if (status !== 200) throw new Error(`admin login: ${status} ${JSON.stringify(body)}`)
  await page.goto('/robots.txt')
  await page.evaluate(
    ({ token, email }) => {
      localStorage.setItem('admin_token', token)
      localStorage.setItem('admin_token_type', 'bearer')
      localStorage.setItem('admin_info', JSON.stringify({ email, isAdmin: true }))
    },
    { token: body.access_token, email: shop.owner.email },
  )
  await page.goto(address)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
}

/** Ends the session that the page holds, as hours would; the page does not know yet. */
export async function endSessionOf(page: Page, shop: Shop): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('admin_token') ?? '')
  const { status } = await shop.call('POST', '/admin/logout', { token })
  if (status !== 204) throw new Error(`admin logout: ${status}`)
}
