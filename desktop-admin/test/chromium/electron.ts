/**
 * Stands in for the module `electron` in the main process: its windows are pages of a real Chromium. The types are
 * Electron's own for the app; here only what it uses exists, and more is added beside it.
 */
import type { Nothing, UnlikeElectron } from '../like-electron.ts'
import { app } from './app.ts'
import { WebContents } from './contents.ts'
import { ipcMain } from './ipc.ts'
import { Menu, MenuItem } from './menu.ts'
import { net, protocol, type Session, session } from './session.ts'
import * as system from './system.ts'
import { BaseWindow, BrowserWindow, WebContentsView } from './window.ts'

export * from './system.ts'
export {
  app,
  BaseWindow,
  BrowserWindow,
  ipcMain,
  Menu,
  MenuItem,
  net,
  protocol,
  session,
  WebContents as webContents,
  WebContentsView,
}
export default {
  ...system,
  app,
  BaseWindow,
  BrowserWindow,
  ipcMain,
  Menu,
  MenuItem,
  net,
  protocol,
  session,
  webContents: WebContents,
  WebContentsView,
}

/** Notes for tests; `getLastWebPreferences` is Electron's, without a type. */
type Own =
  | 'all'
  | 'asked'
  | 'bounds'
  | 'default'
  | 'getLastWebPreferences'
  | 'image'
  | 'menu'
  | 'opened'
  | 'options'
  | 'preferences'
  | 'progress'
  | 'shown'
  | 'targetId'
  | 'template'
  | 'title'
  | 'toolTip'
  | 'visible'
export type Checked = [
  Nothing<UnlikeElectron<typeof import('./electron.ts'), Own>>,
  Nothing<UnlikeElectron<{ Session: typeof Session }, 'partition' | 'setPermissions' | 'spelling' | 'verify'>>,
]
