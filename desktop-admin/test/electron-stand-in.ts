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
  /** The button that the owner presses in questions; tests may change it later. */
  answer?: number
  /** The network of the main process; by default every address is a shop. */
  fetch?: typeof globalThis.fetch
}

/**
 * Records calls of Electron's API, as far as the shell uses it. Written by hand, because the binary is missing on some
 * test machines; the suite that starts the real one checks its behaviour.
 */
export function electronStandIn(input: StandInOptions = {}) {
  const { first = true, paths = [], userData = mkdtempSync(join(tmpdir(), 'desktop-data-')) } = input
  const seen = {
    quit: 0,
    sandboxed: false,
    schemes: [] as unknown[],
    windows: [] as {
      options: Record<string, unknown>
      loaded: string[]
      focused: number
      destroyed: boolean
      visible: boolean
      /** Closes it like the owner does; false if the app refused. */
      close: () => boolean
      partition: string
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
    trays: [] as { tip: string; menu: { label?: string; click?: () => void }[]; destroyed: boolean }[],
    asked: [] as { message: string; detail: string; buttons: string[] }[],
    cleared: [] as string[],
    shownItems: [] as string[],
    permissions: {} as Record<string, (...args: never[]) => unknown>,
  }
  class Contents extends EventEmitter {
    session: unknown
    constructor(storage: unknown) {
      super()
      this.session = storage
    }
    openHandler: ((details: { url: string }) => { action: string }) | undefined
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      this.openHandler = handler
    }
    send(channel: string, ...args: unknown[]) {
      // The state goes to every page after each change; only commands are of interest here.
      if (channel !== 'shell:changed') seen.sent.push([channel, ...args])
    }
  }
  const contents: Contents[] = []
  class BrowserWindow extends EventEmitter {
    static all: BrowserWindow[] = []
    static getAllWindows = () => BrowserWindow.all.filter((one) => !one.seen.destroyed)
    webContents: Contents
    seen: (typeof seen.windows)[number]
    constructor(options: Record<string, unknown>) {
      super()
      const { partition = '' } = options.webPreferences as { partition?: string }
      this.webContents = new Contents(sessionOf(partition))
      BrowserWindow.all.push(this)
      this.seen = {
        options,
        partition,
        visible: true,
        loaded: [],
        focused: 0,
        destroyed: false,
        close: () => {
          const event = preventable()
          this.emit('close', event)
          if (!event.defaultPrevented) this.destroy()
          return !event.defaultPrevented
        },
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
    setProgressBar(fraction: number, { mode = 'normal' }: { mode?: string } = {}) {
      this.seen.progress.push({ fraction, mode })
    }
    isDestroyed = () => this.seen.destroyed
    isMinimized = () => false
    isMaximized = () => false
    isVisible = () => this.seen.visible && !this.seen.destroyed
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 })
    getBounds = this.getNormalBounds
    setBounds() {}
    show() {
      this.seen.visible = true
      this.emit('show')
    }
    hide() {
      this.seen.visible = false
      this.emit('hide')
    }
    destroy() {
      this.seen.destroyed = true
      this.emit('closed')
    }
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
      const answer = await fetchAs(url, { ...this.options, headers: this.headers })
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
    isReady: () => true,
    getPath: () => userData,
    getVersion: () => '1.2.3',
    getLocale: () => 'en-IN',
    setAsDefaultProtocolClient: (scheme: string) => seen.names.push(scheme) > 0,
    setAppUserModelId: (id: string) => void seen.names.push(id),
  })
  const fetchAs = async (address: string, init: Record<string, unknown>) => {
    seen.fetched.push({ address, init })
    if (input.fetch) return input.fetch(address, init)
    if (address.endsWith('/api/go/settings')) return Response.json({ brand: { name: new URL(address).hostname } })
    return Response.json({ paths: { '/admin/login': {} } })
  }
  const sessions = new Map<string, ReturnType<typeof newSession>>()
  const newSession = (partition: string) =>
    Object.assign(new EventEmitter(), {
      partition,
      setPermissionRequestHandler: (handler: never) => {
        seen.permissions.request = handler
      },
      setPermissionCheckHandler: (handler: never) => {
        seen.permissions.check = handler
      },
      setDevicePermissionHandler: (handler: never) => {
        seen.permissions.device = handler
      },
      protocol: {
        handle: (scheme: string, work: (request: Request) => Promise<Response>) =>
          void seen.protocols.set(`${partition} ${scheme}`.trim(), work),
        unhandle: (scheme: string) => void seen.protocols.delete(`${partition} ${scheme}`.trim()),
      },
      fetch: fetchAs,
      clearStorageData: async () => void seen.cleared.push(partition),
    })
  const sessionOf = (partition: string) => {
    const found = sessions.get(partition) ?? newSession(partition)
    sessions.set(partition, found)
    return found
  }
  const defaultSession = sessionOf('')
  class Tray extends EventEmitter {
    seen = { tip: '', menu: [] as { label?: string; click?: () => void }[], destroyed: false }
    constructor() {
      super()
      seen.trays.push(this.seen)
    }
    setToolTip(tip: string) {
      this.seen.tip = tip
    }
    setContextMenu(menu: { label?: string; click?: () => void }[]) {
      this.seen.menu = menu
    }
    destroy() {
      this.seen.destroyed = true
    }
  }
  const electron = {
    app,
    BrowserWindow,
    Menu: {
      buildFromTemplate: (template: object) => template,
      setApplicationMenu: (menu: unknown) => void seen.menus.push(menu),
      getApplicationMenu: () => null,
    },
    Notification,
    ipcMain: { handle: (channel: string, work: Invoked) => void seen.calls.set(channel, work) },
    net: {
      request: (options: { url: string; redirect: string }) => new ClientRequest(options),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => void seen.schemes.push(...schemes),
    },
    Tray,
    nativeImage: { createFromPath: () => ({}) },
    safeStorage: {
      isEncryptionAvailable: () => true,
      encryptString: (text: string) => Buffer.from(text).reverse(),
      decryptString: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
    },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    session: { defaultSession, fromPartition: sessionOf },
    shell: {
      openExternal: async (address: string) => void seen.opened.push(address),
      openPath: async (path: string) => {
        seen.opened.push(path)
        return ''
      },
      showItemInFolder: (path: string) => void seen.shownItems.push(path),
    },
    clipboard: { writeText: async (text: string) => void seen.clipboard.push(text) },
    dialog: {
      showOpenDialog: async () => ({ canceled: paths.length === 0, filePaths: paths }),
      showSaveDialog: async () => ({ canceled: paths.length === 0, filePath: paths[0] ?? '' }),
      showMessageBoxSync: (...args: unknown[]) => {
        const { message, detail, buttons } = args.at(-1) as (typeof seen.asked)[number]
        seen.asked.push({ message, detail, buttons })
        return input.answer ?? 0
      },
    },
  }
  const senderFrame = { parent: null, url: 'app://admin/admin?tab=media' }
  return {
    electron: electron as unknown as ElectronApi,
    modules: electron,
    app,
    defaultSession,
    contents,
    seen,
    userData,
    /** Calls the shell from the page of the first shop. */
    ask: async (channel: string, ...args: unknown[]) =>
      seen.calls.get(channel)?.({ senderFrame, sender: { session: defaultSession } }, ...args),
    /** Calls the shell from the page of another shop. */
    askAs: async (partition: string, channel: string, ...args: unknown[]) =>
      seen.calls.get(channel)?.({ senderFrame, sender: { session: sessionOf(partition) } }, ...args),
    askFrom: async (frame: unknown, channel: string, ...args: unknown[]) =>
      seen.calls.get(channel)?.({ senderFrame: frame, sender: { session: defaultSession } }, ...args),
    /** The current menus of the window. */
    menu: (label: string) => {
      type Entry = { label?: string; submenu?: Entry[]; click?: () => void; enabled?: boolean; checked?: boolean }
      const all = (entries: Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...all(entry.submenu ?? [])])
      return all(seen.menus.at(-1) as Entry[]).find((entry) => entry.label === label)
    },
  }
}

/** An event that its listeners may prevent. */
export function preventable() {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
