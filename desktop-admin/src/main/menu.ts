import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../bridge.ts'

type Parts = {
  platform: NodeJS.Platform
  isPackaged: boolean
  send: (command: MenuCommand) => void
}

/** Builds the native menu. Its headings match those of the title bar (`MENU_HEADINGS`), in order. */
export function menuTemplate({ platform, isPackaged, send }: Parts): MenuItemConstructorOptions[] {
  const ask = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(command),
    ...(accelerator ? { accelerator } : {}),
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const isMac = platform === 'darwin'
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        ask('Add Course', 'new-course', 'CmdOrCtrl+N'),
        ask('Upload Media…', 'upload', 'CmdOrCtrl+U'),
        line,
        ask('Choose Another Shop…', 'server'),
        ask('Log Out', 'log-out'),
        line,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu', label: 'Edit' },
    {
      label: 'View',
      submenu: [
        ask('Search Everything…', 'palette', 'CmdOrCtrl+K'),
        ask('Reload', 'reload-data', 'CmdOrCtrl+R'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        line,
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu', label: 'Window' },
    { role: 'help', label: 'Help', submenu: [{ role: 'about' }] },
  ]
}
