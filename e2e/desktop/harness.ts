import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type ElectronApplication, _electron as electron, type Page } from '@playwright/test'
import type { DesktopBridge } from '../../desktop-admin/src/bridge.ts'
import { takenOver } from '../taken-over.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const app = join(root, 'desktop-admin')
/** Electron's binary, which `npm run desktop` fetches; undefined without it or without a display. */
const binary = (() => {
  const note = join(root, 'node_modules/electron/path.txt')
  const path = existsSync(note) ? join(root, 'node_modules/electron/dist', readFileSync(note, 'utf8')) : ''
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY)
  return path && existsSync(path) && hasDisplay ? path : undefined
})()
/** True with Electron itself, false with the stand-in over Chromium. */
export const isElectron = binary !== undefined

/** The system around the app, as the harness records it in the main process. */
export type Seen = {
  /** The native questions: their message, then their buttons. */
  asked: { message: string; detail: string; buttons: string[] }[]
  /** The button that the owner presses in native questions. */
  answer: number
  /** The files that the owner picks in the system's dialog. */
  paths: string[]
  opened: string[]
  /** The items of the menu that the right button opened. */
  offered: string[]
  notices: string[]
  /** Each progress of the task bar, in percent, followed by `!` after a failure. */
  progress: string[]
}

declare global {
  var seen: Seen
  interface Window {
    desktop: DesktopBridge
  }
}

/**
 * Runs the built desktop app: in Electron where its binary is, else its main process in Node and its window in Chromium
 * (`desktop-admin/test/chromium`).
 */
export async function startDesktop(options: { shop?: string; userData?: string; args?: string[] } = {}) {
  const userData = options.userData ?? mkdtempSync(join(tmpdir(), 'skillhaat-desktop-'))
  if (options.shop) writeFileSync(join(userData, 'server.json'), JSON.stringify({ server: options.shop }))
  const electronApp = await electron.launch({
    executablePath: binary ?? join(app, 'test/chromium/electron.sh'),
    args: [app, `--user-data-dir=${userData}`, ...(options.args ?? [])],
    env: {
      ...(process.env as Record<string, string>),
      NODE: process.execPath,
      CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? chromium.executablePath(),
    },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    acceptDownloads: true,
  })
  await recordSystem(electronApp)
  const context = electronApp.context()
  // Left to the window's own question.
  context.on('dialog', () => {})
  const first = await electronApp.firstWindow()
  await first.waitForURL(/admin/)
  // A test may close the last window and open another.
  await electronApp.evaluate(({ app: own }) => {
    own.removeAllListeners('window-all-closed')
    own.on('window-all-closed', () => {})
  })
  const url = new URL('/', first.url()).href.slice(0, -1)
  const own = (opened: Page) => takenOver(fetching(opened, options.shop), url)
  const page = own(first)
  const openWindow = async (): Promise<Page> => {
    const opened = electronApp.waitForEvent('window')
    await electronApp.evaluate(
      ({ BrowserWindow }, preload) => {
        const window = new BrowserWindow({ webPreferences: { preload, contextIsolation: true, sandbox: true } })
        void window.loadURL('app://admin/admin')
      },
      join(app, 'out/preload/preload.cjs'),
    )
    const second = await opened
    await second.waitForURL(/admin/)
    return own(second)
  }
  // Electron's context has neither of the two.
  Object.assign(context, { newPage: openWindow })
  Object.assign((context as unknown as { _options: object })._options, { baseURL: url })

  const child = electronApp.process()
  return {
    app: electronApp,
    context,
    page,
    /** Prepares the page of a further window for a test. */
    taken: own,
    /** The address of the window: `app://admin`, or what stands for it. */
    url,
    userData,
    seen: () => electronApp.evaluate(() => globalThis.seen),
    /** Sets what the owner picks and answers next. */
    set: (next: Partial<Seen>) => electronApp.evaluate((_, input) => void Object.assign(globalThis.seen, input), next),
    /** Presses an item of the window's menu. */
    menu: (label: string) =>
      electronApp.evaluate(({ BrowserWindow, Menu }, wanted) => {
        const all = (menu: Electron.Menu | null): Electron.MenuItem[] =>
          (menu?.items ?? []).flatMap((item) => [item, ...all(item.submenu ?? null)])
        const found = all(Menu.getApplicationMenu()).find((item) => item.label === wanted)
        if (!found) throw new Error(`no item ${wanted}`)
        // With the window, as the system does.
        const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
        found.click({}, window, window?.webContents)
      }, label),
    copied: () => electronApp.evaluate(({ clipboard }) => clipboard.readText()),
    /** Ends the app without a question; its data stays. */
    async close() {
      if (child.exitCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await electronApp.evaluate(({ app: own }) => own.exit(0)).catch(() => {})
      await ended
    },
  }
}

/** Lets a route fetch from the shop: an address of the app exists in its window only. */
function fetching(page: Page, shop = ''): Page {
  const add = page.route.bind(page)
  page.route = (pattern, handler, options) =>
    add(
      pattern,
      (route, request) => {
        const fetch = route.fetch.bind(route)
        route.fetch = (input) => {
          const { pathname, search } = new URL(request.url())
          const { origin: _, ...headers } = request.headers()
          return fetch({ url: `${shop}${pathname}${search}`, headers, ...input })
        }
        return handler(route, request)
      },
      options,
    )
  return page
}

export type DesktopHarness = Awaited<ReturnType<typeof startDesktop>>

/** Answers the system's dialogs as `seen` says, and records what the app asks of the system. */
async function recordSystem(electronApp: ElectronApplication): Promise<void> {
  await electronApp.evaluate(({ BrowserWindow, dialog, Menu, Notification, shell }) => {
    const seen: Seen = { asked: [], answer: 0, paths: [], opened: [], offered: [], notices: [], progress: [] }
    globalThis.seen = seen
    const answered = (args: unknown[]) => {
      const { message = '', detail = '', buttons = [] } = args.at(-1) as Electron.MessageBoxOptions
      seen.asked.push({ message, detail, buttons })
      return seen.answer
    }
    dialog.showMessageBoxSync = (...args: unknown[]) => answered(args)
    dialog.showMessageBox = async (...args: unknown[]) => ({ response: answered(args), checkboxChecked: false })
    dialog.showOpenDialog = async () => ({ canceled: seen.paths.length === 0, filePaths: seen.paths })
    shell.openExternal = async (address) => void seen.opened.push(address)
    Notification.prototype.show = function () {
      seen.notices.push(`${this.title}: ${this.body}`)
    }
    Menu.prototype.popup = function () {
      seen.offered = this.items.filter(({ type }) => type !== 'separator').map(({ label, role }) => role ?? label)
    }
    const { setProgressBar } = BrowserWindow.prototype
    BrowserWindow.prototype.setProgressBar = function (fraction, options) {
      const percent = `${Math.round(fraction * 100)}%${options?.mode === 'error' ? '!' : ''}`
      seen.progress.push(fraction < 0 ? 'off' : percent)
      setProgressBar.call(this, fraction, options)
    }
  })
}
