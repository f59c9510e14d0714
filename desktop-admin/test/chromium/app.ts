import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.ts'
import { appFolder, hasSwitch, preventable, userData } from './switches.ts'

const facts = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { name: string; version: string }
const paths: Record<string, string> = {}
let name = facts.name
let isReady = false
/** The open windows, with what an orderly end needs. */
type Closing = { close: () => void; destroy: () => void; once: (event: 'closed', received: () => void) => void }
export const open = new Set<Closing>()

class App extends EventEmitter {
  readonly isPackaged = hasSwitch('packaged')
  readonly commandLine = { appendSwitch() {}, hasSwitch, getSwitchValue: () => '', appendArgument() {} }
  /** Settings and requests of the app. */
  readonly asked = {
    badge: 0,
    userModelId: '',
    sandboxed: false,
    protocols: [] as string[],
    login: { openAtLogin: false } as Record<string, unknown>,
    tasks: [] as unknown[],
    relaunched: false,
  }
  get name() {
    return name
  }
  getName = () => name
  setName(input: string) {
    name = input
  }
  getVersion = () => facts.version
  getAppPath = () => appFolder
  getLocale = () => 'en-IN'
  getSystemLocale = () => 'en-IN'
  getPreferredSystemLanguages = () => ['en-IN']
  getPath(kind: string): string {
    if (kind === 'exe') return process.execPath
    const path = paths[kind] ?? (kind === 'userData' ? userData : join(userData, kind))
    mkdirSync(path, { recursive: true })
    return path
  }
  setPath(kind: string, path: string) {
    paths[kind] = path
  }
  setAppLogsPath(path = join(userData, 'logs')) {
    paths.logs = path
  }
  requestSingleInstanceLock = () => !hasSwitch('second-instance')
  hasSingleInstanceLock = () => !hasSwitch('second-instance')
  releaseSingleInstanceLock() {}
  enableSandbox() {
    this.asked.sandboxed = true
  }
  setAppUserModelId(id: string) {
    this.asked.userModelId = id
  }
  isReady = () => isReady
  async whenReady(): Promise<void> {
    await chromium
    if (isReady) return
    isReady = true
    this.emit('ready', {}, {})
  }
  setBadgeCount(count = 0) {
    this.asked.badge = count
    return true
  }
  getBadgeCount = () => this.asked.badge
  setLoginItemSettings(settings: Record<string, unknown>) {
    this.asked.login = { ...this.asked.login, ...settings }
  }
  getLoginItemSettings = () => ({ openAtLogin: false, wasOpenedAtLogin: false, ...this.asked.login })
  setAsDefaultProtocolClient(scheme: string) {
    this.asked.protocols = [...new Set([...this.asked.protocols, scheme])]
    return true
  }
  isDefaultProtocolClient = (scheme: string) => this.asked.protocols.includes(scheme)
  removeAsDefaultProtocolClient(scheme: string) {
    this.asked.protocols = this.asked.protocols.filter((one) => one !== scheme)
    return true
  }
  setUserTasks(tasks: unknown[]) {
    this.asked.tasks = tasks
    return true
  }
  setAboutPanelOptions() {}
  showAboutPanel() {}
  focus() {}
  hide() {}
  show() {}
  relaunch() {
    this.asked.relaunched = true
  }
  /** Closes the windows, which may refuse, and then the app. */
  quit(): void {
    void this.leave()
  }
  private async leave(): Promise<void> {
    if (this.isStopped('before-quit')) return
    const isClosed = [...open].map((window) => new Promise<void>((resolve) => window.once('closed', resolve)))
    for (const window of [...open]) window.close()
    await Promise.all(isClosed)
    if (this.isStopped('will-quit')) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }
  private isStopped(name: string): boolean {
    const event = preventable()
    this.emit(name, event)
    return event.defaultPrevented
  }
  exit(code = 0): void {
    void chromium.then(async ({ root, child }) => {
      const isOver = new Promise((resolve) => child.once('exit', resolve))
      // Ended in order, Chromium writes its storage down.
      await Promise.race([root.send('Browser.close').catch(() => {}), isOver])
      await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 3_000))])
      process.exit(code)
    })
  }
}
export const app = new App()
