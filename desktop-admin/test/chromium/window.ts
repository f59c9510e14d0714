import { EventEmitter } from 'node:events'
import { app, open } from './app.ts'
import { type Preferences, WebContents } from './contents.ts'
import { preventable } from './switches.ts'

type Bounds = { x: number; y: number; width: number; height: number }
type Options = Partial<Bounds> & {
  show?: boolean
  title?: string
  webPreferences?: Preferences
  webContents?: WebContents
} & Record<string, unknown>

/** A page inside a window, like a tab. */
export class WebContentsView {
  readonly webContents: WebContents
  bounds: Bounds = { x: 0, y: 0, width: 0, height: 0 }
  visible = true
  constructor({ webPreferences, webContents }: { webPreferences?: Preferences; webContents?: WebContents } = {}) {
    this.webContents = webContents ?? new WebContents(webPreferences)
  }
  setBounds(bounds: Bounds) {
    this.bounds = bounds
  }
  getBounds = () => this.bounds
  setVisible(visible: boolean) {
    this.visible = visible
  }
  getVisible = () => this.visible
  setBackgroundColor() {}
}

let last = 0
let focused: BaseWindow | undefined

export class BaseWindow extends EventEmitter {
  readonly id = ++last
  readonly options: Options
  /** Each reported progress, as the task bar shows it. */
  readonly progress: { fraction: number; mode: string }[] = []
  protected visible: boolean
  protected destroyed = false
  private minimized = false
  private maximized = false
  private fullScreen = false
  private title: string
  private bounds: Bounds
  readonly contentView = {
    children: [] as WebContentsView[],
    addChildView(view: WebContentsView) {
      this.removeChildView(view)
      this.children.push(view)
    },
    removeChildView(view: WebContentsView) {
      this.children = this.children.filter((one) => one !== view)
    },
    setBackgroundColor() {},
  }
  constructor(options: Options = {}) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, show = true, title = app.name } = options
    this.options = options
    this.bounds = { x, y, width, height }
    this.visible = show
    this.title = title
    open.add(this)
    focused = this
    app.emit('browser-window-created', {}, this)
  }
  static getAllWindows = (): BaseWindow[] => [...open] as BaseWindow[]
  static getFocusedWindow = (): BaseWindow | null => (focused && !focused.destroyed ? focused : null)
  static fromId = (id: number) => BaseWindow.getAllWindows().find((one) => one.id === id) ?? null

  show() {
    this.visible = true
    this.emit('show')
    this.focus()
  }
  showInactive() {
    this.visible = true
  }
  hide() {
    this.visible = false
    this.emit('hide')
  }
  focus() {
    focused = this
    this.emit('focus')
  }
  blur() {}
  moveTop() {}
  minimize() {
    this.minimized = true
  }
  restore() {
    this.minimized = false
  }
  maximize() {
    this.maximized = true
    this.emit('maximize')
  }
  unmaximize() {
    this.maximized = false
  }
  setFullScreen(full: boolean) {
    this.fullScreen = full
  }
  isVisible = () => this.visible && !this.minimized
  isFocused = () => focused === this && this.visible
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  isFullScreen = () => this.fullScreen
  isDestroyed = () => this.destroyed
  getBounds = () => this.bounds
  getNormalBounds = () => this.bounds
  getContentBounds = () => this.bounds
  getSize = () => [this.bounds.width, this.bounds.height]
  getContentSize = () => [this.bounds.width, this.bounds.height]
  setBounds(bounds: Partial<Bounds>) {
    this.bounds = { ...this.bounds, ...bounds }
    this.emit('resize')
  }
  setSize(width: number, height: number) {
    this.setBounds({ width, height })
  }
  getTitle = () => this.title
  setTitle(title: string) {
    this.title = title
  }
  setProgressBar(fraction: number, { mode = 'normal' } = {}) {
    this.progress.push({ fraction, mode })
  }
  setOverlayIcon() {}
  setIcon() {}
  flashFrame() {}
  setTitleBarOverlay() {}
  setBackgroundColor() {}
  setMenuBarVisibility() {}
  setAutoHideMenuBar() {}
  setMenu() {}
  setSkipTaskbar() {}
  close(): void {
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.leave()
  }
  protected leave(): void {
    this.destroy()
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    open.delete(this)
    for (const { webContents } of this.contentView.children) webContents.close()
    this.emit('closed')
    if (open.size > 0) return
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }
}

export class BrowserWindow extends BaseWindow {
  readonly webContents: WebContents
  constructor(options: Options = {}) {
    super(options)
    this.webContents = options.webContents ?? new WebContents(options.webPreferences, options)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('unresponsive', () => this.emit('unresponsive'))
    this.webContents.on('responsive', () => this.emit('responsive'))
    this.webContents.on('page-title-updated', (event, title: string) => {
      this.setTitle(title)
      this.emit('page-title-updated', event, title)
    })
    this.webContents.once('destroyed', () => this.destroy())
  }
  static override getAllWindows = () => BaseWindow.getAllWindows().filter((one) => one instanceof BrowserWindow)
  static override getFocusedWindow = (): BrowserWindow | null => {
    const found = BaseWindow.getFocusedWindow()
    return found instanceof BrowserWindow ? found : null
  }
  static fromWebContents = (contents: WebContents) =>
    BrowserWindow.getAllWindows().find((one) => one.webContents === contents) ?? null
  loadURL = (url: string) => this.webContents.loadURL(url)
  loadFile = (path: string) => this.webContents.loadURL(`file://${path}`)
  reload = () => this.webContents.reload()
  capturePage = () => this.webContents.capturePage()
  // The page may refuse to be left; the window goes with its page.
  protected override leave(): void {
    this.webContents.close({ waitForBeforeUnload: true })
  }
  override destroy(): void {
    if (!this.webContents.isDestroyed()) this.webContents.close()
    super.destroy()
  }
}
