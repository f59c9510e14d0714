import type { BaseWindow, BrowserWindow, MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../bridge.ts'
import { goBy } from './page-habits.ts'
import { revive } from './recovery.ts'

type Parts = {
  platform: NodeJS.Platform
  isPackaged: boolean
  send: (command: MenuCommand) => void
  /** The entries that follow the app's state. */
  habits: () => MenuItemConstructorOptions[]
  shops: () => MenuItemConstructorOptions[]
  help: () => MenuItemConstructorOptions[]
}

/** Builds the native menu. Its headings match those of the title bar (`MENU_HEADINGS`), in order. */
export function menuTemplate({ platform, isPackaged, send, habits, shops, help }: Parts): MenuItemConstructorOptions[] {
  const request = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(command),
    ...(accelerator ? { accelerator } : {}),
  })
  const go = (label: string, step: -1 | 1, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: (_item, window) => {
      const page = pageOf(window)
      if (page) goBy(step, page)
    },
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        request('Add course', 'new-course', 'CmdOrCtrl+N'),
        request('Upload Media…', 'upload', 'CmdOrCtrl+U'),
        line,
        ...habits(),
        line,
        request('Log Out', 'log-out'),
        line,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: 'Edit',
      submenu: [
        ...(['undo', 'redo'] as const).map((role) => ({ role })),
        line,
        ...(['cut', 'copy', 'paste', 'delete', 'selectAll'] as const).map((role) => ({ role })),
        line,
        request('Find on This Page…', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: 'View',
      submenu: [
        request('Search Everything…', 'palette', 'CmdOrCtrl+K'),
        {
          label: 'Reload',
          accelerator: 'CmdOrCtrl+R',
          // A page that crashed or hangs cannot answer a command.
          click: (_item, window) => {
            const page = pageOf(window)
            if (!page || !revive(page)) send('reload-data')
          },
        },
        line,
        go('Back', -1, isMac ? 'Cmd+[' : 'Alt+Left'),
        go('Forward', 1, isMac ? 'Cmd+]' : 'Alt+Right'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The same key without Shift.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { label: 'Shop', submenu: shops() },
    ...(isMac ? [{ role: 'windowMenu', label: 'Window' } as const] : []),
    { role: 'help', label: 'Help', submenu: [...help(), { role: 'about' }] },
  ]
}

const pageOf = (window: BaseWindow | undefined) => (window as BrowserWindow | undefined)?.webContents
