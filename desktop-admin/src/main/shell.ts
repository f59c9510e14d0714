import { join } from 'node:path'
import process from 'node:process'
import { z } from 'zod'
import { APP_ID, APP_LINKS, type ShellState, STATE_CHANNEL } from '../bridge.ts'
import { schemePrivileges } from './app-protocol.ts'
import { background } from './background.ts'
import { watchCertificates } from './certificates.ts'
import { deepLinks } from './deep-links.ts'
import { deskOf } from './desk.ts'
import type { ElectronApi } from './electron-api.ts'
import { handleCalls } from './handlers.ts'
import { HIDDEN } from './login-item.ts'
import { menuTemplate } from './menu.ts'
import { shopRooms } from './rooms.ts'
import { jsonFile } from './settings-file.ts'
import { shellMenus } from './shell-menus.ts'
import { shopWatch } from './shop-watch.ts'
import { shopList } from './shops.ts'
import { appUpdates, loadUpdater } from './updates.ts'
import { windowOpener } from './window.ts'
import { guardNavigation } from './window-guards.ts'

const Choices = z.object({
  notices: z.boolean().catch(false),
  explained: z.boolean().catch(false),
})

/** Runs the whole app. Electron is a parameter, so that tests can pass their own; `folder` contains the built parts. */
export async function startShell(electron: ElectronApi, folder: string): Promise<void> {
  const { app, Menu, ipcMain, protocol } = electron
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
  const { takeScreen } = deepLinks(app, () => rooms.send('screen'))
  await app.whenReady()
  if (app.isPackaged) app.setAsDefaultProtocolClient(APP_LINKS)

  const own = (name: string) => join(app.getPath('userData'), name)
  const choicesFile = jsonFile(own('app.json'), Choices)
  const choices = {
    read: () => choicesFile.read() ?? { notices: false, explained: false },
    write: (next: Partial<z.output<typeof Choices>>) => choicesFile.keep({ ...choices.read(), ...next }),
  }
  const list = shopList(own)
  const uploads = () => rooms.all().reduce((sum, room) => sum + (room.progress?.files ?? 0), 0)

  const openWindow = windowOpener(electron, folder)
  const rooms = shopRooms({
    electron,
    list,
    own,
    openInBrowser,
    pages: join(folder, 'renderer'),
    open(partition) {
      const window = openWindow(partition)
      behind.watch(window)
      return window
    },
    desk: (room) => desk(room),
    changed: () => changed(),
    newSession: (shop) => void watch.look(shop),
  })
  const watch = shopWatch({ electron, list, rooms, hasNotices: () => choices.read().notices, changed: () => changed() })
  const updates = appUpdates({
    uploads,
    changed: () => changed(),
    leave: (install) => behind.leave(install),
    load: () => loadUpdater(app.isPackaged),
  })
  const state = (): ShellState => ({
    shops: list.all().map((shop) => ({
      address: shop.address,
      name: shop.name,
      ...watch.of(shop),
      uploads: rooms.roomOf(shop.partition).progress?.files ?? 0,
      current: shop.address === list.current()?.address,
    })),
    update: updates.read(),
  })
  const desk = deskOf({ electron, list, rooms: () => rooms, updates, state, changed: () => changed(), takeScreen })
  const menus = shellMenus({ electron, list, rooms, updates, choices, state, uploads, changed: () => changed() })
  const behind = background({
    electron,
    uploads,
    habits: choices,
    menu: menus.tray,
    images: join(folder, 'main'),
    show: () => void rooms.showCurrent(),
    waiting: watch.total,
  })

  function changed(): void {
    const now = state()
    for (const { window } of rooms.all()) {
      if (window && !window.isDestroyed()) window.webContents.send(STATE_CHANNEL, now)
    }
    behind.refresh()
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({ ...menus, platform: process.platform, isPackaged: app.isPackaged, send: rooms.send }),
      ),
    )
  }

  handleCalls(ipcMain, (storage) => rooms.byStorage(storage)?.calls)
  const front = () => void rooms.showCurrent()
  app.on('second-instance', front)
  app.on('activate', front)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // Started by the system, the app only waits beside the clock.
  if (process.argv.includes(HIDDEN) && choices.read().notices) changed()
  else rooms.showCurrent()
  void watch.start()
  await updates.start()
}
