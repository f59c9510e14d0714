import { rmSync } from 'node:fs'
import type { BrowserWindow, Session } from 'electron'
import { APP_SCHEME, MENU_CHANNEL, type MenuCommand, type QueueProgress } from '../bridge.ts'
import { createAppProtocol } from './app-protocol.ts'
import { bundleFiles } from './bundle-files.ts'
import { type Desk, shellCalls } from './calls.ts'
import type { ElectronApi } from './electron-api.ts'
import type { ShellCalls } from './handlers.ts'
import { machineOf } from './machine.ts'
import { networkOf } from './network.ts'
import { pickedFiles } from './picked-files.ts'
import { type SessionStore, sessionStore } from './session-store.ts'
import { fileOf, type Shop, type ShopList } from './shops.ts'
import { denyPermissions } from './window-guards.ts'

/** A shop's part of the app: its own storage, login, picked files and window. */
export type Room = {
  readonly partition: string
  readonly storage: Session
  /** Returns the shop; undefined before the first one is chosen. */
  shop: () => Shop | undefined
  readonly calls: ShellCalls
  readonly sessions: SessionStore
  readonly fetch: typeof globalThis.fetch
  window: BrowserWindow | undefined
  progress: QueueProgress | null
}

type Parts = {
  electron: ElectronApi
  /** The renderer's folder. */
  pages: string
  list: ShopList
  own: (name: string) => string
  /** Opens a window in a part of the storage. */
  open: (partition: string) => BrowserWindow
  desk: (room: () => Room) => Desk
  openInBrowser: (address: string) => Promise<void>
  /** Called when another shop is shown, or a shop's progress changes. */
  changed: () => void
  /** Called after a login or log-out. */
  newSession: (shop: Shop) => void
}

/** Manages the shops' rooms. One window is in front; the others stay loaded behind it, so their uploads go on. */
export function shopRooms({ electron, pages, list, own, open, desk, openInBrowser, changed, newSession }: Parts) {
  const rooms = new Map<string, Room>()
  const bundle = bundleFiles(pages)
  let front: Room | undefined

  function build(partition: string): Room {
    const { session, net, safeStorage } = electron
    const storage = partition === '' ? session.defaultSession : session.fromPartition(partition)
    const fetch = networkOf(net, storage)
    const shop = () => list.all().find((one) => one.partition === partition)
    const picked = pickedFiles(own(fileOf(partition, 'picked-files')))
    const sessions = sessionStore(own(fileOf(partition, 'session')), safeStorage)
    const server = () => shop()?.address
    denyPermissions(storage)
    storage.protocol.handle(APP_SCHEME, createAppProtocol({ bundle, picked, server, fetch }))
    const window = () => room.window ?? show(room)
    const machine = machineOf(electron, { window, front: () => void show(room), openInBrowser, fetch })
    const showProgress = (progress: QueueProgress | null) => {
      const files = room.progress?.files
      room.progress = progress
      machine.setProgress(progress)
      if (files !== progress?.files) changed()
    }
    const stores: SessionStore = {
      ...sessions,
      write(address, value) {
        const stored = sessions.write(address, value)
        const here = shop()
        if (here) newSession(here)
        return stored
      },
    }
    const calls = shellCalls({
      machine: { ...machine, setProgress: showProgress },
      picked,
      sessions: stores,
      server,
      desk: desk(() => room),
    })
    const room: Room = { partition, storage, shop, calls, sessions, fetch, window: undefined, progress: null }
    return room
  }

  const roomOf = (partition: string): Room => {
    const room = rooms.get(partition) ?? build(partition)
    rooms.set(partition, room)
    return room
  }
  const windowOf = (room: Room | undefined) => (room?.window?.isDestroyed() ? undefined : room?.window)

  /** Brings the room's window to the front, in the place of the one before. */
  function show(room: Room): BrowserWindow {
    const before = front === room ? undefined : windowOf(front)
    const found = windowOf(room)
    const window = found ?? open(room.partition)
    room.window = window
    front = room
    if (before?.isMaximized()) window.maximize()
    else if (before) window.setBounds(before.getBounds())
    if (window.isMinimized()) window.restore()
    if (found) {
      window.show()
      window.focus()
      before?.hide()
    } else if (before) window.once('ready-to-show', () => before.hide())
    changed()
    return window
  }
  const showCurrent = () => show(roomOf(list.current()?.partition ?? ''))

  return {
    all: () => [...rooms.values()],
    roomOf,
    byStorage: (storage: Session) => [...rooms.values()].find((room) => room.storage === storage),
    front: () => front,
    showCurrent,
    show(shop: Shop) {
      list.choose(shop.address)
      show(roomOf(shop.partition))
    },
    /** Sends a command to the page in front; without a window it opens one. macOS shows the menu without a window. */
    send(command: MenuCommand) {
      const window = windowOf(front)
      if (!window?.isVisible()) showCurrent()
      window?.webContents.send(MENU_CHANNEL, command)
    },
    /** Forgets the shop with all that it stored here, and shows the next one. */
    async remove(shop: Shop) {
      const room = roomOf(shop.partition)
      room.sessions.write(shop.address, null)
      list.remove(shop.address)
      rooms.delete(shop.partition)
      rmSync(own(fileOf(shop.partition, 'picked-files')), { force: true })
      room.storage.protocol.unhandle(APP_SCHEME)
      const was = windowOf(room)
      if (front === room) showCurrent()
      was?.destroy()
      await room.storage.clearStorageData()
    },
  }
}

export type Rooms = ReturnType<typeof shopRooms>
