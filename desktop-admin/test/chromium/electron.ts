/**
 * Stands in for the module `electron` in the main process: its windows are pages of a real Chromium. The types are
 * Electron's own for the app; here only what it uses exists, and more is added beside it.
 */
import { app } from './app.ts'
import { WebContents } from './contents.ts'
import { ipcMain } from './ipc.ts'
import { Menu, MenuItem } from './menu.ts'
import { net, protocol, session } from './session.ts'
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
