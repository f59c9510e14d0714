import { createContext, type ReactNode, useContext } from 'react'

/** Pictures, videos, all that the media library takes, or whatever lies in a folder. */
export type FileKind = 'image' | 'video' | 'media' | 'any'

/** A file somebody chose, wherever its bytes are. */
export type PickedFile = {
  name: string
  /** Bytes. */
  size: number
  /** Media type by its name; empty when the name says none. The server goes by the content. */
  type: string
  /** Milliseconds since 1970. */
  modified_at: number
  /** Its folder, from the one that was picked on, with `/` at the end; empty for a file picked by itself. */
  folder: string
  /** The bytes from `start` to before `end`. Rejects when the file has gone or changed. */
  read(start: number, end: number): Promise<Blob>
  /** The key with which `findFile` finds it again; it survives a structured clone. Undefined where the host has none. */
  kept?: unknown
}

/** The admin's session, as it is stored between two visits. */
export type StoredSession = { token: string; tokenType: string; email: string }

export type SessionStore = {
  read(): Promise<StoredSession | undefined>
  /** Undefined forgets it. */
  write(session: StoredSession | undefined): void
  /** Calls `listener` when the session was changed by somebody else, such as another tab. Answers how to stop. */
  watch(listener: (session: StoredSession | undefined) => void): () => void
}

/** `fraction` from 0 to 1; `failed` when a file did not go up; `files` that are under way. */
export type QueueProgress = { fraction: number; failed: boolean; files: number }

/** The commands that a menu of the host sends to the console. */
export type ConsoleCommand = 'palette' | 'new-course' | 'upload' | 'reload-data' | 'log-out'

/**
 * The capabilities of the machine that the console runs on. Every host has every member: ask for the capability, never for the host.
 */
export type Platform = {
  session: SessionStore
  /** Lets the admin choose files; none when they think better of it. `keep`: they are to be found again after a restart. */
  pickFiles(options: { kind: FileKind; multiple: boolean; keep?: boolean }): Promise<PickedFile[]>
  /** A file of an earlier run in its present state; undefined if unavailable. With `ask` it may ask the admin for permission. */
  findFile(stored: unknown, request: boolean): Promise<PickedFile | undefined>
  /** Releases files that `findFile` no longer needs, by their keys. */
  forgetFiles(stored: readonly unknown[]): void
  /** All files of the kind in a folder that is chosen, and below it. */
  pickFolder(options: { kind: FileKind }): Promise<PickedFile[]>
  /** Files and folders that were dropped on the page. Call it while the drop is handled: later they are out of reach. */
  takeDropped(transfer: DataTransfer, options: { kind: FileKind }): Promise<PickedFile[]>
  /** Gives the admin a file to keep. */
  saveFile(name: string, data: Blob): Promise<void>
  /** Puts `text` on the clipboard; false when that is not allowed. */
  copyText(text: string): Promise<boolean>
  /** Shows a page of the store, such as `/course/reels`, apart from the console. */
  openStorePage(path: string): void
  /** The address under which the public knows a page of the store. */
  storeAddress(path: string): string
  /** Shows the progress of all uploads, where this machine has a place for it; undefined removes it. */
  showProgress(progress: QueueProgress | undefined): void
  /** Notifies an admin who looks elsewhere. It never asks for permission: without one it shows nothing. */
  notify(notice: { title: string; body: string }): void
  /** While held, closing the window asks first: something typed is not saved. */
  holdClose(held: boolean): void
  /** Calls `listener` with what the host's own menus ask for. Answers how to stop. */
  onCommand(listener: (command: ConsoleCommand) => void): () => void
  /** The page with the installers of the desktop app; undefined inside the app. */
  installers: string | undefined
  /** True if passkeys work here: they belong to the shop's own address. */
  passkeys: boolean
  /** The key that opens the palette together with K, as it is written on this machine's keys. */
  commandKey: string
}

const PlatformContext = createContext<Platform | undefined>(undefined)

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <PlatformContext value={platform}>{children}</PlatformContext>
}

/** The machine below the console. Throws outside of a `PlatformProvider`. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (!platform) throw new Error('The console needs a PlatformProvider')
  return platform
}

/** A file as a form sends it. */
export async function wholeFile(picked: PickedFile): Promise<File> {
  return new File([await picked.read(0, picked.size)], picked.name, { type: picked.type })
}
