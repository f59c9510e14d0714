import { join } from 'node:path'
import { z } from 'zod'
import { APP_ID, APP_SCHEME, MENU_CHANNEL, type MenuCommand } from '../bridge.ts'
import { createAppProtocol, schemePrivileges } from './app-protocol.ts'
import { bundleFiles } from './bundle-files.ts'
import { shellCalls } from './calls.ts'
import { watchCertificates } from './certificates.ts'
import type { ElectronApi } from './electron-api.ts'
import { handleCalls } from './handlers.ts'
import { machineOf } from './machine.ts'
import { menuTemplate } from './menu.ts'
import { networkOf } from './network.ts'
import { pickedFiles } from './picked-files.ts'
import { sessionStore } from './session-store.ts'
import { jsonFile } from './settings-file.ts'
import { windowOpener } from './window.ts'
import { denyPermissions, guardNavigation } from './window-guards.ts'

/** Runs the whole app. Electron is a parameter, so that tests can pass their own; `folder` contains the built parts. */
export async function startShell(electron: ElectronApi, folder: string): Promise<void> {
  const { app, Menu, ipcMain, net, protocol, safeStorage, session } = electron
  // A second start only brings the first window to the front.
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.enableSandbox()
  // Windows shows notifications only for an app that names its id, under the name from its installer.
  app.setAppUserModelId(APP_ID)
  protocol.registerSchemesAsPrivileged(schemePrivileges)
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  const openInBrowser = (address: string) => electron.shell.openExternal(address)
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, openInBrowser))
  watchCertificates(app)
  await app.whenReady()

  const own = (name: string) => join(app.getPath('userData'), name)
  const settings = jsonFile(own('server.json'), z.object({ server: z.string() }))
  const server = {
    read: () => settings.read()?.server,
    shown: () => shown,
    write: (origin: string) => settings.write({ server: origin }),
  }
  // A page belongs to the shop of its load, and its session must not go to a shop chosen meanwhile.
  let shown = server.read()
  const picked = pickedFiles(own('picked-files.json'))
  const fetch = networkOf(net)

  denyPermissions(session.defaultSession)
  const bundle = bundleFiles(join(folder, 'renderer'))
  const opened = () => {
    shown = server.read()
  }
  protocol.handle(APP_SCHEME, createAppProtocol({ bundle, picked, server: server.shown, opened, fetch }))

  const open = windowOpener(electron, folder)
  let window = open()
  const front = () => {
    if (window.isDestroyed()) window = open()
    if (window.isMinimized()) window.restore()
    window.focus()
  }
  const send = (command: MenuCommand) => {
    // macOS shows the menu after the window is closed.
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
