import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { holdBack } from '../stand-ins.ts'
import { startCheckout } from '../steps.ts'

/** Lists elements of the page, its header or its bar that are wider than the screen. */
const over = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header, header a, main, [data-fixed-bar], main article div, main a[href="#order-summary"] *',
      ),
    ]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
      .map((part) => `${part.tagName} ${part.textContent?.slice(0, 40)}: ${part.scrollWidth} of ${part.clientWidth}`),
  )

test('text of 200 % fits a phone, with nothing cut off', { tag: '@phone' }, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await buy(shop, student, ['bio-link-in-an-hour'])
  await signIn(page, student)
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )
  await startCheckout(page, 'hindi-script-vault')
  await expect.poll(() => over(page), 'checkout').toEqual([])
  const screens = [
    ...['/', '/courses', '/cart', '/dashboard', '/dashboard/orders', '/dashboard/profile', '/dashboard/settings'],
    '/learn/bio-link-in-an-hour',
  ]
  for (const path of screens) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => over(page), path).toEqual([])
  }
})

test('the footer and the profile do not move while content loads', { tag: '@phone' }, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await signIn(page, student)
  const footerTop = async () => (await page.getByRole('contentinfo').boundingBox())?.y
  const height = page.viewportSize()?.height ?? 0
  const orders = await holdBack(page, '/user/orders')
  await page.goto('/dashboard/orders')
  await expect(page.getByText('Loading...')).toBeAttached()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)
  orders()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)

  const profile = await holdBack(page, '/user/profile')
  await page.goto('/dashboard/settings')
  await expect(page.getByText('Loading...').first()).toBeAttached()
  expect(await footerTop()).toBeGreaterThanOrEqual(height)
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeHidden()
  profile()
  await expect(page.getByText('Confirm your email address')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
})

test('borderless buttons align with the text on a phone', { tag: '@phone' }, async ({ page, shop }) => {
  await signIn(page, await newAccount(shop))
  const left = (name: string) =>
    page.getByRole('button', { name }).evaluate((key) => {
      const range = document.createRange()
      range.selectNodeContents(key)
      return Math.round(range.getBoundingClientRect().left)
    })
  await page.goto('/dashboard/profile')
  const name = await page.getByText('Referral code', { exact: true }).boundingBox()
  expect(await left('Share your code')).toBe(name?.x)
  await page.goto('/dashboard/settings')
  const heading = await page.getByText('Download everything we keep about you').boundingBox()
  expect(await left('Delete my account')).toBe(heading?.x)
})
