import type { FileKind, QueueProgress, Revived, ServerChoice, ShellInfo } from '../bridge.ts'
import { refusal } from './certificates.ts'
import type { ShellCalls } from './handlers.ts'
import { openExternal } from './open-external.ts'
import { extensionsOf, type PickedFiles } from './picked-files.ts'
import { checkServer, parseServerAddress } from './server-address.ts'
import type { SessionStore } from './session-store.ts'

/** The part of Electron that the calls need. */
export type Machine = {
  version: string
  platform: NodeJS.Platform
  /** Returns the paths picked in the system's dialog; empty if it was cancelled. */
  askForPaths: (options: { extensions: readonly string[]; multiple: boolean; folders: boolean }) => Promise<string[]>
  writeClipboard: (text: string) => void
  openInBrowser: (address: string) => Promise<void>
  setProgress: (progress: QueueProgress | null) => void
  showNotice: (notice: { title: string; body: string }) => void
  openMenu: (menu: { index: number; x: number; y: number }) => void
  /** Returns once why the window loaded its page again. */
  takeRevived: () => Revived | null
  fetch: typeof globalThis.fetch
}

type Parts = {
  machine: Machine
  picked: PickedFiles
  sessions: SessionStore
  server: {
    read: () => string | undefined
    /** Returns the shop of the calling page. */
    shown: () => string | undefined
    write: (origin: string) => void
  }
}

const platforms: Partial<Record<NodeJS.Platform, ShellInfo['platform']>> = { darwin: 'mac', win32: 'windows' }

/** Implements the calls of the page. */
export function shellCalls({ machine, picked, sessions, server }: Parts): ShellCalls {
  const pick = async (kind: FileKind, multiple: boolean, folders: boolean) => {
    const paths = await machine.askForPaths({ extensions: extensionsOf[kind], multiple, folders })
    return picked.add(paths, kind)
  }
  const chooseServer = async (typed: string): Promise<ServerChoice> => {
    const parsed = parseServerAddress(typed)
    if ('refused' in parsed) return parsed
    const refused = await checkServer(parsed.origin, machine.fetch)
    if (refused) return refusal(refused, parsed.origin)
    const before = server.read()
    try {
      server.write(parsed.origin)
    } catch (error) {
      console.warn(`the shop could not be noted: ${(error as Error).message}`)
      return { refused: 'not_kept' }
    }
    // A session belongs to one server and must never be sent to another.
    if (before !== parsed.origin) sessions.write(parsed.origin, null)
    return { address: parsed.origin }
  }
  return {
    info: () => ({
      version: machine.version,
      platform: platforms[machine.platform] ?? 'linux',
      server: server.shown() ?? null,
      session_kept: sessions.kept(),
      revived: machine.takeRevived(),
    }),
    pickFiles: ({ kind, multiple }) => pick(kind, multiple, false),
    pickFolders: ({ kind }) => pick(kind, true, true),
    takeDropped: (paths, { kind }) => picked.add(paths, kind),
    findPicked: (id) => picked.find(id),
    forgetPicked: async (ids) => picked.forget(ids),
    readSession: () => sessions.read(server.shown() ?? ''),
    writeSession: (value) => sessions.write(server.shown() ?? '', value),
    copyText: async (text) => machine.writeClipboard(text),
    openExternal: (address) => openExternal(address, machine.openInBrowser, server.shown()),
    showProgress: async (progress) => machine.setProgress(progress),
    notify: async (notice) => machine.showNotice(notice),
    chooseServer,
    openMenu: async (menu) => machine.openMenu(menu),
  }
}
