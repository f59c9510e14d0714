import { EventEmitter } from 'node:events'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { app } from './app.ts'
import { chromium, schemes, toApp } from './chromium.ts'
import { query, request, type Verify } from './net.ts'
import { preventable } from './switches.ts'

type Permission = (contents: unknown, permission: string, answer: (granted: boolean) => void, details: object) => void

/** The permissions that a page can ask for, by Electron's and by Chromium's name. */
const PERMISSIONS: [string, string][] = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['media', 'microphone'],
  ['media', 'camera'],
  ['clipboard-read', 'clipboard-read'],
  ['midi', 'midi'],
]

export class Session extends EventEmitter {
  readonly partition: string
  readonly protocol: {
    handle: (scheme: string, work: (request: Request) => Promise<Response>) => void
    unhandle: (scheme: string) => void
    isProtocolHandled: (scheme: string) => boolean
  }
  /** Settings of the spelling. */
  readonly spelling = { languages: ['en-US'], added: [] as string[] }
  verify: Verify | undefined
  private check: ((contents: unknown, permission: string) => boolean) | undefined
  private decide: Permission | undefined

  constructor(partition: string) {
    super()
    this.partition = partition
    this.protocol = {
      handle: (scheme, work) => void schemes.set(`${partition} ${scheme}`, work),
      unhandle: (scheme) => void schemes.delete(`${partition} ${scheme}`),
      isProtocolHandled: (scheme) => schemes.has(`${partition} ${scheme}`),
    }
  }
  setPermissionRequestHandler(decide: Permission) {
    this.decide = decide
  }
  setPermissionCheckHandler(check: (contents: unknown, permission: string) => boolean) {
    this.check = check
  }
  setDevicePermissionHandler() {}
  setCertificateVerifyProc(verify: Verify) {
    this.verify = verify
  }
  /** Asks the handlers before a page loads: Chromium has an answer per origin and permission, not a question. */
  async setPermissions(contents: unknown, origin: string): Promise<void> {
    const { root } = await chromium
    for (const [permission, name] of PERMISSIONS) {
      let granted = this.check?.(contents, permission) ?? true
      this.decide?.(
        contents,
        permission,
        (yes) => {
          granted = granted && yes
        },
        {},
      )
      const setting = granted ? 'granted' : 'denied'
      await root.send('Browser.setPermission', { permission: { name }, setting, origin }).catch(() => {})
    }
  }
  fetch = (address: string, init: RequestInit = {}) => query(this, address, init)
  setSpellCheckerLanguages(languages: string[]) {
    this.spelling.languages = languages
  }
  getSpellCheckerLanguages = () => this.spelling.languages
  addWordToSpellCheckerDictionary = (word: string) => this.spelling.added.push(word) > 0
  setSpellCheckerEnabled() {}
  async clearStorageData() {}
  async clearCache() {}
  async clearHostResolverCache() {}
  async closeAllConnections() {}
  async setProxy() {}
  setUserAgent() {}
  getUserAgent = () => 'stand-in'
}

const sessions = new Map<string, Session>()
function fromPartition(name: string): Session {
  // A partition is a part of a host name here, so that its storage is its own and survives a restart.
  const partition = name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'default'
  const found = sessions.get(partition) ?? new Session(partition)
  if (!sessions.has(partition)) app.emit('session-created', found)
  sessions.set(partition, found)
  return found
}
export const session = { defaultSession: fromPartition('default'), fromPartition }

export const protocol = Object.assign(session.defaultSession.protocol, {
  registerSchemesAsPrivileged: (input: object[]) => void registered.push(...input),
})
// Electron makes its default session when the app is ready.
app.once('ready', () => app.emit('session-created', session.defaultSession))

/** The schemes that the app declared; Chromium here knows none of them. */
export const registered: object[] = []

export const net = {
  fetch: session.defaultSession.fetch,
  request: (options: string | { url: string; session?: Session }) =>
    request(
      (typeof options === 'object' && options.session) || session.defaultSession,
      typeof options === 'string' ? { url: options } : options,
    ),
  isOnline: () => true,
  get online() {
    return true
  },
}

/** Downloads in progress, by Chromium's id. */
const ids = new Map<string, DownloadItem>()
class DownloadItem extends EventEmitter {
  readonly url: string
  readonly name: string
  path = ''
  constructor(url: string, name: string) {
    super()
    this.url = url
    this.name = name
  }
  getURL = () => toApp(this.url)
  getFilename = () => this.name
  getMimeType = () => ''
  setSavePath(path: string) {
    this.path = path
  }
  setSaveDialogOptions() {}
  getSavePath = () => this.path
  cancel() {}
}

/** Asks the app about each download of its pages; a real one then asks the owner where to save it. */
export async function watchDownloads(contentsOf: (frameId: string) => { session: Session } | undefined): Promise<void> {
  const { root } = await chromium
  const folder = app.getPath('downloads')
  root.on<{ frameId: string; guid: string; url: string; suggestedFilename: string }>(
    'Browser.downloadWillBegin',
    ({ frameId, guid, url, suggestedFilename }) => {
      const contents = contentsOf(frameId)
      const item = new DownloadItem(url, suggestedFilename)
      const event = preventable()
      ;(contents?.session ?? session.defaultSession).emit('will-download', event, item, contents)
      if (event.defaultPrevented) void root.send('Browser.cancelDownload', { guid }).catch(() => {})
      else ids.set(guid, item)
    },
  )
  root.on<{ guid: string; state: string }>('Browser.downloadProgress', ({ guid, state }) => {
    const item = ids.get(guid)
    if (!item || state === 'inProgress') return
    ids.delete(guid)
    if (state === 'completed') {
      item.path ||= join(folder, item.name)
      // With a test that takes downloads itself, the file is elsewhere.
      try {
        renameSync(join(folder, guid), item.path)
      } catch {}
    }
    item.emit('done', {}, state === 'completed' ? 'completed' : 'interrupted')
  })
}
