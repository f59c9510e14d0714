import type { BrowserWindow, WebContents } from 'electron'
import { APP_ORIGIN, type Revived } from '../bridge.ts'
import type { ElectronApi } from './electron-api.ts'

/** A second crash within this time is not answered by another load. */
const SOON_MS = 60_000
/** Chromium's code of a load that something else replaced. */
const ABORTED = -3
const DRAFTS = 'Drafts of what you typed are stored on this computer.'

const revived = new WeakMap<WebContents, Revived>()
const hung = new WeakSet<WebContents>()
/** Hung pages that were ended on purpose. */
const ended = new WeakSet<WebContents>()

/** Loads the first page; `watchRecovery` answers a failure. */
export function loadFirstPage(window: BrowserWindow): void {
  window.loadURL(`${APP_ORIGIN}/admin`).catch(() => {})
}

/** Returns once why the page was loaded again; null after a usual load. */
export function takeRevived(contents: WebContents): Revived | null {
  const why = revived.get(contents) ?? null
  revived.delete(contents)
  return why
}

/** Loads a page again that crashed or hangs; returns false for a page that works. */
export function revive(contents: WebContents): boolean {
  const isHung = hung.delete(contents)
  if (!isHung && !contents.isCrashed()) return false
  revived.set(contents, isHung ? 'hung' : 'crashed')
  if (isHung && !contents.isCrashed()) {
    // A page that hangs answers no reload, so its process ends first.
    ended.add(contents)
    contents.forcefullyCrashRenderer()
  }
  contents.reload()
  return true
}

/**
 * Watches a window for a page that crashes, hangs or does not load. The first crash loads the page again at its
 * address; everything else is a native question, for such a page can show nothing.
 */
export function watchRecovery({ app, dialog }: ElectronApi, window: BrowserWindow): void {
  const { webContents } = window
  let crashedAt = Number.NEGATIVE_INFINITY

  const request = async (message: string, detail: string, buttons: [string, string], signal?: AbortSignal) => {
    const question = { type: 'warning', message, detail, buttons, defaultId: 0, cancelId: 0, noLink: true } as const
    return (await dialog.showMessageBox(window, { ...question, ...(signal ? { signal } : {}) })).response
  }

  webContents.on('render-process-gone', async (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed() || ended.delete(webContents)) return
    console.warn(`the page ended: ${reason}`)
    const isSoon = Date.now() - crashedAt < SOON_MS
    crashedAt = Date.now()
    if (!isSoon) return void revive(webContents)
    const detail = `If you reload, the first page opens. ${DRAFTS}`
    const answer = await request('The page crashed again.', detail, ['Reload', 'Quit'])
    if (window.isDestroyed()) return
    if (answer === 1) return app.quit()
    revived.set(webContents, 'crashed')
    // The page's own address may be the reason.
    loadFirstPage(window)
  })

  webContents.on('unresponsive', async () => {
    if (hung.has(webContents)) return
    hung.add(webContents)
    const over = new AbortController()
    webContents.once('responsive', () => {
      hung.delete(webContents)
      over.abort()
    })
    const detail = `Wait if it works on a large file. ${DRAFTS}`
    const answer = await request('The page does not respond.', detail, ['Wait', 'Reload'], over.signal)
    if (answer === 1 && !window.isDestroyed()) revive(webContents)
  })

  webContents.on('did-fail-load', async (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    console.warn(`the page did not load: ${description} (${code})`)
    const answer = await request('The page did not load.', `The system says: ${description}`, ['Try Again', 'Quit'])
    if (window.isDestroyed()) return
    if (answer === 1) app.quit()
    else loadFirstPage(window)
  })
}
