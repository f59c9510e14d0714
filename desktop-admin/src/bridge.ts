/**
 * What the page of the desktop app may ask of its shell. The preload exposes exactly these calls as `window.desktop`; the main
 * process checks every argument again.
 */

/** A file the owner picked or dropped. The page never learns its path: it reads the bytes under `app://admin/picked/{id}`. */
export type PickedFile = {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  modified_at: number
  /** Folder below the one that was picked, with `/` at the end; empty for a file picked by itself. */
  folder: string
}

/** `media`: all that the library takes; `any`: whatever lies in a folder. */
export type FileKind = 'image' | 'video' | 'media' | 'any'

/** Why an address was not taken: its form, no answer, no SkillHaat there, a certificate that does not hold, or a disk that cannot note it. */
export type ServerRefusal = 'invalid' | 'insecure' | 'unreachable' | 'not_a_shop' | 'certificate' | 'not_kept'
export type ServerChoice = { address: string } | { refused: ServerRefusal }

/** `memory`: this system offers no real encryption, or no room on its disk, so the session ends with the app. */
export type SessionKept = 'encrypted' | 'memory'

export type ShellInfo = {
  version: string
  platform: 'mac' | 'windows' | 'linux'
  /** The chosen server's origin; null before the first choice. */
  server: string | null
  session_kept: SessionKept
}

/** What a menu entry or a shortcut of the window asks the page to do. */
export type MenuCommand = 'palette' | 'new-course' | 'upload' | 'reload-data' | 'server' | 'log-out'

/** `fraction` from 0 to 1; `failed` when a file did not go up. */
export type QueueProgress = { fraction: number; failed: boolean }

/** The channel of a call, with what the call takes and answers. */
type Channel<Call> = string & { readonly call?: Call }
type Ask = (...args: never[]) => Promise<unknown>
const call = <Call extends Ask>(channel: string): Channel<Call> => channel

/**
 * Every call, a row each: its name in the page, its channel, what it takes and answers. The types require the check of its arguments in
 * `handlers.ts` and its work in `calls.ts`. The menu's commands travel the other way.
 */
export const channels = {
  info: call<() => Promise<ShellInfo>>('shell:info'),
  pickFiles: call<(options: { kind: FileKind; multiple: boolean }) => Promise<PickedFile[]>>('files:pick'),
  pickFolders: call<(options: { kind: FileKind }) => Promise<PickedFile[]>>('files:pick-folders'),
  /** Files and folders that were dropped on the page; kinds the media library does not take are left out. */
  takeDropped: call<(files: File[], options: { kind: FileKind }) => Promise<PickedFile[]>>('files:take-dropped'),
  /** A file of an earlier run of the app: as it is now, or null when it is gone. */
  findPicked: call<(id: string) => Promise<PickedFile | null>>('files:find'),
  /** Files whose upload has ended; their ids are worth nothing afterwards. */
  forgetPicked: call<(ids: string[]) => Promise<void>>('files:forget'),
  readSession: call<() => Promise<string | null>>('session:read'),
  writeSession: call<(value: string | null) => Promise<SessionKept>>('session:write'),
  copyText: call<(text: string) => Promise<void>>('clipboard:write'),
  openExternal: call<(address: string) => Promise<boolean>>('link:open'),
  /** Of the whole queue, in the task bar; null takes it away. */
  showProgress: call<(progress: QueueProgress | null) => Promise<void>>('queue:progress'),
  /** A notice of the system, which brings the window forward when it is clicked. */
  notify: call<(notice: { title: string; body: string }) => Promise<void>>('queue:notify'),
  chooseServer: call<(address: string) => Promise<ServerChoice>>('server:choose'),
  /** Opens one of the window's menus below the title bar (Windows and Linux). */
  openMenu: call<(menu: { index: number; x: number; y: number }) => Promise<void>>('menu:open'),
} as const

type CallOf<Row> = Row extends { readonly call?: infer Call } ? Extract<Call, Ask> : never

/** What the page is given: the calls by their names, and the menu. */
export type DesktopBridge = { [Name in keyof typeof channels]: CallOf<(typeof channels)[Name]> } & {
  onMenu(listener: (command: MenuCommand) => void): () => void
}

export const MENU_CHANNEL = 'menu:command'

/** The app as the system knows it. */
export const APP_ID = 'in.skillhaat.admin'

/** Where the page lives. A host of its own makes it an origin of its own, with storage of its own. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'admin'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`
/** Below this path stand the bytes of picked files. */
export const PICKED_PATH = '/picked/'
/** Headings of the title bar's menus, in the order of the menu. */
export const MENU_HEADINGS = ['File', 'Edit', 'View', 'Window', 'Help'] as const
