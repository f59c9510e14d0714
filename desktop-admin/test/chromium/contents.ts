import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { app } from './app.ts'
import { chromium, toApp, toHttp } from './chromium.ts'
import type { Params, Target } from './devtools.ts'
import { handlers, ipcMain } from './ipc.ts'
import { type Session, session, watchDownloads } from './session.ts'
import { preventable, switchOf } from './switches.ts'
import { decode, encode } from './wire.ts'
import { isolatedSource, mainWorldSource, WORLD, type WorldMessage } from './world.ts'

export type Preferences = Params & { preload?: string; session?: Session; partition?: string }
type Frame = { id: string; parentId?: string; url: string; unreachableUrl?: string }
const all = new Set<WebContents>()
let last = 0
let downloads: Promise<void> | undefined

/** A page of Chromium with the events and commands of Electron's. */
export class WebContents extends EventEmitter {
  readonly id = ++last
  readonly session: Session
  readonly preferences: Preferences
  targetId = ''
  private readonly opened: Promise<Target>
  private world: number | undefined
  private address = ''
  private heading = ''
  private crashed = false
  private crashing = Promise.resolve()
  private closed = false
  private zoom = 0
  private isMuted = false
  private history: { currentIndex: number; entries: { id: number; url: string; title: string }[] } = {
    currentIndex: 0,
    entries: [],
  }
  private openHandler: ((details: Params) => { action: string }) | undefined
  /** Targets of navigations that a page started: the app may stop these, and no others. */
  private readonly wanted = new Set<string>()

  constructor(preferences: Preferences = {}, size: { width?: number; height?: number } = {}) {
    super()
    this.preferences = preferences
    this.session =
      preferences.session ??
      (preferences.partition ? session.fromPartition(preferences.partition) : session.defaultSession)
    all.add(this)
    this.opened = this.open(size)
    this.opened.catch((error: Error) => console.error(`the window could not be opened: ${error.message}`))
    app.emit('web-contents-created', {}, this)
  }
  static getAllWebContents = () => [...all]
  static fromId = (id: number) => [...all].find((one) => one.id === id)
  static fromDevToolsTargetId = (id: string) => [...all].find((one) => one.targetId === id)

