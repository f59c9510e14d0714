import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { Update } from '../bridge.ts'

const EVERY_MS = 6 * 3_600_000

type Parts = {
  /** Returns the number of files that upload. */
  uploads: () => number
  changed: () => void
  /** Closes the windows, which may ask, and then calls `install`. */
  leave: (install: () => void) => void
  /** Loads the updater; undefined for a build that never updates itself. */
  load: () => Promise<AppUpdater | undefined>
}

/** Loads the updater of a packaged, signed build, which alone has a note of the releases. Other builds never read its code. */
export async function loadUpdater(isPackaged: boolean): Promise<AppUpdater | undefined> {
  if (!isPackaged || !existsSync(join(process.resourcesPath ?? '', 'app-update.yml'))) return undefined
  const { default: updater } = await import('electron-updater')
  return updater.autoUpdater
}

/**
 * Updates the app from the project's releases, never from a shop: it offers a version, downloads it in the background
 * after a press, and installs it after another one while nothing uploads.
 */
export function appUpdates({ uploads, changed, leave, load }: Parts) {
  let update: Update = { state: 'off', version: '', percent: 0 }
  let updater: AppUpdater | undefined
  const set = (next: Partial<Update>) => {
    update = { ...update, ...next }
    changed()
  }
  const offered = ({ version: next }: UpdateInfo) => {
    if (update.state === 'none') set({ state: 'offered', version: next })
  }
  const failed = (error: Error) => {
    console.warn(`the update failed: ${error.message}`)
    // A check without a network is no news.
    if (update.state === 'loading') set({ state: 'failed' })
  }

  async function check(): Promise<void> {
    if (update.state === 'none') await updater?.checkForUpdates().catch(failed)
  }
  async function download(): Promise<void> {
    if (!updater || !['offered', 'failed'].includes(update.state)) return
    set({ state: 'loading', percent: 0 })
    await updater.downloadUpdate().catch(failed)
  }

  return {
    read: () => update,
    async start(): Promise<void> {
      updater = await load()
      if (!updater) return
      updater.autoDownload = false
      updater.logger = console
      updater.on('update-available', offered)
      updater.on('download-progress', ({ percent }) => {
        const whole = Math.floor(percent)
        if (whole !== update.percent) set({ percent: whole })
      })
      updater.on('update-downloaded', ({ version: next }) => set({ state: 'ready', version: next, percent: 100 }))
      updater.on('error', failed)
      set({ state: 'none' })
      setInterval(() => void check(), EVERY_MS).unref()
      await check()
    },
    check,
    download,
    restart(): void {
      if (update.state !== 'ready' || uploads() > 0) return
      leave(() => updater?.quitAndInstall(false, true))
    },
  }
}

export type AppUpdates = ReturnType<typeof appUpdates>
