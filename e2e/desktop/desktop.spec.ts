import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channels } from '../../desktop-admin/src/bridge.ts'
import { logInAdmin } from '../console.ts'
import { checkScreen } from '../screen-checks.ts'
import { startDesktop } from './harness.ts'
import { expect, test } from './window-test.ts'

test.describe('before a shop is chosen', () => {
  test.use({ chosen: false })

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

  test('E1 E4 the window is isolated, sandboxed, and reaches the named calls and nothing of Node', async ({
    page,
    desktop,
  }) => {
    await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
    const preferences = await desktop.app.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents()
      return (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()
    })
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
    })
    const seen = await page.evaluate(() => ({
      node: ['require', 'process', 'Buffer', 'global', '__dirname', 'module'].filter((name) => name in window),
      calls: Object.values(window.desktop).filter((call) => typeof call === 'function').length,
      frozen: Object.isFrozen(window.desktop),
    }))
    expect(seen).toEqual({ node: [], calls: Object.keys(channels).length + 2, frozen: true })
    const refused = await page.evaluate(() => {
      const { copyText } = window.desktop as unknown as { copyText: (text: unknown) => Promise<unknown> }
      return Promise.all([{ a: 1 }, undefined].map((text) => copyText(text).catch((error: Error) => error.message)))
    })
    expect(refused).toEqual([expect.stringContaining('copyText: '), expect.stringContaining('copyText: ')])
  })

  test('E2 the window leaves its origin nowhere and opens no second window', async ({ page, desktop, guard }) => {
    guard.allow(/Not allowed to load local resource|Refused to/)
    const address = page.getByRole('textbox', { name: 'Address of the shop' })
    await expect(address).toBeVisible()
    // Navigation begins once the call has its answer: a page that leaves may not send one.
    await page.evaluate(() => {
      window.open('file:///etc/passwd')
      window.open('https://razorpay.com/docs')
      setTimeout(() => {
        location.href = 'https://evil.example/'
      })
    })
    await expect.poll(async () => (await desktop.seen()).opened).toEqual(['https://razorpay.com/docs'])
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/api/openapi.json', textContent: 'the API' })
      document.body.append(link)
      setTimeout(() => link.click())
    })
    await expect(address).toBeVisible()
    expect(page.url()).toBe(`${desktop.url}/admin`)
    expect(desktop.app.windows()).toHaveLength(1)
  })

  test('E5 the app scheme serves only the bundle', async ({ page, guard }) => {
    guard.allow(/status of 404/)
    await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
    const answers = await page.evaluate(() =>
      Promise.all(
        ['/../../etc/passwd', '/%2e%2e/package.json', '/..%5cpackage.json', '/picked/x', '/main/main.js'].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    )
    expect(answers).toEqual([404, 404, 404, 404, 404])
  })

  test('E7 the app grants no permission', async ({ page }) => {
    await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'microphone', 'camera', 'notifications'] as PermissionName[]
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
    })
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
  })
})

test('a session survives a restart of the app, encrypted, and a log-out ends it', async ({ page, shop, desktop }) => {
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('heading', { name: 'Admin login' })).toBeHidden()
  const stored = readdirSync(desktop.userData, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(desktop.userData, name), 'utf8'))
  const session = JSON.parse(String(await page.evaluate(() => window.desktop.readSession())))
  expect(stored.join()).not.toContain(session.token)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin')))).toEqual([])
  await desktop.close()

  const later = await startDesktop({ userData: desktop.userData })
  await later.page.goto('/admin?tab=users')
  await expect(later.page.getByRole('heading', { name: 'Students' })).toBeVisible()
  await later.menu('Log Out')
  await expect(later.page).toHaveURL('/admin/login')
  expect(await later.page.evaluate(() => window.desktop.readSession())).toBeNull()
  await later.close()
})

test('the app reports an unreachable shop and loses nothing', async ({ page, context, guard }) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|status of 401/)
  await expect(page.getByRole('status').filter({ hasText: 'Online' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'Offline: nothing is lost' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'Online' })).toBeVisible()
})

test('two shops side by side: each has its own login and drafts, and a switch logs nobody out', {
  tag: '@long',
}, async ({ page, shop, desktop }) => {
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=addcourse')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Reels of the first shop')
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  await page.getByRole('button', { name: /^Shop:/ }).click()
  await page.getByRole('button', { name: 'Add a shop' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Reels of the first shop')
  await desktop.menu('Shops…')
  await page.getByRole('button', { name: 'Add a shop' }).click()
  // The same shop under another host name is another origin and must not get the session.
  const otherUrl = shop.url.replace('localhost', '127.0.0.1')
  await page.getByRole('textbox', { name: 'Address of the shop' }).fill(otherUrl)
  await expect(page.getByText('Found on this computer')).toBeVisible()
  const opened = desktop.app.waitForEvent('window')
  await page.getByRole('button', { name: /^Log in to / }).click()
  const other = desktop.taken(await opened)
  await expect(other.getByRole('button', { name: 'Login as Admin' })).toBeVisible()
  expect(await other.evaluate(() => window.desktop.readSession())).toBeNull()
  await logInAdmin(other, shop.owner)
  await expect(other.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await other.goto('/admin?tab=addcourse')
  await expect(other.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  // Back without a login, to the words as they were left.
  await other.getByRole('button', { name: /^Shop:/ }).click()
  const shops = other.getByRole('listitem').filter({ has: other.getByRole('button', { name: /^Remove / }) })
  await expect(shops).toHaveCount(2)
  await expect(shops.filter({ hasText: 'Log in again' })).toHaveCount(0)
  await checkScreen(other, 'list of shops')
  await shops.first().getByRole('button').first().click()
  await expect
    .poll(() =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible())),
    )
    .toEqual([true, false])
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Reels of the first shop')
})

test('the system’s dialog picks an image, and the app reads it from disk', async ({ page, shop, desktop }) => {
  const { body: courses } = await shop.call<{ course_id: string }[]>('GET', '/go/courses')
  const banner = join(mkdtempSync(join(tmpdir(), 'desktop-pick-')), 'banner.png')
  writeFileSync(
    banner,
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
      'base64',
    ),
  )
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto(`/admin?tab=editcourse&course_id=${courses[0]?.course_id}&step=banner`)
  await desktop.set({ paths: [banner] })
  await page.getByRole('button', { name: 'Choose file' }).click()
  await expect(page.getByText('New file, uploads when you save')).toBeVisible()
  // The shell reads the bytes from disk.
  const shown = page.getByRole('img', { name: 'Banner' })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(10)
})

test('the window asks before unsaved changes are left, and a draft survives', { tag: '@long' }, async ({
  page,
  owner,
  desktop,
}) => {
  await owner()
  await desktop.menu('Add course')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half a course')
  await page.reload({ timeout: 2_000 }).catch(() => {})
  expect((await desktop.seen()).asked).toMatchObject([
    { message: 'There are changes that are not saved.', buttons: ['Stay', 'Leave'] },
  ])
  await expect(name).toHaveValue('Half a course')
  await desktop.set({ answer: 1 })
  await page.reload()
  // Left, and nothing is lost: the draft is offered.
  await expect(page.getByText(/Your draft from .* is restored/)).toBeVisible()
  await expect(name).toHaveValue('Half a course')
})
