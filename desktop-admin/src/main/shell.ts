import { join } from 'node:path'
import { z } from 'zod'
import { APP_ID, APP_ORIGIN, APP_SCHEME, MENU_CHANNEL, type MenuCommand } from '../bridge.ts'
import { createAppProtocol, schemePrivileges } from './app-protocol.ts'
import { askOnce } from './ask-once.ts'
import { bundleFiles } from './bundle-files.ts'
import { shellCalls } from './calls.ts'
import type { ElectronApi } from './electron-api.ts'
import { handleCalls } from './handlers.ts'
import { machineOf } from './machine.ts'
import { menuTemplate } from './menu.ts'
import { pickedFiles } from './picked-files.ts'
import { sessionStore } from './session-store.ts'
import { jsonFile } from './settings-file.ts'
import { windowOptions } from './window.ts'
import { denyPermissions, guardNavigation } from './window-guards.ts'
import { windowState } from './window-state.ts'

/** The whole app, top to bottom; Electron is handed in, so that tests can hand in their own. `folder` holds the built parts. */
export async function startShell(electron: ElectronApi, folder: string): Promise<void> {
  const { app, BrowserWindow, Menu, ipcMain, net, protocol, safeStorage, screen, session } = electron
  // The second start only brings the first one's window forward.
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.enableSandbox()
  // Windows shows the notices of an app that says which one it is, by the name its installer has given it.
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged(schemePrivileges)
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  const openInBrowser = (address: string) => electron.shell.openExternal(address)
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openInBrowser))
  await app.whenReady()

  const own = (name: string) => join(app.getPath('userData'), name)
  const settings = jsonFile(own('server.json'), z.object({ server: z.string() }))
  const server = {
    read: () => settings.read()?.server,
    shown: () => shown,
    write: (origin: string) => settings.write({ server: origin }),
  }
  // A page is of the shop that it began with until it begins anew: its session is not for the one that was chosen meanwhile.
  let shown = server.read()
  const picked = pickedFiles(own('picked-files.json'))
  const state = windowState(own('window.json'))
  const fetch = ((input: string, init: RequestInit = {}) =>
    init.redirect === 'manual'
      ? askOnce(net, input, init)
      : net.fetch(input, { ...init, bypassCustomProtocolHandlers: true })) as typeof globalThis.fetch

  denyPermissions(session.defaultSession)
  const bundle = bundleFiles(join(folder, 'renderer'))
  const opened = () => {
    shown = server.read()
  }
  protocol.handle(APP_SCHEME, createAppProtocol({ bundle, picked, server: server.shown, opened, fetch }))

  const open = () => {
    const at = state.read(screen.getAllDisplays().map((display) => display.workArea))
    const window = new BrowserWindow(windowOptions(at, join(folder, 'preload/preload.cjs'), process.platform))
    if (at.maximized) window.maximize()
    window.once('ready-to-show', () => window.show())
    // What is typed and not saved: a window asks nobody by itself.
    window.webContents.on('will-prevent-unload', (event) => {
      const answer = electron.dialog.showMessageBoxSync(window, {
        type: 'question',
        message: 'There are changes that are not saved.',
        detail: 'A draft of them is kept, and offered when you come back.',
        buttons: ['Stay', 'Leave'],
        defaultId: 0,
        cancelId: 0,
      })
      if (answer === 1) event.preventDefault()
    })
    window.on('close', () => state.keep({ ...window.getNormalBounds(), maximized: window.isMaximized() }))
    void window.loadURL(`${APP_ORIGIN}/admin`)
    return window
  }
  let window = open()
  const front = () => {
    if (window.isDestroyed()) window = open()
    if (window.isMinimized()) window.restore()
    window.focus()
  }
  const send = (command: MenuCommand) => {
    // macOS keeps the menu when the window is closed.
    if (window.isDestroyed()) front()
    else window.webContents.send(MENU_CHANNEL, command)
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ platform: process.platform, isPackaged: app.isPackaged, send })),
  )
  const sessions = sessionStore(own('session.json'), safeStorage)
  const machine = machineOf(electron, { window: () => window, front, openInBrowser, fetch })
  handleCalls(ipcMain, shellCalls({ machine, picked, sessions, server }))
  app.on('second-instance', front)
  app.on('activate', front)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}
