// Runs before a release: visits the shop without storage; paid-without-session.spec.ts holds the money.

import type { Page } from '@playwright/test'
import { blockStorage } from '../blocked-storage.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson } from '../people.ts'
import { awaitMail, fillDetails, logIn, openMenu, payButton, pressPay, startCheckout, toast } from '../steps.ts'

/** The ways in which browsers refuse: site data is blocked, or the disk is full. */
const refusals = {
  'blocked storage': blockStorage,
  'a full disk': (page: Page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    }),
}

for (const [name, refuse] of Object.entries(refusals)) {
  test.describe(name, { tag: '@each-width' }, () => {
    test.beforeEach(({ page }) => refuse(page))

    test('a purchase is paid once, and a later login shows it', async ({ page, shop }) => {
      const buyer = newPerson()
      await startCheckout(page, 'hindi-script-vault')
      await fillDetails(page, buyer)
      await payButton(page).click()
      await page.waitForURL('**/sandbox/razorpay/pay/*')
      const [row] = await shop.query<{ count: number }>(
        'select count(*)::int as count from orders o join users u on u.id = o.user_id where u.email = $1',
        [buyer.email],
      )
      expect(row?.count).toBe(1)
      await pressPay(page)
      await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
      const main = page.getByRole('main')
      // A buyer who never saw the password gets one by email, too.
      await main.getByRole('link', { name: 'Log in' }).click()
      await main.getByRole('link', { name: 'Lost your password?' }).click()
      await main.getByRole('textbox', { name: 'Email', exact: true }).fill(buyer.email)
      await main.getByRole('button', { name: 'Get New Password' }).click()
      const mail = await awaitMail(shop, buyer.email, /temporary password/i)
      await expect(page).toHaveURL('/login')
      await logIn(page, { email: buyer.email, password: /\r?\n\r?\n(\S{12,})\r?\n\r?\n/.exec(mail)?.[1] ?? '' })
      await expect(page.getByLabel('New password')).toBeVisible()
      await page.getByLabel('New password').fill('Nimbu-Pani-2027')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(toast(page, 'Password changed')).toBeVisible()
      await openMenu(page)
      await page.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).first().click()
      await expect(page.getByRole('heading', { name: 'Hindi Script Vault' })).toBeVisible()
    })

    test('a login and a registration lead to the dashboard', async ({ page, shop }) => {
      const account = await newAccount(shop)
      await page.goto('/login')
      await logIn(page, account)
      await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()

      const { email, phone } = newPerson()
      await page.goto('/register')
      const main = page.getByRole('main')
      await main.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
      await main.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone)
      await main.getByLabel('Password', { exact: true }).fill('Mango-Kulfi-42')
      await main.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
    })
  })
}
