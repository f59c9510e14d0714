import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { channels } from '../../desktop-admin/src/bridge.ts'
import { logInAdmin } from '../console.ts'
import { test as base } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'
import { type DesktopHarness, startDesktop } from './harness.ts'

/** A desktop window with an empty data folder, before a shop is chosen. */
const test = base.extend<{ desktop: DesktopHarness }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  desktop: async ({}, use) => {
    const desktop = await startDesktop()
    await use(desktop)
    await desktop.close()
  },
})

test('the first start requires a shop address, explains a wrong one, and leads to the login', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 401/)
  await page.goto('/admin')
  const address = page.getByRole('textbox', { name: 'Address of the shop' })
  await expect(address).toBeFocused()
  for (const [typed, problem] of [
    ['http://shop.example.com', 'The address must begin with https://'],
    ['not an address', 'That is not the address of a shop'],
    ['http://127.0.0.1:9', 'Nothing answers there'],
  ] as const) {
    await address.fill(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByText(problem)).toBeVisible()
  }
  await checkScreen(page, 'choice of a shop')
  await address.fill(shop.url)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Login as Admin' })).toBeVisible()
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(new URL(shop.url).host)
})

test('a session survives a restart of the app, encrypted, and a log-out ends it', async ({
  page,
  shop,
  desktop,
  context,
  browser,
}) => {
  await desktop.ask('server:choose', shop.url)
  await page.goto('/admin')
  await logInAdmin(page, shop.owner)
  await expect(toast(page, 'Login successful')).toBeVisible()
  const kept = readdirSync(desktop.userData).map((name) => readFileSync(join(desktop.userData, name), 'utf8'))
  const session = JSON.parse(String(await desktop.ask('session:read')))
  expect(kept.join()).not.toContain(session.token)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin')))).toEqual([])

  const later = await startDesktop({ userData: desktop.userData })
  const window = await browser.newContext({ baseURL: later.url })
  await later.connect(window)
  const again = await window.newPage()
  await again.goto('/admin?tab=users')
  await expect(again.getByRole('heading', { name: 'Users' })).toBeVisible()
  await window.close()
  await later.close()

  await desktop.menu(context, 'log-out')
  await expect(page).toHaveURL('/admin/login')
  expect(await desktop.ask('session:read')).toBeNull()
})

test('E4 the page reaches the named calls and nothing of Node', async ({ page, shop, desktop }) => {
  await desktop.ask('server:choose', shop.url)
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Login as Admin' })).toBeVisible()
  const seen = await page.evaluate(() => {
    const { desktop: calls } = window as unknown as { desktop: Record<string, unknown> }
    return {
      node: ['require', 'process', 'Buffer', 'global', '__dirname', 'module'].filter((name) => name in window),
      calls: Object.values(calls).filter((call) => typeof call === 'function').length,
    }
  })
  expect(seen).toEqual({ node: [], calls: Object.keys(channels).length + 1 })
})

test('the app reports an unreachable shop and loses nothing', async ({ page, shop, desktop, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|status of 401/)
  await desktop.ask('server:choose', shop.url)
  await page.goto('/admin')
  await expect(page.getByRole('status').filter({ hasText: 'Online' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'Offline: nothing is lost' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'Online' })).toBeVisible()
})

test('switching shops starts fresh: the window shows nothing of the previous one', async ({
  page,
  shop,
  desktop,
  context,
}) => {
  await desktop.ask('server:choose', shop.url)
  await page.goto('/admin')
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await desktop.menu(context, 'server')
  await page.getByRole('button', { name: 'Stay on this shop' }).click()
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=addcourse')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Reels of the first shop')
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Change shop' }).click()
  // The same shop under another host name is another origin and must not get the session.
  await page.getByRole('textbox', { name: 'Address of the shop' }).fill(shop.url.replace('localhost', '127.0.0.1'))
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=addcourse')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
})

test('the system’s dialog picks an image, and the app reads it from disk', async ({ page, shop, desktop }) => {
  const banner = join(mkdtempSync(join(tmpdir(), 'desktop-pick-')), 'banner.png')
  writeFileSync(
    banner,
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
      'base64',
    ),
  )
  await desktop.ask('server:choose', shop.url)
  await page.goto('/admin')
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=addcourse')
  desktop.pick(banner)
  await page.getByRole('button', { name: 'Choose file' }).click()
  await expect(page.getByText('New file, uploads when you save')).toBeVisible()
  // The shell reads the bytes from disk.
  const shown = page.getByRole('img', { name: 'Banner' })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(10)
})
