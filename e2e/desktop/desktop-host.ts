import { expect } from '@playwright/test'
import { type ConsoleHost, onDisk, type Session } from '../console.ts'
import type { DesktopHarness } from './harness.ts'

export { startDesktop } from './harness.ts'

/** The desktop window: its shell stores the session, and the system's file dialog returns files on disk. */
export function desktopHost({ seen, set, copied }: DesktopHarness): ConsoleHost {
  return {
    findsFiles: true,
    async keep(page, session) {
      await page.evaluate((value) => window.desktop.writeSession(value), JSON.stringify(session))
    },
    async session(page) {
      // The page's own storage must contain none of it.
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('admin')))).toEqual([])
      const stored = await page.evaluate(() => window.desktop.readSession())
      return stored === null ? undefined : (JSON.parse(stored) as Session)
    },
    async choose(page, files, button = /^(Choose|Upload) files$/) {
      await set({ paths: typeof files === 'string' ? [files] : await onDisk(files) })
      await page.getByRole('button', { name: button }).first().click()
    },
    async drop(page, target, files) {
      const paths = await onDisk(files)
      const { x, y, width, height } = (await page.locator(target).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const client = await page.context().newCDPSession(page)
      // The files have paths, as from a file manager.
      const data = { items: [], files: paths, dragOperationsMask: 1 }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await client.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height * 0.6, data })
      }
      await client.detach()
    },
    copied,
    async lookAway(page) {
      await page.addInitScript(() => {
        document.hasFocus = () => false
      })
      await page.reload()
    },
    progress: async () => (await seen()).progress,
    notices: async () => (await seen()).notices,
  }
}
