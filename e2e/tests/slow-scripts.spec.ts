import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { holdScripts } from '../taken-over.ts'

// On a slow network the fields and buttons of a page appear seconds before its scripts.

/** Opens a page whose scripts do not load until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  // The page itself blocks on the theme's script.
  const release = await holdScripts(page, /\/assets\/(?!theme)[^/]*\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  return release
}

test('a form submitted before the scripts load is sent when they load', { tag: '@each-width' }, async ({ page }) => {
  const typed = {
    Name: 'Asha',
    Email: 'asha@example.com',
    Subject: 'A question',
    Message: 'When does the next course come?',
  }
  const release = await openWithoutScripts(page, '/contact')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  for (const [name, text] of Object.entries(typed)) await field(name).fill(text)
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  // The browser itself would reload the page and lose the input.
  await expect(send).toHaveAttribute('aria-busy', 'true')
  for (const [name, text] of Object.entries(typed)) await expect(field(name)).toHaveValue(text)
  release()
  await expect(page.getByText(/^Message sent successfully!/).first()).toBeVisible()
  await expect(page).toHaveURL('/contact')
})

test('input typed before the scripts load stays', { tag: '@each-width' }, async ({ page }) => {
  const release = await openWithoutScripts(page, '/contact')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await page.getByRole('textbox', { name: 'Message' }).fill('When does the next course come?')
  release()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter your email')).toBeVisible()
  await expect(page.getByText('Please enter your name')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('When does the next course come?')
})

test('a search typed before the scripts load is executed', { tag: '@each-width' }, async ({ page }) => {
  const release = await openWithoutScripts(page, '/courses')
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('reels')
  release()
  await expect(page).toHaveURL('/courses?q=reels')
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toHaveValue('reels')
  await expect(page.getByRole('article').filter({ hasText: 'Local Ads' })).toHaveCount(0)
})

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 768

for (const path of ['/', '/course/hindi-script-vault'])
  test(`the menu of ${path} opens before the scripts load, and stays as it is when they do`, {
    tag: '@phone',
  }, async ({ page }) => {
    test.skip(isWide(page), 'A wide header shows its links')
    const release = await openWithoutScripts(page, path)
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await button.click()
    await expect(menu.getByRole('link', { name: 'Contact' })).toBeVisible()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await button.click()
    await expect(menu).toBeHidden()
    await button.click()
    release()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
  })

test('a press in a menu that was opened before the scripts load takes effect', { tag: '@phone' }, async ({ page }) => {
  test.skip(isWide(page), 'A wide header shows its links')
  const release = await openWithoutScripts(page, '/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Sign In' }).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
})

test('a press before the scripts load takes effect when they load', { tag: '@phone' }, async ({ page }) => {
  const release = await openWithoutScripts(page, '/course/hindi-script-vault')
  await page.getByRole('button', { name: /^Just Rs/ }).click()
  release()
  await expect(page).toHaveURL('/checkout')
  // The address changes a moment before its screen.
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  // A phone has the lines folded.
  await expect(page.getByRole('main').getByText('1 course', { exact: true }).filter({ visible: true })).toBeVisible()
})
