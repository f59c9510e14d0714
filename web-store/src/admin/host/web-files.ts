import { claimedKind } from 'contract/media/kinds'
import type { FileKind, PickedFile } from './platform.tsx'
import { ACCEPT, fileHandle, type StoredFile, takeHandles } from './web-file-handles.ts'

/** Returns true if a file claims to be of that kind. */
export const isOf = (kind: FileKind) => (file: PickedFile) => {
  if (kind === 'any') return true
  return kind === 'media' ? claimedKind(file) !== undefined : claimedKind(file) === kind
}

/** A file of the browser; `folder` ends with `/` where there is one. */
function picked(file: File, folder: string, stored?: StoredFile): PickedFile {
  const { name, size, type, lastModified } = file
  const read = async (start: number, end: number) => file.slice(start, end)
  return { name, size, type, modified_at: lastModified, folder, read, ...(stored && { kept: stored }) }
}

/** `clips/day one/a.mp4` is in `clips/day one/`, `clips` being the folder that was picked. */
const folderOf = (path: string) => path.split('/').slice(0, -1).join('/').replace(/(.)$/, '$1/')

/** Opens the browser's own dialog; none when it is closed without a choice. */
export function chooseFiles(options: { kind: FileKind; multiple: boolean; folder?: boolean }): Promise<PickedFile[]> {
  const { kind, multiple, folder = false } = options
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', multiple, hidden: true, webkitdirectory: folder })
  // A browser offers all files of a folder; the filter below drops other kinds.
  if (!folder) input.accept = ACCEPT[kind]
  document.body.append(input)
  return new Promise((resolve) => {
    const done = () => {
      const files = [...(input.files ?? [])].map((file) => picked(file, folderOf(file.webkitRelativePath)))
      input.remove()
      // A single pick passes with any type: the form explains why it refuses it.
      resolve(folder ? files.filter(isOf(kind)) : files)
    }
    input.addEventListener('change', done)
    input.addEventListener('cancel', done)
    input.click()
  })
}

/** Returns the dropped files, with everything in dropped folders. */
export async function droppedFiles(transfer: DataTransfer, kind: FileKind): Promise<PickedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const handles = takeHandles(transfer)
  if (entries.length === 0) return [...transfer.files].map((file) => picked(file, ''))
  const found = await Promise.all(entries.map((entry) => filesBelow(entry, '')))
  const roots = await handles
  // Handles are for later: files found without one are taken all the same.
  const whole = await Promise.all(
    found.flat().map(async (file) => {
      const handle = await fileHandle(roots, `${file.folder}${file.name}`)
      return handle ? { ...file, kept: { handle, folder: file.folder } satisfies StoredFile } : file
    }),
  )
  return entries.some((entry) => entry.isDirectory) ? whole.filter(isOf(kind)) : whole
}

async function filesBelow(entry: FileSystemEntry, folder: string): Promise<PickedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [picked(file, folder)]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const found: PickedFile[] = []
  // A reader answers in parts of a hundred, and an empty one at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return found
    for (const below of part) found.push(...(await filesBelow(below, `${folder}${entry.name}/`)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
