// Runs before a release: a cart on two devices.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { OFFLINE } from '../offline.ts'
import { newAccount, signIn } from '../people.ts'
import { stored, toast } from '../steps.ts'

const add = async (page: Page, name: string) => {
  const sent = page.waitForResponse(
    (response) => response.url().endsWith('/api/user/cart') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: `Add to cart: ${name}` }).click()
  return sent
}
const inCart = async (page: Page): Promise<unknown> =>
  JSON.parse((await stored(page, 'cart')) ?? '[]').map(({ name, quantity }: Record<string, unknown>) => [
    name,
    quantity,
  ])
const VOICE = 'Voice-over From Home'
const THUMBS = 'Thumbnail Design Lab'

test('a cart follows its person from the laptop to the phone, and a log-out leaves it for its own account', async ({
  page,
  browser,
  shop,
  guard,
}) => {
  guard.allow(OFFLINE)
  const account = await newAccount(shop)
  await page.goto('/courses')
  await page.getByRole('button', { name: `Add to cart: ${VOICE}` }).click()
  await expect(toast(page, 'Added to cart')).toBeVisible()
  await signIn(page, account)
  await page.goto('/courses')
  await add(page, THUMBS)

  const phone = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await phone.goto('/courses')
  await phone.getByRole('button', { name: `Add to cart: ${VOICE}` }).click()
  await expect(toast(phone, 'Added to cart')).toBeVisible()
  await phone.goto('/cart')
  await phone.getByRole('button', { name: 'Increase' }).click()
  await expect(toast(phone, 'Cart updated')).toBeVisible()
  await signIn(phone, account)
  await phone.goto('/')
  await expect(phone.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await expect
    .poll(() => inCart(phone))
    .toEqual(
      expect.arrayContaining([
        [VOICE, 2],
        [THUMBS, 1],
      ]),
    )

  // The laptop sees the phone's change, and what it removes itself stays removed.
  await page.goto('/cart')
  await expect
    .poll(() => inCart(page))
    .toEqual(
      expect.arrayContaining([
        [VOICE, 2],
        [THUMBS, 1],
      ]),
    )
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/user/cart') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: `Remove ${VOICE}` }).click()
  await saved
  await phone.goto('/')
  await expect(phone.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()

  // A change without network waits for it.
  await page.goto('/courses')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `Add to cart: ${VOICE}` }).click()
  await expect(toast(page, 'Added to cart')).toBeVisible()
  const back = page.waitForResponse(
    (response) => response.url().endsWith('/api/user/cart') && response.request().method() === 'PUT',
  )
  await page.context().setOffline(false)
  await back
  await phone.goto('/')
  await expect(phone.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()

  await phone
    .getByRole('button', { name: /Log Out/ })
    .first()
    .click()
  await expect(phone.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  // Somebody else who logs in here gets none of it.
  await signIn(phone, await newAccount(shop))
  await phone.goto('/')
  await expect.poll(() => inCart(phone)).toEqual([])
  await phone.context().close()
})
