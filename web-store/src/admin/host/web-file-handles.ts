import { EXTENSIONS_TAKEN, IMAGE_TYPES, VIDEO_EXTENSIONS, VIDEO_TYPES } from './file-types.ts'
import type { FileKind, PickedFile } from './platform.tsx'

/** The types of a file dialog; those of the library by extension, for browsers do not know all types. */
export const ACCEPT: Record<FileKind, string> = {
  image: IMAGE_TYPES.join(','),
  video: [...VIDEO_TYPES, ...VIDEO_EXTENSIONS].join(','),
  media: [...IMAGE_TYPES, ...VIDEO_TYPES, ...EXTENSIONS_TAKEN.map((extension) => `.${extension}`)].join(','),
  any: '',
}

// Handles lead to a file again after the page is gone. Not every browser has them, and TypeScript knows only a part.

/** A browser's handle of a file: IndexedDB can store it. */
export type StoredFile = { handle: FileSystemFileHandle; folder: string }

type Permission = { mode: 'read' }
type WithPermission = FileSystemFileHandle & {
  queryPermission?(of: Permission): Promise<PermissionState>
  requestPermission?(of: Permission): Promise<PermissionState>
}
type Opener = {
  showOpenFilePicker?(options: {
    multiple: boolean
    types: { description: string; accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle[]>
  showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>
}
type Walked = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }
type ItemWithHandle = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }

const EXTENSIONS: Record<string, string[]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'video/mp4': ['.mp4', '.m4v'],
  'video/webm': ['.webm'],
  'video/ogg': ['.ogv', '.ogg'],
}

/** The browser's dialog that hands out handles; undefined where there is none. */
export function openFiles({
  kind,
  multiple,
}: {
  kind: FileKind
  multiple: boolean
}): Promise<PickedFile[]> | undefined {
  const opener: Window & Opener = window
  if (!opener.showOpenFilePicker) return undefined
  const types = [...(kind === 'video' ? [] : IMAGE_TYPES), ...(kind === 'image' ? [] : VIDEO_TYPES)]
  const accept: Record<string, string[]> = Object.fromEntries(types.map((type) => [type, EXTENSIONS[type] ?? []]))
  // A dialog offers the extensions of every type.
  if (kind === 'video') accept['video/mp4'] = VIDEO_EXTENSIONS
  if (kind === 'media') accept['application/octet-stream'] = EXTENSIONS_TAKEN.map((extension) => `.${extension}`)
  return opener.showOpenFilePicker({ multiple, types: [{ description: 'Files of the library', accept }] }).then(
    (handles) => Promise.all(handles.map((handle) => pickedBy({ handle, folder: '' }))),
    // Closed without a choice.
    () => [],
  )
}

/** The browser's dialog for a folder that hands out handles of all that is in it; undefined where there is none. */
export function openFolder(): Promise<PickedFile[]> | undefined {
  const opener: Window & Opener = window
  return opener.showDirectoryPicker?.().then(
    (root) => filesIn(root as Walked, `${root.name}/`),
    // Closed without a choice.
    () => [],
  )
}

async function filesIn(directory: Walked, folder: string): Promise<PickedFile[]> {
  const found: PickedFile[] = []
  for await (const entry of directory.values()) {
    if (isFile(entry)) found.push(await pickedBy({ handle: entry, folder }))
    else if (isDirectory(entry)) found.push(...(await filesIn(entry as Walked, `${folder}${entry.name}/`)))
  }
  return found
}

/** A file of an earlier visit. The browser may ask for permission only when the admin has just pressed something. */
export async function findFile(stored: unknown, request: boolean): Promise<PickedFile | undefined> {
  if (!isStored(stored)) return undefined
  const handle: WithPermission = stored.handle
  try {
    const state = await (request
      ? handle.requestPermission?.({ mode: 'read' })
      : handle.queryPermission?.({ mode: 'read' }))
    return state === 'granted' ? await pickedBy(stored) : undefined
  } catch {
    return undefined
  }
}

async function pickedBy(stored: StoredFile): Promise<PickedFile> {
  const { name, size, type, lastModified } = await stored.handle.getFile()
  return {
    name,
    size,
    type,
    modified_at: lastModified,
    folder: stored.folder,
    kept: stored,
    async read(start, end) {
      const now = await stored.handle.getFile()
      if (now.size !== size || now.lastModified !== lastModified) throw new Error('The file has changed')
      return now.slice(start, end)
    },
  }
}

/** The handles of what was dropped, by name. Call it while the drop is handled. */
export async function takeHandles(transfer: DataTransfer): Promise<Map<string, FileSystemHandle>> {
  const requested = [...transfer.items].map((item: ItemWithHandle) => item.getAsFileSystemHandle?.())
  const handles = await Promise.all(requested.map((handle) => handle?.catch(() => null)))
  return new Map(handles.flatMap((handle) => (handle ? [[handle.name, handle] as const] : [])))
}

/** The handle of the file at that path below what was dropped. */
export async function fileHandle(
  roots: ReadonlyMap<string, FileSystemHandle>,
  path: string,
): Promise<FileSystemFileHandle | undefined> {
  const [root = '', ...below] = path.split('/')
  let at: FileSystemHandle | undefined = roots.get(root)
  try {
    for (const [index, name] of below.entries()) {
      if (!at || !isDirectory(at)) return undefined
      at = index === below.length - 1 ? await at.getFileHandle(name) : await at.getDirectoryHandle(name)
    }
  } catch {
    return undefined
  }
  return at && isFile(at) ? at : undefined
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isDirectory = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'
const isStored = (stored: unknown): stored is StoredFile =>
  typeof stored === 'object' && stored !== null && 'handle' in stored && stored.handle instanceof FileSystemFileHandle
