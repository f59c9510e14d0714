import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { Update } from '../bridge.ts'

const EVERY_MS = 6 * 3_600_000

/** The app's memory of its versions. */
export type Versions = {
  /** The version before the last update; the way back leads there. */
  came_from?: string | undefined
  /** A version that the owner went back from: it is not offered again. */
  left?: string | undefined
}

type Parts = {
  version: string
  versions: { read: () => Versions; write: (versions: Versions) => void }
  /** Returns the number of files that upload. */
  uploads: () => number
  changed: () => void
  /** Closes the windows, which may ask, and then calls `install`. */
  leave: (install: () => void) => void
  /** Loads the updater; undefined for a build that never updates itself. */
  load: () => Promise<AppUpdater | undefined>
}

/** Finds the packager's note of the releases. Only a build that may update itself has this file. */
const feedFile = () => join(process.resourcesPath ?? '', 'app-update.yml')

/** Loads the updater of a packaged, signed build. Its code is a file of its own, which other builds never read. */
export async function loadUpdater(isPackaged: boolean): Promise<AppUpdater | undefined> {
  if (!isPackaged || !existsSync(feedFile())) return undefined
  const { default: updater } = await import('electron-updater')
  return updater.autoUpdater
}

/** Returns the feed of one version: its own release, or its folder on another host. */
function feedOf(version: string) {
  const text = readFileSync(feedFile(), 'utf8')
  const value = (name: string) => new RegExp(`^${name}: *['"]?([^'"\\s]+)`, 'm').exec(text)?.[1] ?? ''
  const url =
    value('provider') === 'github'
      ? `https://github.com/${value('owner')}/${value('repo')}/releases/download/v${version}`
      : `${value('url').replace(/\/$/, '')}/v${version}`
  return { provider: 'generic', url } as const
}

/**
 * Updates the app from the project's releases, never from a shop: it offers a version, downloads it in the background
 * after a press, and installs it after another one while nothing uploads. The version before stays within reach.
 */
export function appUpdates({ version, versions, uploads, changed, leave, load }: Parts) {
  let update: Update = { state: 'off', version: '', percent: 0 }
  let updater: AppUpdater | undefined
  let isGoingBack = false
  const set = (next: Partial<Update>) => {
    update = { ...update, ...next }
    changed()
  }
  const offered = ({ version: next }: UpdateInfo) => {
    if (update.state === 'none' && next !== versions.read().left) set({ state: 'offered', version: next })
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
  /** Returns the version to go back to; undefined without one. */
  const before = () => {
    const { came_from } = versions.read()
    return updater && came_from && came_from !== version ? came_from : undefined
  }

  return {
    read: () => update,
    before,
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
      versions.write(isGoingBack ? { left: version } : { came_from: version, left: versions.read().left })
      leave(() => updater?.quitAndInstall(false, true))
    },
    /** Downloads the version before this one from its own release; the restart installs it. */
    async goBack(): Promise<void> {
      const target = before()
      if (!updater || !target || update.state === 'loading') return
      isGoingBack = true
      updater.allowDowngrade = true
      updater.setFeedURL(feedOf(target))
      set({ state: 'loading', version: target, percent: 0 })
      try {
        await updater.checkForUpdates()
        await updater.downloadUpdate()
      } catch (error) {
        failed(error as Error)
      }
    },
  }
}

export type AppUpdates = ReturnType<typeof appUpdates>
