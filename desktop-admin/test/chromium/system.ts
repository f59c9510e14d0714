import { EventEmitter } from 'node:events'

let copied = ''
export const clipboard = {
  writeText: async (text: string) => {
    copied = text
  },
  readText: async () => copied,
}

/** Dialogs that were opened. They are cancelled, unless a test replaces their functions. */
export const shownDialogs: { kind: string; message?: string; detail?: string; buttons?: string[] }[] = []
type Question = { message?: string; detail?: string; buttons?: string[]; cancelId?: number; defaultId?: number }
const note = (kind: string, args: unknown[]): Question => {
  const options = (args.at(-1) ?? {}) as Question
  shownDialogs.push({ kind, ...options })
  return options
}
export const dialog = {
  asked: shownDialogs,
  showOpenDialog: async (...args: unknown[]) => {
    note('open', args)
    return { canceled: true, filePaths: [] as string[] }
  },
  showOpenDialogSync: (...args: unknown[]) => void note('open', args),
  showSaveDialog: async (...args: unknown[]) => {
    note('save', args)
    return { canceled: true, filePath: '' }
  },
  showMessageBox: async (...args: unknown[]) => {
    const { cancelId = 0 } = note('message', args)
    return { response: cancelId, checkboxChecked: false }
  },
  showMessageBoxSync: (...args: unknown[]) => note('message', args).cancelId ?? 0,
  showErrorBox: (title: string, content: string) =>
    void shownDialogs.push({ kind: 'error', message: title, detail: content }),
  showCertificateTrustDialog: async () => {},
}

export const shell = {
  opened: [] as string[],
  openExternal: async (address: string) => void shell.opened.push(address),
  openPath: async (path: string) => {
    shell.opened.push(path)
    return ''
  },
  showItemInFolder: (path: string) => void shell.opened.push(path),
  beep() {},
}

export class Notification extends EventEmitter {
  static isSupported = () => true
  /** Every notification that was shown. */
  static readonly shown: Notification[] = []
  readonly title: string
  readonly body: string
  constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
    super()
    this.title = title
    this.body = body
  }
  show() {
    Notification.shown.push(this)
    this.emit('show')
  }
  close() {
    this.emit('close')
  }
}

export class Tray extends EventEmitter {
  static readonly all: Tray[] = []
  readonly image: unknown
  menu: unknown = null
  toolTip = ''
  title = ''
  private destroyed = false
  constructor(image: unknown) {
    super()
    this.image = image
    Tray.all.push(this)
  }
  setContextMenu(menu: unknown) {
    this.menu = menu
  }
  setToolTip(text: string) {
    this.toolTip = text
  }
  setTitle(text: string) {
    this.title = text
  }
  setImage() {}
  displayBalloon() {}
  popUpContextMenu() {}
  destroy() {
    this.destroyed = true
  }
  isDestroyed = () => this.destroyed
}

const image = {
  isEmpty: () => false,
  toPNG: () => Buffer.of(),
  toDataURL: () => '',
  resize: () => image,
  getSize: () => ({ width: 16, height: 16 }),
  setTemplateImage() {},
}
export const nativeImage = {
  createFromPath: () => image,
  createFromBuffer: () => image,
  createFromDataURL: () => image,
  createEmpty: () => image,
}

const display = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
}
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
})

/** No key store: it turns the text around. */
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  encryptString: (text: string) => Buffer.from(text).reverse(),
  decryptString: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
}

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' })
let blockers = 0
export const powerSaveBlocker = { start: () => ++blockers, stop: () => true, isStarted: () => true }
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  isOnBatteryPower: () => false,
})
export const globalShortcut = { register: () => true, unregister() {}, unregisterAll() {}, isRegistered: () => false }
export const crashReporter = { start() {}, getLastCrashReport: () => null, getUploadedReports: () => [] }
/** Squirrel's updater, which electron-updater uses on macOS alone. */
export const autoUpdater = Object.assign(new EventEmitter(), {
  setFeedURL() {},
  checkForUpdates() {},
  quitAndInstall() {},
  getFeedURL: () => '',
})
