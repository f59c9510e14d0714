import { type FileKind, holdClose, type PickedFile, type Platform, type StoredSession } from 'web-store/admin'
import { saveFile } from 'web-store/ui/save-file.ts'
import {
  type DesktopBridge,
  HOST_COMMANDS,
  type HostCommand,
  type MenuCommand,
  PICKED_PATH,
  type PickedFile as ShellFile,
  type ShellInfo,
} from '../bridge.ts'

const isForConsole = (command: MenuCommand): command is Exclude<MenuCommand, HostCommand> =>
  !(HOST_COMMANDS as readonly MenuCommand[]).includes(command)

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  ogv: 'video/ogg',
}

const typeOf = (name: string) => types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? ''

/** Represents a file whose bytes the shell reads from disk in parts. */
function picked({ id, name, size, modified_at, folder }: ShellFile): PickedFile {
  return {
    name,
    size,
    type: typeOf(name),
    modified_at,
    folder,
    async read(start, end) {
      if (end <= start) return new Blob([])
      const answer = await fetch(`${PICKED_PATH}${id}`, { headers: { range: `bytes=${start}-${end - 1}` } })
      if (!answer.ok) throw new Error(`${name} has gone, or is no longer the file that was picked`)
      return answer.blob()
    },
    // The shell remembers the file, also after a restart.
    kept: id,
  }
}

function parsed(text: string | null): StoredSession | undefined {
  if (text === null) return undefined
  const value = JSON.parse(text) as Partial<StoredSession>
  const { token, tokenType, email } = value
  return token && tokenType && email ? { token, tokenType, email } : undefined
}

/**
 * Implements the console's platform in the desktop window: files from disk, the session in the system's key store,
 * native menus.
 */
export function desktopPlatform(desktop: DesktopBridge, { server, platform }: ShellInfo): Platform {
  const all = async (files: Promise<ShellFile[]>) => (await files).map(picked)
  const storeAddress = (path: string) => new URL(path, server ?? 'https://shop.invalid').href

  return {
    session: {
      read: async () => parsed(await desktop.readSession()),
      write: (session) => void desktop.writeSession(session ? JSON.stringify(session) : null),
      // With one window, nobody else changes it.
      watch: () => () => {},
    },
    pickFiles: ({ kind, multiple }) => all(desktop.pickFiles({ kind, multiple })),
    pickFolder: ({ kind }) => all(desktop.pickFolders({ kind })),
    takeDropped: (transfer: DataTransfer, { kind }: { kind: FileKind }) =>
      all(desktop.takeDropped([...transfer.files], { kind })),
    async findFile(stored) {
      const found = typeof stored === 'string' ? await desktop.findPicked(stored) : null
      return found ? picked(found) : undefined
    },

    forgetFiles(stored) {
      const ids = stored.filter((id) => typeof id === 'string')
      if (ids.length > 0) void desktop.forgetPicked(ids)
    },

    saveFile: async (name, data) => saveFile(name, data),
    copyText: (text) =>
      desktop.copyText(text).then(
        () => true,
        () => false,
      ),
    openStorePage: (path) => void desktop.openExternal(storeAddress(path)),
    storeAddress,

    showProgress: (progress) => void desktop.showProgress(progress ?? null),
    notify: (notice) => void desktop.notify(notice),
    holdClose,
    onCommand: (listener) => desktop.onMenu((command) => isForConsole(command) && listener(command)),
    installers: undefined,
    // The window's origin is app://, and a passkey belongs to the address of the shop.
    passkeys: false,
    commandKey: platform === 'mac' ? '⌘' : 'Ctrl',
  }
}
