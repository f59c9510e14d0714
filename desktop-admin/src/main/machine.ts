import type { BrowserWindow } from 'electron'
import type { QueueProgress } from '../bridge.ts'
import type { Machine } from './calls.ts'
import type { ElectronApi } from './electron-api.ts'
import { takeRevived } from './recovery.ts'

type Parts = {
  window: () => BrowserWindow
  /** Brings the window to the front. */
  front: () => void
  openInBrowser: (address: string) => Promise<void>
  fetch: typeof globalThis.fetch
}

/** Implements the machine with Electron: dialogs, clipboard, task bar, notifications. */
export function machineOf(electron: ElectronApi, { window, front, openInBrowser, fetch }: Parts): Machine {
  const { app, clipboard, dialog, Menu } = electron
  return {
    version: app.getVersion(),
    platform: process.platform,
    async askForPaths({ extensions, multiple, folders }) {
      const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
        properties: [folders ? 'openDirectory' : 'openFile', ...(multiple ? ['multiSelections' as const] : [])],
        ...(folders ? {} : { filters: [{ name: 'Media', extensions: extensions.map((end) => end.slice(1)) }] }),
      })
      return canceled ? [] : filePaths
    },
    writeClipboard: (text) => clipboard.writeText(text),
    openInBrowser,
    // A value below 0 removes the bar.
    setProgress: (progress) => {
      if (window().isDestroyed()) return
      window().setProgressBar(progress?.fraction ?? -1, { mode: modeOf(progress) })
    },
    showNotice: (notice) => showNotice(electron, notice, front),
    openMenu: ({ index, x, y }) => {
      const menu = Menu.getApplicationMenu()
      const offset = process.platform === 'darwin' ? 1 : 0
      menu?.items[index + offset]?.submenu?.popup({ window: window(), x, y })
    },
    takeRevived: () => takeRevived(window().webContents),
    fetch,
  }
}

/** Returns the bar's mode: only Windows colours it. */
function modeOf(progress: QueueProgress | null): 'none' | 'normal' | 'error' {
  if (!progress) return 'none'
  return progress.failed ? 'error' : 'normal'
}

// A notification without a reference may be garbage-collected before a click.
const notices = new Set<object>()

/** Shows a notification of the system, if it has any. */
export function showNotice(
  { Notification }: ElectronApi,
  notice: { title: string; body: string },
  onClick: () => void,
): void {
  if (!Notification.isSupported()) return
  const shown = new Notification(notice)
  notices.add(shown)
  shown.on('close', () => notices.delete(shown))
  shown.on('click', () => {
    notices.delete(shown)
    onClick()
  })
  shown.show()
}
