// Runs before a release: breaks the window in many ways.

import { type DesktopHarness, isElectron } from './harness.ts'
import { expect, test } from './window-test.ts'

/** Runs a script in the page past Playwright, which gives up a page that crashed. */
const inPage = <Result>({ app }: DesktopHarness, script: string): Promise<Result> =>
  app.evaluate(
    ({ webContents }, code) => webContents.getAllWebContents()[0]?.executeJavaScript(code) as Promise<Result>,
    script,
  )
const crash = ({ app }: DesktopHarness) =>
  app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer())
const text = (desktop: DesktopHarness) => inPage<string>(desktop, 'document.body.innerText').catch(() => '')

test('a page that crashes is loaded again with a notice and the typed text, and a second crash asks', async ({
  page,
  owner,
  desktop,
  guard,
}) => {
  guard.rest()
  await owner()
  await page.goto('/admin?tab=addcourse')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the crash')
  await expect(page.getByText(/^Draft saved on this device/)).toBeVisible()
  await crash(desktop)
  await expect.poll(() => text(desktop)).toContain('The page crashed and was loaded again')
  await expect.poll(() => text(desktop)).toMatch(/Your draft from .* is restored/)
  expect(await inPage(desktop, 'document.querySelector("[name=course_name], form input").value')).toBe(
    'Typed before the crash',
  )
  expect((await desktop.seen()).asked).toEqual([])

  await desktop.set({ answer: 0 })
  await crash(desktop)
  await expect
    .poll(async () => (await desktop.seen()).asked)
    .toMatchObject([{ message: 'The page crashed again.', buttons: ['Reload', 'Quit'] }])
  await expect.poll(() => inPage(desktop, 'location.search').catch(() => 'dead')).toBe('')
  await expect.poll(() => text(desktop)).toContain('The page crashed and was loaded again')
})

test.describe('with a short patience', () => {
  test.use({ switches: ['--hang-after=700'] })
  test.skip(isElectron, 'Electron waits half a minute before it reports a page that hangs')

  test('a page that hangs is waited for or loaded again, as the owner answers', async ({
    page,
    owner,
    desktop,
    guard,
  }) => {
    guard.rest()
    await owner()
    await desktop.set({ answer: 0 })
    const hang = (ms: number) =>
      void page
        .evaluate((time) => {
          const end = Date.now() + time
          while (Date.now() < end);
        }, ms)
        .catch(() => {})
    hang(2_000)
    await expect
      .poll(async () => (await desktop.seen()).asked)
      .toMatchObject([{ message: 'The page does not respond.', buttons: ['Wait', 'Reload'] }])
    await expect.poll(() => inPage(desktop, '1 + 1')).toBe(2)

    await desktop.set({ answer: 1 })
    hang(600_000)
    await expect.poll(async () => (await desktop.seen()).asked.length).toBe(2)
    await expect.poll(() => text(desktop)).toContain('The page did not respond and was loaded again')
  })
})

test('a page that does not load is a native question, and is loaded when the owner tries again', async ({
  desktop,
  guard,
}) => {
  guard.rest()
  await desktop.set({ answer: 0 })
  // The bundle is unreadable for one load.
  await desktop.app.evaluate(({ protocol, webContents }) => {
    const [contents] = webContents.getAllWebContents()
    protocol.unhandle('app')
    protocol.handle('app', () => Promise.reject(new Error('unreadable')))
    contents?.reload()
  })
  await expect
    .poll(async () => (await desktop.seen()).asked.at(0))
    .toMatchObject({ message: 'The page did not load.', buttons: ['Try Again', 'Quit'] })
})

test('Reload of the menu loads a page that crashed', async ({ owner, desktop, guard }) => {
  guard.rest()
  await owner()
  // The question after a second crash is not answered yet.
  await desktop.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => new Promise(() => {})
  })
  await crash(desktop)
  await expect.poll(() => text(desktop)).toContain('The page crashed and was loaded again')
  await crash(desktop)
  await expect
    .poll(() => desktop.app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.isCrashed()))
    .toBe(true)
  await desktop.menu('Reload')
  await expect.poll(() => text(desktop)).toContain('Students')
})
