import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ElectronApplication, _electron as electron, expect, test } from '@playwright/test'

// Checks that need the real Electron binary. `npm run desktop` downloads it; without it these tests are skipped, and
// the harness in this folder runs the built parts in a browser.
const root = fileURLToPath(new URL('../..', import.meta.url))
const binary = (() => {
  const note = join(root, 'node_modules/electron/path.txt')
  const path = existsSync(note) ? join(root, 'node_modules/electron/dist', readFileSync(note, 'utf8')) : ''
  return path && existsSync(path) ? path : undefined
})()

test.skip(!binary, 'Electron’s binary is not here: `npm run desktop` fetches it')

let app: ElectronApplication
test.beforeEach(async () => {
  const userData = mkdtempSync(join(tmpdir(), 'skillhaat-electron-'))
  app = await electron.launch({
    executablePath: binary ?? '',
    args: [
      join(root, 'desktop-admin'),
      `--user-data-dir=${userData}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
})
test.afterEach(() => app.close())

test('E1 E4 the window is isolated, sandboxed and knows nothing of Node', async () => {
  const page = await app.firstWindow()
  await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
  expect(page.url()).toBe('app://admin/admin')
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('there is no window')
    return (
      window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
  })
  expect(
    await page.evaluate(() => ['require', 'process', 'Buffer', 'module'].filter((name) => name in window)),
  ).toEqual([])
})

test('E2 the window leaves its origin nowhere and opens no second window', async () => {
  const page = await app.firstWindow()
  await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
  await page.evaluate(() => {
    window.open('file:///etc/passwd')
    location.href = 'https://evil.example/'
  })
  await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
  expect(page.url()).toBe('app://admin/admin')
  expect(app.windows()).toHaveLength(1)
})

test('E5 the app scheme serves only the bundle', async () => {
  const page = await app.firstWindow()
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

test('E7 the app grants no permission', async () => {
  const page = await app.firstWindow()
  await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible()
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  expect(
    await page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => true,
        () => false,
      ),
    ),
  ).toBe(false)
})
