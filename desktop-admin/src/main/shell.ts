import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { BrowserWindowConstructorOptions } from 'electron'
import { z } from 'zod'
import { APP_ID, APP_ORIGIN, APP_SCHEME, MENU_CHANNEL, type MenuCommand } from '../bridge.ts'
import { createAppProtocol, schemePrivileges } from './app-protocol.ts'
import { bundleFiles } from './bundle-files.ts'
import { shellCalls } from './calls.ts'
import type { ElectronApi } from './electron-api.ts'
import { handleCalls } from './handlers.ts'
import { machineOf } from './machine.ts'
import { menuTemplate } from './menu.ts'
import { pickedFiles } from './picked-files.ts'
import { sessionStore } from './session-store.ts'
import { jsonFile } from './settings-file.ts'
import { denyPermissions, guardNavigation } from './window-guards.ts'

const WindowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480).max(10_000),
  height: z.number().int().min(400).max(10_000),
  maximized: z.boolean(),
})
type WindowState = z.output<typeof WindowState>

type Area = { x: number; y: number; width: number; height: number }
const FIRST: WindowState = { width: 1320, height: 860, maximized: false }
/** Minimum width of the title bar on a screen, so that the window can be dragged back. */
const LEAST_SEEN = 100

/** Stores and restores the window's position, unless its screen is gone. */
function windowState(path: string) {
  const file = jsonFile(path, WindowState)
  return {
    read(screens: readonly Area[]): WindowState {
      const { x, y, ...size } = file.read() ?? FIRST
      if (x === undefined || y === undefined) return size
      const seen = screens.some(
        (area) =>
          x + size.width >= area.x + LEAST_SEEN &&
          x <= area.x + area.width - LEAST_SEEN &&
          y >= area.y &&
          y <= area.y + area.height - LEAST_SEEN,
      )
      return seen ? { x, y, ...size } : size
    },
    keep: (state: WindowState) => file.keep(state),
  }
}

/** Runs the whole app. Electron is a parameter, so that tests can pass their own; `folder` contains the built parts. */
export async function startShell(electron: ElectronApi, folder: string): Promise<void> {
  const { app, BrowserWindow, Menu, ipcMain, net, protocol, safeStorage, screen, session } = electron
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
    // Unsaved input: Electron asks nothing by itself.
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

/**
 * Fetches with `redirect: 'manual'`, which Electron's own fetch cannot: it follows or fails, and its documentation says
 * that its `url` is not the final one. Returns redirects as responses; sends no body.
 */
function askOnce(net: ElectronApi['net'], address: string, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = net.request({
    url: address,
    method: init.method ?? 'GET',
    redirect: 'manual',
    credentials: 'omit',
    bypassCustomProtocolHandlers: true,
  })
  for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
  request.on('redirect', (status, _method, location) => {
    resolve(new Response(null, { status, headers: { location } }))
    // No redirect is followed by itself.
    request.abort()
  })
  request.on('response', (answer) => {
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const empty = [101, 204, 205, 304].includes(answer.statusCode) || init.method === 'HEAD'
    const body = empty ? null : (Readable.toWeb(answer as unknown as Readable) as NodeStream<Uint8Array>)
    resolve(new Response(body as unknown as BodyInit | null, { status: answer.statusCode, headers }))
  })
  request.on('error', reject)
  init.signal?.addEventListener('abort', () => {
    reject(init.signal?.reason)
    request.abort()
  })
  request.end()
  return promise
}

/** Returns the preferences of every page: context isolation, sandbox, no Node. */
function webPreferences(preload: string) {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: true,
  } as const
}

/** Returns the window's options. The page draws the title bar; the window's buttons are the system's. */
function windowOptions(state: WindowState, preload: string, platform: NodeJS.Platform) {
  const { maximized: _, ...bounds } = state
  return {
    ...bounds,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'SkillHaat Admin',
    backgroundColor: '#0C0D2B',
    titleBarStyle: 'hidden',
    ...(platform === 'darwin' ? {} : { titleBarOverlay: { color: '#0C0D2B', symbolColor: '#FFFFFF', height: 38 } }),
    webPreferences: webPreferences(preload),
  } satisfies BrowserWindowConstructorOptions
}
