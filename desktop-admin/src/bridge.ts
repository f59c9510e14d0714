/**
 * What the page of the desktop app may ask of its shell: the names of the channels, and what each takes and answers. The
 * preload exposes exactly these calls as `window.desktop`; the main process checks every argument again.
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

export type FileKind = 'image' | 'video' | 'media'

/** Why an address was not taken: its form, no answer, no SkillHaat there, or a certificate that does not hold. */
export type ServerRefusal = 'invalid' | 'insecure' | 'unreachable' | 'not_a_shop' | 'certificate'
export type ServerChoice = { address: string } | { refused: ServerRefusal }

/** `memory`: this system offers no real encryption, so the session ends with the app. */
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

export type DesktopBridge = {
  info(): Promise<ShellInfo>
  pickFiles(options: { kind: FileKind; multiple: boolean }): Promise<PickedFile[]>
  pickFolders(options: { kind: FileKind }): Promise<PickedFile[]>
  /** Files and folders that were dropped on the page; kinds the media library does not take are left out. */
  takeDropped(files: File[], options: { kind: FileKind }): Promise<PickedFile[]>
  /** A file of an earlier run of the app: as it is now, or null when it is gone. */
  findPicked(id: string): Promise<PickedFile | null>
  /** Files whose upload has ended; their ids are worth nothing afterwards. */
  forgetPicked(ids: string[]): Promise<void>
  readSession(): Promise<string | null>
  writeSession(value: string | null): Promise<SessionKept>
  copyText(text: string): Promise<void>
  openExternal(address: string): Promise<boolean>
  /** Of the whole queue, in the task bar; null takes it away. */
  showProgress(progress: QueueProgress | null): Promise<void>
  /** A notice of the system, which brings the window forward when it is clicked. */
  notify(notice: { title: string; body: string }): Promise<void>
  chooseServer(address: string): Promise<ServerChoice>
  /** Opens one of the window's menus below the title bar (Windows and Linux). */
  openMenu(menu: { index: number; x: number; y: number }): Promise<void>
  onMenu(listener: (command: MenuCommand) => void): () => void
}

/** Channel of each call; the menu's commands travel the other way. */
export const channels = {
  info: 'shell:info',
  pickFiles: 'files:pick',
  pickFolders: 'files:pick-folders',
  takeDropped: 'files:take-dropped',
  findPicked: 'files:find',
  forgetPicked: 'files:forget',
  readSession: 'session:read',
  writeSession: 'session:write',
  copyText: 'clipboard:write',
  openExternal: 'link:open',
  showProgress: 'queue:progress',
  notify: 'queue:notify',
  chooseServer: 'server:choose',
  openMenu: 'menu:open',
} as const satisfies Record<Exclude<keyof DesktopBridge, 'onMenu'>, string>

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