  private async open({ width = 1200, height = 800 }): Promise<Target> {
    const { root, target } = await chromium
    downloads ??= watchDownloads((frameId) => WebContents.fromDevToolsTargetId(frameId))
    await downloads
    const { targetId } = await root.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      // A browser with windows gives a size to a new one only.
      newWindow: true,
      width,
      height,
    })
    this.targetId = targetId
    const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    const page = target(sessionId)
    root.on<{ targetId: string }>('Target.targetDestroyed', (event) => event.targetId === targetId && this.gone())
    root.on<{ targetInfo: { targetId: string; title: string } }>('Target.targetInfoChanged', ({ targetInfo }) => {
      if (targetInfo.targetId !== targetId || targetInfo.title === this.heading) return
      this.heading = targetInfo.title
      this.emit('page-title-updated', preventable(), this.heading, true)
    })
    // A popup is denied already by a flag; a Chromium that does not know it opens one. It may wait for the debugger of a test,
    // and its opener with it: closed while it waits, it would leave the opener without an answer for good.
    const closePopup = async (popup: string) => {
      const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId: popup,
        flatten: true,
      })
      await target(sessionId).send('Runtime.runIfWaitingForDebugger')
      await root.send('Target.closeTarget', { targetId: popup })
    }
    root.on<{ targetInfo: { targetId: string; openerId?: string } }>('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.openerId === targetId) void closePopup(targetInfo.targetId).catch(() => {})
    })
    await root.send('Target.setDiscoverTargets', { discover: true })
    this.watchPage(page)
    this.watchWorlds(page)
    await page.send('Page.enable')
    await page.send('Runtime.enable')
    await page.send('Runtime.addBinding', { name: 'electronBinding', executionContextName: WORLD })
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource })
    const preload = this.preferences.preload ? readFileSync(this.preferences.preload, 'utf8') : ''
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: isolatedSource(preload), worldName: WORLD })
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] })
    this.watchHang(page)
    return page
  }

  private watchPage(page: Target): void {
    page.on<{ frameId: string; reason: string; url: string }>('Page.frameRequestedNavigation', ({ url }) => {
      this.wanted.add(url)
    })
    page.on<{ requestId: string; frameId: string; request: { url: string } }>(
      'Fetch.requestPaused',
      ({ requestId, frameId, request }) => {
        const isMainFrame = frameId === this.targetId
        const event = preventable({ url: toApp(request.url), isMainFrame, isSameDocument: false })
        if (this.wanted.delete(request.url)) {
          this.emit('will-frame-navigate', event)
          if (isMainFrame) this.emit('will-navigate', event, event.url)
        }
        const [method, more] = event.defaultPrevented
          ? ['Fetch.failRequest', { errorReason: 'Aborted' }]
          : ['Fetch.continueRequest', {}]
        void page.send(method as string, { requestId, ...(more as Params) }).catch(() => {})
      },
    )
    page.on<{ frame: Frame }>('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return
      this.crashed = false
      this.address = toApp(frame.unreachableUrl ?? frame.url)
      void this.readHistory(page)
      if (frame.unreachableUrl) this.emit('did-fail-load', {}, -324, 'ERR_EMPTY_RESPONSE', this.address, true, 1, 1)
      else this.emit('did-navigate', {}, this.address, 200, 'OK')
    })
    page.on<{ frameId: string; url: string }>('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId !== this.targetId) return
      this.address = toApp(url)
      void this.readHistory(page)
      this.emit('did-navigate-in-page', {}, this.address, true, 1, 1)
    })
    page.on('Page.domContentEventFired', () => this.emit('dom-ready', {}))
    page.on('Page.loadEventFired', () => this.emit('did-finish-load', {}))
    page.on<{ url: string; windowName: string }>('Page.windowOpen', ({ url, windowName }) => {
      this.openHandler?.({ url: toApp(url), frameName: windowName, features: '', disposition: 'foreground-tab' })
    })
    page.on<{ type: string }>('Page.javascriptDialogOpening', ({ type }) => {
      if (type !== 'beforeunload') return
      const event = preventable()
      this.emit('will-prevent-unload', event)
      void page.send('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(() => {})
    })
    page.on('Inspector.targetCrashed', () => {
      this.crashed = true
      const details = { reason: 'crashed', exitCode: 5 }
      this.emit('render-process-gone', {}, details)
      app.emit('render-process-gone', {}, this, details)
    })
  }

  private watchWorlds(page: Target): void {
    page.on<{ context: { id: number; name: string; auxData: { frameId: string } } }>(
      'Runtime.executionContextCreated',
      ({ context }) => {
        if (context.name === WORLD && context.auxData.frameId === this.targetId) this.world = context.id
      },
    )
    page.on<{ executionContextId: number; payload: string }>(
      'Runtime.bindingCalled',
      ({ executionContextId, payload }) => {
        const shown = decode(payload) as WorldMessage
        if (shown.kind === 'key') return void app.emit('-unused-key', shown)
        if (shown.kind === 'context-menu') return void this.emit('context-menu', {}, shown.params)
        if (shown.kind === 'send') return void ipcMain.emit(shown.channel, this.event(), ...shown.args)
        const work =
          shown.kind === 'paths' ? this.pathsOf(page, executionContextId, shown.id, shown.count) : this.invoked(shown)
        void work
          .then(
            (value) => [shown.id, encode(value)],
            (error: Error) => [shown.id, '', error.message],
          )
          .then((answer) =>
            page.send('Runtime.evaluate', {
              contextId: executionContextId,
              expression: `electronAnswer(...${JSON.stringify(answer)})`,
            }),
          )
          .catch(() => {})
      },
    )
  }
  private event() {
    const senderFrame = {
      url: this.address,
      parent: null,
      top: null,
      origin: new URL(this.address).origin,
      processId: 1,
      routingId: 1,
    }
    return { sender: this, senderFrame, processId: 1, frameId: 1 }
  }
  private async invoked({ channel, args }: { channel: string; args: unknown[] }): Promise<unknown> {
    const work = handlers.get(channel)
    try {
      if (!work) throw new Error(`No handler registered for '${channel}'`)
      return await work(this.event(), ...args)
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${error}`)
    }
  }
  private async pathsOf(page: Target, contextId: number, id: number, count: number): Promise<string[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const expression = `electronFiles.get(${id})[${i}]`
        const { result } = await page.send<{ result: { objectId: string } }>('Runtime.evaluate', {
          contextId,
          expression,
        })
        return (await page.send<{ path: string }>('DOM.getFileInfo', { objectId: result.objectId })).path
      }),
    )
  }
  /** Reports a page that does not answer, as Electron does after half a minute; only with the switch. */
  private watchHang(page: Target): void {
    const patience = Number(switchOf('hang-after') ?? 0)
    if (!patience) return
    let isHung = false
    const look = async () => {
      const late = setTimeout(() => {
        isHung = true
        this.emit('unresponsive')
      }, patience)
      await page.send('Runtime.evaluate', { expression: '1' }).catch(() => {})
      clearTimeout(late)
      if (isHung && !this.crashed) this.emit('responsive')
      isHung = false
      if (!this.closed) setTimeout(() => void look(), patience / 2)
    }
    void look()
  }
  private gone(): void {
    if (this.closed) return
    this.closed = true
    all.delete(this)
    this.emit('destroyed')
  }
  private async readHistory(page: Target): Promise<void> {
    this.history = await page.send<typeof this.history>('Page.getNavigationHistory').catch(() => this.history)
  }
  /** Sends a command once the page is open; a page that has gone ignores it. */
  private do<Result = Params>(method: string, params: Params = {}): Promise<Result | undefined> {
    return this.opened.then((page) => page.send<Result>(method, params)).catch(() => undefined)
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.opened
    const address = toHttp(url, this.session.partition)
    await this.session.setPermissions(this, new URL(address).origin)
    const { errorText } = await page.send<{ errorText?: string }>('Page.navigate', { url: address })
    if (errorText && errorText !== 'net::ERR_ABORTED') throw new Error(`${errorText} loading '${url}'`)
  }
  reload(): void {
    void this.crashing
      .then(() => (this.crashed ? this.loadURL(this.address) : void this.do('Page.reload')))
      .catch(() => {})
  }
  reloadIgnoringCache = () => void this.do('Page.reload', { ignoreCache: true })
  stop = () => void this.do('Page.stopLoading')
  send(channel: string, ...args: unknown[]): void {
    const expression = `globalThis.electronHear?.(${JSON.stringify(channel)}, ${JSON.stringify(encode(args))})`
    void this.do('Runtime.evaluate', { contextId: this.world, expression })
  }
  async executeJavaScript(expression: string): Promise<unknown> {
    const input = await (await this.opened).send<{
      result: { value: unknown }
      exceptionDetails?: { exception?: { description?: string } }
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true })
    if (input.exceptionDetails) throw new Error(input.exceptionDetails.exception?.description ?? 'failed')
    return input.result.value
  }
  forcefullyCrashRenderer(): void {
    this.crashing = new Promise((resolve) => this.once('render-process-gone', () => resolve()))
    void this.do('Page.crash')
  }
  close({ waitForBeforeUnload = false } = {}): void {
    if (waitForBeforeUnload && !this.crashed) void this.do('Page.close')
    else void chromium.then(({ root }) => root.send('Target.closeTarget', { targetId: this.targetId })).catch(() => {})
  }
  isCrashed = () => this.crashed
  isDestroyed = () => this.closed
  isLoading = () => false
  isFocused = () => true
  focus() {}
  getURL = () => this.address
  getTitle = () => this.heading
  getUserAgent = () => 'stand-in'
  getLastWebPreferences = () => this.preferences
  getOSProcessId = () => 0
  get mainFrame() {
    return { url: this.address, parent: null }
  }
  setWindowOpenHandler(handler: (details: Params) => { action: string }) {
    this.openHandler = handler
  }
  setBackgroundThrottling() {}
  setAudioMuted(muted: boolean) {
    this.isMuted = muted
  }
  isAudioMuted = () => this.isMuted
  openDevTools() {}
  toggleDevTools() {}
  getZoomLevel = () => this.zoom
  setZoomLevel(level: number) {
    this.zoom = level
    void this.executeJavaScript(`document.documentElement.style.zoom = ${1.2 ** level}`).catch(() => {})
  }
  getZoomFactor = () => 1.2 ** this.zoom
  setZoomFactor = (factor: number) => this.setZoomLevel(Math.log(factor) / Math.log(1.2))
  readonly navigationHistory = {
    canGoBack: () => this.history.currentIndex > this.firstOwn(),
    canGoForward: () => this.history.currentIndex < this.history.entries.length - 1,
    goBack: () => this.goBy(-1),
    goForward: () => this.goBy(1),
    getActiveIndex: () => this.history.currentIndex,
    length: () => this.history.entries.length,
    clear: () => void this.do('Page.resetNavigationHistory'),
  }
  // A real window begins without the blank page.
  private firstOwn = () => (this.history.entries[0]?.url === 'about:blank' ? 1 : 0)
  private async goBy(step: number): Promise<void> {
    await this.readHistory(await this.opened)
    const entryId = this.history.entries[this.history.currentIndex + step]?.id
    if (entryId === undefined) return
    this.history = { ...this.history, currentIndex: this.history.currentIndex + step }
    void this.do('Page.navigateToHistoryEntry', { entryId })
  }
  /** Runs an editing command of the browser, like the menu's. */
  private edit = (command: string) =>
    void this.do('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: '', commands: [command] })
  copy = () => this.edit('copy')
  cut = () => this.edit('cut')
  paste = () => this.edit('paste')
  selectAll = () => this.edit('selectAll')
  undo = () => this.edit('undo')
  redo = () => this.edit('redo')
  replaceMisspelling = (text: string) => void this.do('Input.insertText', { text })
  print(_options?: object, done?: (ok: boolean) => void) {
    done?.(true)
  }
  printToPDF = async () => Buffer.from((await this.do<{ data: string }>('Page.printToPDF'))?.data ?? '', 'base64')
  capturePage = async () => {
    const data = Buffer.from((await this.do<{ data: string }>('Page.captureScreenshot'))?.data ?? '', 'base64')
    return { toPNG: () => data, isEmpty: () => data.length === 0 }
  }
}
