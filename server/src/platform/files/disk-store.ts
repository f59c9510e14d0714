import { constants, createReadStream } from 'node:fs'
import { access, chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sendFromDisk } from './send-file.ts'
import { storageError } from './storage-error.ts'
import type { FileKey, ListedStore } from './store.ts'
import { syncFolder } from './sync-folder.ts'

const READ_BYTES = 1024 * 1024

/** Returns the library's folder within the data folder. */
export const libraryOf = (dataDir: string) => join(dataDir, 'media')

/** Stores files in the folder `media` of the data folder. */
export function createDiskStore(dataDir: string): ListedStore {
  const root = libraryOf(dataDir)
  const pathOf = ({ mediaId, name }: FileKey) => join(root, mediaId, name)

  async function remove(key: FileKey): Promise<void> {
    await rm(pathOf(key), { force: true })
    await rmdir(dirname(pathOf(key))).catch(() => {})
  }

  async function names(mediaId: string): Promise<string[]> {
    const found = (await orNothing(readdir(join(root, mediaId)))) ?? []
    // A partial file has another name until it is whole.
    return found.filter((name) => !name.endsWith(HALF)).toSorted()
  }

  return {
    async keep(path, key) {
      try {
        await flush(path)
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await move(path, pathOf(key))
      } catch (error) {
        await remove(key)
        throw storageError(error)
      }
    },
    read: (key) => orNothing(readFile(pathOf(key))),
    async open(key) {
      const file = await orNothing(open(pathOf(key)))
      if (!file) return undefined
      const { size } = await file.stat()
      return { bytes: size, stream: createReadStream('', { fd: file, highWaterMark: READ_BYTES }) }
    },
    has: (key) => isThere(pathOf(key)),
    bytes: async (key) => (await orNothing(stat(pathOf(key))))?.size,
    mayHold: (mediaId) => isThere(join(root, mediaId)),
    names,
    async *list() {
      for (const mediaId of (await orNothing(readdir(root))) ?? []) {
        for (const name of await names(mediaId)) yield { mediaId, name }
      }
    },
    // The content of an id never changes, so the id is its tag.
    send: (res, { mediaId, name }) => sendFromDisk(res, `${mediaId}/${name}`, { root, etag: `"${mediaId}"` }),
    useLocal: (key, work) => work(pathOf(key)),
    async adopt(folder, mediaId) {
      await mkdir(join(root, mediaId), { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        // A copy has the mode of its original.
        await chmod(join(folder, name), 0o600)
        await rename(join(folder, name), join(root, mediaId, name))
      }
      await syncFolder(join(root, mediaId))
      await syncFolder(root)
    },
    remove,
    // Another request may write an image's width into the folder meanwhile.
    removeAll: (mediaId) => rm(join(root, mediaId), { recursive: true, force: true, maxRetries: 5 }),
  }
}

const HALF = '.part'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Awaits a look at the disk; undefined when nothing was found. */
export async function orNothing<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Closes the file to others, since the upload's receiver does not, and flushes it to disk. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The target is on another disk: the file is copied beside it and renamed, so that nobody reads half of it.
    const copy = `${to}${HALF}`
    try {
      await copyFile(from, copy, constants.COPYFILE_EXCL)
      await flush(copy)
      await rename(copy, to)
    } catch (failure) {
      await rm(copy, { force: true })
      throw failure
    }
    await rm(from, { force: true })
  }
}
