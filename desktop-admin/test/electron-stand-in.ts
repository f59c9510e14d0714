import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ElectronApi } from '../src/main/electron-api.ts'

/** Creates the folders of a small built app. */
export function builtApp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-app-'))
  mkdirSync(join(folder, 'renderer'))
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html>')
  return folder
}

type Invoked = (event: unknown, ...args: unknown[]) => unknown

export type StandInOptions = {
  /** False for a second start beside a running app. */
  first?: boolean
  /** The files that the owner picks in the system's dialog; tests may change it later. */
  paths?: string[]
  /** The app's data folder, for a restart. */
  userData?: string
  /** The network of the main process; by default every address is a shop. */
  fetch?: typeof globalThis.fetch
}

/**
 * Records calls of Electron's API, as far as the shell uses it. Written by hand, because the binary is missing on some
 * test machines; the suite that starts the real one checks its behaviour.
 */
export function electronStandIn(given: StandInOptions = {}) {
  const { first = true, paths = [], userData = mkdtempSync(join(tmpdir(), 'desktop-data-')) } = given
  const seen = {
    quit: 0,
    sandboxed: false,
    schemes: [] as unknown[],
    windows: [] as {
      options: Record<string, unknown>
      loaded: string[]
      focused: number
      destroyed: boolean
      close: () => void
      progress: { fraction: number; mode: string }[]
    }[],
    notices: [] as { title: string; body: string; click: () => void }[],
    names: [] as string[],
    opened: [] as string[],
    clipboard: [] as string[],
    sent: [] as unknown[][],
    fetched: [] as { address: string; init: Record<string, unknown> }[],
    protocols: new Map<string, (request: Request) => Promise<Response>>(),
    calls: new Map<string, Invoked>(),
    menus: [] as unknown[],
    permissions: {} as Record<string, (...args: never[]) => unknown>,
  }
  class Contents extends EventEmitter {
    openHandler: ((details: { url: string }) => { action: string }) | undefined
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      this.openHandler = handler
    }
    send(...args: unknown[]) {
      seen.sent.push(args)
    }
  }
  const contents: Contents[] = []
  class BrowserWindow extends EventEmitter {
    webContents = new Contents()
    seen: (typeof seen.windows)[number]
    constructor(options: Record<string, unknown>) {
      super()
      this.seen = {
        options,
        loaded: [],
        focused: 0,
        destroyed: false,
        close: () => void this.emit('close'),
        progress: [],
      }
      seen.windows.push(this.seen)
      contents.push(this.webContents)
      app.emit('web-contents-created', {}, this.webContents)
    }
    async loadURL(address: string) {
      this.seen.loaded.push(address)
    }
    focus() {
      this.seen.focused += 1
    }
    setProgressBar(fraction: number, { mode }: { mode: string }) {
      this.seen.progress.push({ fraction, mode })
    }
    isDestroyed = () => this.seen.destroyed
    isMinimized = () => false
    isMaximized = () => false
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 })
    show() {}
  }
  class Notification extends EventEmitter {
    static isSupported = () => true
    readonly notice: { title: string; body: string }
    constructor(notice: { title: string; body: string }) {
      super()
      this.notice = notice
    }
    show() {
      seen.notices.push({ ...this.notice, click: () => this.emit('click') })
    }
  }
  /** Emits redirects, and fails on them unless the caller follows or aborts. */
  class ClientRequest extends EventEmitter {
    readonly options: { url: string; redirect: string }
    readonly headers = new Headers()
    aborted = false
    constructor(options: { url: string; redirect: string }) {
      super()
      this.options = options
    }
    setHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    abort() {
      this.aborted = true
    }
    async end() {
      const { url } = this.options
      const answer = await electron.net.fetch(url, { ...this.options, headers: this.headers })
      const location = answer.headers.get('location')
      if (location === null) {
        const body = answer.body && Readable.fromWeb(answer.body as never)
        const { status: statusCode, headers } = answer
        this.emit(
          'response',
          Object.assign(body ?? Readable.from([]), { statusCode, headers: Object.fromEntries(headers) }),
        )
        return
      }
      this.emit('redirect', answer.status, 'GET', new URL(location, url).href, {})
      if (!this.aborted) this.emit('error', new Error('Redirect was cancelled'))
    }
  }
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    requestSingleInstanceLock: () => first,
    quit: () => {
      seen.quit += 1
    },
    enableSandbox: () => {
      seen.sandboxed = true
    },
    whenReady: async () => undefined,
    getPath: () => userData,
    getVersion: () => '1.2.3',
    setAppUserModelId: (id: string) => void seen.names.push(id),
  })
  const defaultSession = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: (handler: never) => {
      seen.permissions.request = handler
    },
    setPermissionCheckHandler: (handler: never) => {
      seen.permissions.check = handler
    },
    setDevicePermissionHandler: (handler: never) => {
      seen.permissions.device = handler
    },
  })
  const electron = {
    app,
    BrowserWindow,
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (menu: unknown) => void seen.menus.push(menu),
      getApplicationMenu: () => null,
    },
    Notification,
    ipcMain: { handle: (channel: string, work: Invoked) => void seen.calls.set(channel, work) },
    net: {
      fetch: async (address: string, init: Record<string, unknown>) => {
        seen.fetched.push({ address, init })
        if (given.fetch) return given.fetch(address, init)
        return Response.json({ paths: { '/admin/login': {} } })
      },
      request: (options: { url: string; redirect: string }) => new ClientRequest(options),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => void seen.schemes.push(...schemes),
      handle: (scheme: string, work: (request: Request) => Promise<Response>) => void seen.protocols.set(scheme, work),
    },
    safeStorage: {
      isEncryptionAvailable: () => true,
      encryptString: (text: string) => Buffer.from(text).reverse(),
      decryptString: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
    },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    session: { defaultSession },
    shell: { openExternal: async (address: string) => void seen.opened.push(address) },
    clipboard: { writeText: (text: string) => void seen.clipboard.push(text) },
    dialog: { showOpenDialog: async () => ({ canceled: paths.length === 0, filePaths: paths }) },
  }
  const ourPage = { senderFrame: { parent: null, url: 'app://admin/admin?tab=media' } }
  return {
    electron: electron as unknown as ElectronApi,
    app,
    defaultSession,
    contents,
    seen,
    userData,
    ask: async (channel: string, ...args: unknown[]) => seen.calls.get(channel)?.(ourPage, ...args),
    askFrom: async (senderFrame: unknown, channel: string, ...args: unknown[]) =>
      seen.calls.get(channel)?.({ senderFrame }, ...args),
  }
}
