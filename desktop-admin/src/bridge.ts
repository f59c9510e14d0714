/**
 * The calls of the desktop page to its shell. The preload exposes exactly these as `window.desktop`; the main process
 * validates every argument again.
 */

/**
 * A file that the owner picked or dropped. The page never learns its path, and reads the bytes under
 * `app://admin/picked/{id}`.
 */
export type PickedFile = {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  modified_at: number
  /** Folder relative to the picked one, with a trailing `/`; empty for a file picked directly. */
  folder: string
}

/** `media`: all types of the library; `any`: every file of a folder. */
export type FileKind = 'image' | 'video' | 'media' | 'any'

/**
 * The reason against an address: its form, no answer, no SkillHaat there, an invalid certificate, or a disk that cannot
 * store it.
 */
export type ServerRefusal = 'invalid' | 'insecure' | 'unreachable' | 'not_a_shop' | 'certificate' | 'not_kept'
export type ServerChoice = { address: string } | { refused: ServerRefusal; certificate?: BadCertificate }

/** A certificate that this computer does not trust. Times are milliseconds since 1970. */
export type BadCertificate = {
  host: string
  fault: 'expired' | 'not_yet' | 'other_host' | 'unknown_issuer' | 'revoked' | 'other'
  /** The host that it is for. */
  subject: string
  issuer: string
  from: number
  until: number
}

/** A shop as it shows itself before the login. */
export type ShopFound = { address: string; name: string; version: string }

/** One of the shops of this computer. */
export type ShopLine = {
  address: string
  name: string
  /** Its work that waits; null before the first look and without a login. */
  waits: { orders: number; questions: number; messages: number } | null
  needs_login: boolean
  /** Files that upload now. */
  uploads: number
  /** True for the shop of the window in front. */
  current: boolean
}
/** Returns a shop's work that waits, in one number. */
export const waitingOf = ({ waits }: Pick<ShopLine, 'waits'>): number =>
  waits ? waits.orders + waits.questions + waits.messages : 0

/** `off`: this build never updates itself. `percent` is of the download. */
export type Update = {
  state: 'off' | 'none' | 'offered' | 'loading' | 'ready' | 'failed'
  version: string
  percent: number
}
/** Facts beyond one shop, as the window shows them. */
export type ShellState = { shops: ShopLine[]; update: Update }

/** `memory`: this system has no real encryption, or a full disk, so the session ends with the app. */
export type StoredSession = 'encrypted' | 'memory'

/** The reason for which the window loaded its page again. */
export type Revived = 'crashed' | 'hung'

export type ShellInfo = {
  version: string
  platform: 'mac' | 'windows' | 'linux'
  /** The chosen server's origin; null before the first choice. */
  server: string | null
  session_kept: StoredSession
  /** Set once after the page was loaded again; null after a usual load. */
  revived: Revived | null
}

/**
 * Commands of the window's menu and shortcuts to the page. `shops` shows their list, `screen` says that `takeScreen` has
 * one.
 */
export type MenuCommand = 'palette' | 'new-course' | 'upload' | 'reload-data' | 'log-out' | HostCommand
/** Commands that the window answers itself, not the console in it. */
export type HostCommand = (typeof HOST_COMMANDS)[number]
export const HOST_COMMANDS = ['shops', 'screen', 'find'] as const

/** `fraction` from 0 to 1; `failed` after a failed upload; `files` that are under way. */
export type QueueProgress = { fraction: number; failed: boolean; files: number }

/** A channel's name, with the type of its call. */
type Channel<Call> = string & { readonly call?: Call }
type Invoke = (...args: never[]) => Promise<unknown>
const call = <Call extends Invoke>(channel: string): Channel<Call> => channel

/**
 * Every call, a row each: its name in the page, its channel, its arguments and result. The types require an argument
 * check in `handlers.ts` and an implementation in `calls.ts`. Menu commands and the state travel the other way.
 */
export const channels = {
  info: call<() => Promise<ShellInfo>>('shell:info'),
  pickFiles: call<(options: { kind: FileKind; multiple: boolean }) => Promise<PickedFile[]>>('files:pick'),
  pickFolders: call<(options: { kind: FileKind }) => Promise<PickedFile[]>>('files:pick-folders'),
  /** Registers files and folders dropped on the page; skips types that the media library rejects. */
  takeDropped: call<(files: File[], options: { kind: FileKind }) => Promise<PickedFile[]>>('files:take-dropped'),
  /** Finds a file of an earlier run of the app in its current state; null if it is gone. */
  findPicked: call<(id: string) => Promise<PickedFile | null>>('files:find'),
  /** Forgets files after their upload; their ids become invalid. */
  forgetPicked: call<(ids: string[]) => Promise<void>>('files:forget'),
  readSession: call<() => Promise<string | null>>('session:read'),
  writeSession: call<(value: string | null) => Promise<StoredSession>>('session:write'),
  copyText: call<(text: string) => Promise<void>>('clipboard:write'),
  openExternal: call<(address: string) => Promise<boolean>>('link:open'),
  /** Shows the progress of the whole queue in the task bar; null removes it. */
  showProgress: call<(progress: QueueProgress | null) => Promise<void>>('queue:progress'),
  /** Shows a system notification; a click brings the window to the front. */
  notify: call<(notice: { title: string; body: string }) => Promise<void>>('queue:notify'),
  /** Checks an address while it is typed; changes nothing. */
  checkShop: call<(address: string) => Promise<ShopFound | { refused: ServerRefusal }>>('shops:check'),
  /** Adds the shop and shows it in its own window; before the first shop, this window is its own after a reload. */
  chooseServer: call<(address: string) => Promise<ServerChoice>>('server:choose'),
  openShop: call<(address: string) => Promise<void>>('shops:open'),
  /** Forgets the shop with its login and drafts, after a native question; false if the owner declines. */
  removeShop: call<(address: string) => Promise<boolean>>('shops:remove'),
  state: call<() => Promise<ShellState>>('shell:state'),
  /** `restart` installs a downloaded update, unless files upload. */
  update: call<(step: 'download' | 'restart') => Promise<void>>('shell:update'),
  /** Returns the screen of a link from outside, once; null without one. */
  takeScreen: call<() => Promise<string | null>>('shell:screen'),
  /** Opens one of the window's menus below the title bar (Windows and Linux). */
  openMenu: call<(menu: { index: number; x: number; y: number }) => Promise<void>>('menu:open'),
} as const

type CallOf<Row> = Row extends { readonly call?: infer Call } ? Extract<Call, Invoke> : never

/** The API of the page: the calls by name, and the menu. */
export type DesktopBridge = { [Name in keyof typeof channels]: CallOf<(typeof channels)[Name]> } & {
  onMenu(listener: (command: MenuCommand) => void): () => void
  onState(listener: (state: ShellState) => void): () => void
}

export const MENU_CHANNEL = 'menu:command'
export const STATE_CHANNEL = 'shell:changed'

/** The app's id in the operating system. */
export const APP_ID = 'in.skillhaat.admin'

/** The scheme of links that open a screen of the app: `skillhaat://order/…`. */
export const APP_LINKS = 'skillhaat'

/** The scheme of the page. Its own host makes it a separate origin with separate storage. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'admin'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`
/** The path prefix of picked files. */
export const PICKED_PATH = '/picked/'
/** Headings of the title bar's menus, in the order of the menu. */
export const MENU_HEADINGS = ['File', 'Edit', 'View', 'Shop', 'Help'] as const
