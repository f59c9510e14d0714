import type { BrowserWindow } from 'electron'
import type { Machine } from './calls.ts'
import type { ElectronApi } from './shell.ts'

type Parts = {
  window: () => BrowserWindow
  openInBrowser: (address: string) => Promise<void>
  fetch: typeof globalThis.fetch
}

/** The machine by way of Electron: dialogs, clipboard, task bar, notices. */
export function machineOf(electron: ElectronApi, { window, openInBrowser, fetch }: Parts): Machine {
  const { app, clipboard, dialog, Menu, Notification } = electron
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
    // Below 0 the bar goes away.
    setProgress: (fraction) => window().setProgressBar(fraction ?? -1),
    showNotice: (notice) => {
      if (!Notification.isSupported()) return
      const shown = new Notification(notice)
      shown.on('click', () => window().focus())
      shown.show()
    },
    openMenu: ({ index, x, y }) => {
      const menu = Menu.getApplicationMenu()
      const offset = process.platform === 'darwin' ? 1 : 0
      menu?.items[index + offset]?.submenu?.popup({ window: window(), x, y })
    },
    fetch,
  }
}
