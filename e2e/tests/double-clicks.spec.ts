import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, order, signIn } from '../people.ts'
import { answerInstead, breakApi } from '../stand-ins.ts'
import { toast } from '../steps.ts'

// The spec of the forms covers double clicks on forms, and that of the checkout those on the purchase.

/** Double-clicks while the answer is held back, then clicks once more; returns the number of calls. */
async function pressTwice(page: Page, button: Locator, path: string, done: () => Promise<void>): Promise<number> {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api${path}`) calls += 1
  })
  const repair = await breakApi(page, 'slow', `${path}*`)
  await button.dblclick()
  await expect.poll(() => calls).toBeGreaterThan(0)
  await expect(button).toBeDisabled()
  await button.click({ force: true })
  repair()
  await done()
  return calls
}

test('a lesson is marked once by a double click', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  await page.goto('/learn/hindi-script-vault?lesson=x')
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(1).click()
  const mark = page.getByRole('button', { name: /^(Mark as complete|Completed)/ })
  const calls = await pressTwice(page, mark, '/user/progress', () => expect(mark).toHaveText(/^Completed/))
  expect(calls).toBe(1)
})

test('a double click logs out once', async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  await page.goto('/courses')
  const logOut = page.getByRole('button', { name: 'Log Out' })
  expect(await pressTwice(page, logOut, '/logout', () => expect(page).toHaveURL('/'))).toBe(1)
})

test('a double click requests a missing payment link once', async ({ page, shop }) => {
  const student = await newAccount(shop)
  await order(shop, student, ['hindi-script-vault'])
  const { body: orders } = await shop.call<object[]>('GET', '/user/orders', { token: student.token })
  await answerInstead(page, '/user/orders', { json: orders.map((one) => ({ ...one, payment_link: undefined })) })
  await signIn(page, student)
  await page.goto('/dashboard/orders')
  const retry = page.getByRole('button', { name: /^(Retry payment|Processing\.\.\.)$/ })
  expect(await pressTwice(page, retry, '/user/buy', () => page.waitForURL('**/pay/*'))).toBe(1)
})

test('a double click sends a message once and reports it once', async ({ page }) => {
  await page.goto('/contact')
  for (const [name, value] of [
    ['Name', 'Asha'],
    ['Email', 'asha@example.com'],
    ['Subject', 'A question'],
    ['Message', 'When does the next course come?'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Send message' }).dblclick()
  const sent = page.getByRole('region', { name: /notifications/i }).getByText(/^Message sent successfully!/)
  await expect(sent).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await expect(sent).toHaveCount(1)
})

test('a double click adds a course to the cart once', async ({ page }) => {
  await page.goto('/courses')
  await page.getByRole('button', { name: 'Add to cart: Hindi Script Vault' }).dblclick()
  await expect(toast(page, 'Course already in cart')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})
