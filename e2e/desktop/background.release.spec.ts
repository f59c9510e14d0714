// Runs before a release: ends and restarts the window in the background.

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filmOnDisk, holdPieces, MEDIA, PATIENT, row } from '../media-library.ts'
import { checkScreen } from '../screen-checks.ts'
import { startDesktop } from './harness.ts'
import { expect, test } from './window-test.ts'

test('uploads go on after the window is closed, and the tray brings it back', async ({ page, desktop, owner }) => {
  await owner()
  await page.goto(MEDIA)
  const release = await holdPieces(page)
  await desktop.set({ paths: [await filmOnDisk(test.info(), 'long-reel.mp4')], answer: 0 })
  await page.getByRole('button', { name: 'Upload files' }).first().click()
  await expect(row(page, 'long-reel.mp4')).toContainText(/[1-9]%/, PATIENT)
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('1 upload')
  const close = () =>
    desktop.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.close()
      return { open: BrowserWindow.getAllWindows().length, visible: window?.isVisible() }
    })
  expect(await close()).toEqual({ open: 1, visible: false })
  expect((await desktop.seen()).asked).toMatchObject([
    { message: 'SkillHaat goes on in the background', buttons: ['Go on in the background', 'Quit'] },
  ])
  release()
  await expect(row(page, 'long-reel.mp4')).toContainText('Done', PATIENT)
  await desktop.app.evaluate(({ app }) => void app.emit('activate'))
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true)
  // Nothing uploads any more: closing is closing.
  expect(await close()).toMatchObject({ open: expect.any(Number) })
  await expect.poll(() => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
})

test('a link opens its screen after the login, and a hostile one opens nothing', async ({ page, desktop, owner }) => {
  const send = (link: string) =>
    desktop.app.evaluate(({ app }, sent) => void app.emit('second-instance', {}, ['app', sent]), link)
  await expect(page.getByRole('button', { name: 'Login as Admin' })).toBeVisible()
  await send('skillhaat://order/SH-2026-00123')
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('SH-2026-00123')
  await owner()
  await expect(page).toHaveURL(/tab=orders&q=SH-2026-00123/)
  await expect(page.getByRole('searchbox').first()).toHaveValue('SH-2026-00123')
  await send('skillhaat://server/evil.example')
  await send('skillhaat://order/x?tab=settings')
  await expect(page).toHaveURL(/tab=orders&q=SH-2026-00123/)
})

test('an update is offered, downloaded, held back by an upload, and replaces the program', async ({
  shop,
  page: _,
}) => {
  test.skip(process.platform !== 'linux', 'the program of this test is a script in the place of an AppImage')
  const folder = mkdtempSync(join(tmpdir(), 'desktop-update-'))
  const marker = join(folder, 'started')
  const installer = Buffer.from(`#!/bin/sh\necho 9.9.9 > '${marker}'\n`)
  const sha512 = createHash('sha512').update(installer).digest('base64')
  const file = `{url: app.AppImage, sha512: "${sha512}", size: ${installer.length}}`
  const feed: Record<string, string | Buffer> = {
    '/latest-linux.yml': `version: 9.9.9\nfiles:\n  - ${file}\npath: app.AppImage\nsha512: "${sha512}"\n`,
    '/app.AppImage': installer,
  }
  const server = createServer((request, response) => {
    const body = feed[new URL(request.url ?? '', 'http://x').pathname]
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: updates\n`)
  const program = join(folder, 'SkillHaat.AppImage')
  writeFileSync(program, 'the program of before', { mode: 0o755 })
  Object.assign(process.env, { APPIMAGE: program, XDG_CACHE_HOME: folder })
  const desktop = await startDesktop({ shop: shop.url, args: ['--packaged', `--resources=${folder}`] })
  for (const name of ['APPIMAGE', 'XDG_CACHE_HOME']) delete process.env[name]
  const { page } = desktop
  const update = page.getByRole('region', { name: 'Update' })
  await expect(update).toContainText('Version 9.9.9 can be downloaded.')
  await checkScreen(page, 'update offered')
  await update.getByRole('button', { name: 'Later' }).click()
  await expect(update).toBeHidden()
  await page.getByRole('button', { name: 'Update available' }).click()
  await update.getByRole('button', { name: 'Download' }).click()
  await expect(update).toContainText('Version 9.9.9 is ready.')
  await page.evaluate(() => window.desktop.showProgress({ fraction: 0.5, failed: false, files: 2 }))
  await expect(update).toContainText('It can be installed after the 2 uploads.')
  await expect(update.getByRole('button', { name: 'Restart now' })).toBeDisabled()
  await page.evaluate(() => window.desktop.showProgress(null))
  await checkScreen(page, 'update ready')
  expect(existsSync(marker)).toBe(false)
  await update.getByRole('button', { name: 'Restart now' }).click()
  await expect.poll(() => existsSync(marker)).toBe(true)
  expect(readFileSync(marker, 'utf8')).toBe('9.9.9\n')
  await desktop.close()
  server.close()
})
