import type { FileKind, QueueProgress, Revived, ShellInfo } from '../bridge.ts'
import type { ShellCalls } from './handlers.ts'
import { openExternal } from './open-external.ts'
import { extensionsOf, type PickedFiles } from './picked-files.ts'
import type { SessionStore } from './session-store.ts'

/** The part of Electron that the calls need. */
export type Machine = {
  version: string
  platform: NodeJS.Platform
  /** Returns the paths picked in the system's dialog; empty if it was cancelled. */
  askForPaths: (options: { extensions: readonly string[]; multiple: boolean; folders: boolean }) => Promise<string[]>
  writeClipboard: (text: string) => Promise<void>
  openInBrowser: (address: string) => Promise<void>
  setProgress: (progress: QueueProgress | null) => void
  showNotice: (notice: { title: string; body: string }) => void
  openMenu: (menu: { index: number; x: number; y: number }) => void
  /** Returns once why the window loaded its page again. */
  takeRevived: () => Revived | null
  fetch: typeof globalThis.fetch
}

/** The calls beyond one shop: the list, the switch between shops, links and updates. */
export type Desk = Pick<
  ShellCalls,
  'checkShop' | 'chooseServer' | 'openShop' | 'removeShop' | 'state' | 'update' | 'takeScreen'
>

type Parts = {
  machine: Machine
  picked: PickedFiles
  sessions: SessionStore
  /** Returns the origin of the page's shop. */
  server: () => string | undefined
  desk: Desk
}

const platforms: Partial<Record<NodeJS.Platform, ShellInfo['platform']>> = { darwin: 'mac', win32: 'windows' }

/** Implements the calls of a shop's page. */
export function shellCalls({ machine, picked, sessions, server, desk }: Parts): ShellCalls {
  const pick = async (kind: FileKind, multiple: boolean, folders: boolean) => {
    const paths = await machine.askForPaths({ extensions: extensionsOf[kind], multiple, folders })
    return picked.add(paths, kind)
  }
  return {
    info: () => ({
      version: machine.version,
      platform: platforms[machine.platform] ?? 'linux',
      server: server() ?? null,
      session_kept: sessions.kept(),
      revived: machine.takeRevived(),
    }),
    pickFiles: ({ kind, multiple }) => pick(kind, multiple, false),
    pickFolders: ({ kind }) => pick(kind, true, true),
    takeDropped: (paths, { kind }) => picked.add(paths, kind),
    findPicked: (id) => picked.find(id),
    forgetPicked: async (ids) => picked.forget(ids),
    readSession: () => sessions.read(server() ?? ''),
    writeSession: (value) => sessions.write(server() ?? '', value),
    copyText: (text) => machine.writeClipboard(text),
    openExternal: (address) => openExternal(address, machine.openInBrowser, server()),
    showProgress: async (progress) => machine.setProgress(progress),
    notify: async (notice) => machine.showNotice(notice),
    openMenu: async (menu) => machine.openMenu(menu),
    ...desk,
  }
}
