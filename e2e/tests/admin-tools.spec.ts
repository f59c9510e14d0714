import type { Page } from '@playwright/test'
import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

test('an owner puts a tool into the menu before the shop needs it, and takes it out', async ({ page, admin, shop }) => {
  const { tools } = await shop.admin<{ tools: string[] }>('GET', '/me')
  const { label = '' } = tabs.find(({ id, tool }) => tool && !tools.includes(id)) ?? {}
  const entry = menu(page).getByRole('link', { name: label, exact: true })
  await admin.open('/admin?tab=overview')
  await expect(menu(page).getByRole('link', { name: 'Promo codes' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await menu(page).getByRole('link', { name: 'More tools' }).click()
  await checkScreen(page, 'the page of all tools')
  await page.getByRole('button', { name: `Use it: ${label}` }).click()
  await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible()
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await toast(page, `${label} is in the menu`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `${label} is no longer in the menu`)).toBeVisible()
  await expect(entry).toHaveCount(0)
  // Its screen stays open, below the page of all tools.
  await expect(menu(page).getByRole('link', { name: 'More tools' })).toHaveAttribute('aria-current', 'true')
  await menu(page).getByRole('link', { name: 'More tools' }).click()
  await page.getByRole('button', { name: `Use it: ${label}` }).click()
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await menu(page).getByRole('link', { name: 'More tools' }).click()
  await page.getByRole('button', { name: `Remove: ${label}` }).click()
  await expect(entry).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Use it: ${label}` })).toBeVisible()
})

test('an owner who wants to see everything has every tool and setting in view', async ({ page, admin }) => {
  await admin.open('/admin?tab=tools')
  const everything = page.getByRole('checkbox', { name: /^Show everything/ })
  // The box follows the press a moment later: `check` looks at once.
  await everything.click()
  await expect(everything).toBeChecked()
  await expect(page.getByRole('button', { name: /^Use it/ })).toHaveCount(0)
  for (const name of ['Teach', 'Grow', 'Money', 'Team'])
    await expect(menu(page).getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.goto('/admin?tab=settings')
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  await expect(sections.getByRole('link', { name: 'Coins' })).toBeVisible()
  await page.goto('/admin?tab=tools')
  await everything.click()
  await expect(everything).not.toBeChecked()
  await expect(page.getByRole('button', { name: /^Use it/ }).first()).toBeVisible()
})

test('settings show the sections of a new shop, and the others behind one fold', async ({ page, admin, shop }) => {
  const settings = await shop.admin<object>('GET', '/settings')
  await admin.open('/admin?tab=settings')
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  const coins = sections.getByRole('link', { name: 'Coins' })
  await expect(sections.getByRole('link', { name: 'Payment' })).toBeVisible()
  await expect(coins).toBeHidden()
  await sections.getByRole('button', { name: 'More settings' }).click()
  await coins.click()
  await expect(coins).toHaveAttribute('aria-current', 'page')
  await page.reload()
  // The fold of the open section is open.
  await expect(coins).toBeVisible()
  await shop.admin('PUT', '/settings', { ...settings, coins: { rupees: 1, at_most_percent: 10 } })
  try {
    await page.goto('/admin?tab=settings&section=contact')
    await expect(coins).toBeVisible()
    await expect(sections.getByRole('button', { name: 'More settings' })).toHaveAttribute('aria-expanded', 'false')
  } finally {
    await shop.admin('PUT', '/settings', { ...settings, coins: null })
  }
})
