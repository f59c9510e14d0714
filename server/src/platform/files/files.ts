import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Response } from 'express'
import { DATA_DIR_MODE } from '../../config.ts'
import { createDiskIncoming } from './disk-incoming.ts'
import { createDiskStore, libraryOf } from './disk-store.ts'
import { sendFromDisk } from './send-file.ts'
import type { FileKey, Incoming, Store } from './store.ts'
import { nameTempFolder, sweepTempFolders } from './temp-folders.ts'

/** Stores uploaded bytes; no other module knows how. */
export type Files = Store &
  Incoming & {
    /** This process's folder for running uploads; a later sweep clears it after a crash. */
    tempDir: string
    /** Returns an unused path in `tempDir`. */
    tempPath(): string
    /** Folder of resumable uploads on disk. */
    incomingDir: string
    /** Sends a file of this machine outside the library, like `send`. */
    sendCopy(res: Response, copy: { path: string; etag: string }): Promise<boolean>
    /**
     * Returns a short-lived address where a browser gets the file directly; undefined where the shop must send it. Does
     * not check that the file exists.
     */
    directAddress(key: FileKey, as: { type: string; disposition: string }): Promise<string | undefined>
    /** Returns the free space in bytes. */
    freeBytes(): Promise<number>
    /** Removes uploads of ended processes. */
    sweepTemp(): Promise<void>
  }

/** Opens the files of the data folder. */
export function createFiles({ dataDir }: { dataDir: string }): Files {
  const uploads = join(dataDir, 'uploads')
  const tempDir = join(uploads, nameTempFolder())
  const incomingDir = join(dataDir, 'incoming')
  mkdirSync(dataDir, { recursive: true, mode: DATA_DIR_MODE })
  for (const folder of [libraryOf(dataDir), uploads, tempDir, incomingDir]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeToOthers(folder)
  }
  return {
    ...createDiskStore(dataDir),
    ...createDiskIncoming(incomingDir),
    tempDir,
    tempPath: () => join(tempDir, randomBytes(16).toString('hex')),
    incomingDir,
    // A copy's time is its creation for this student, which may repeat.
    sendCopy: (res, { path, etag }) =>
      sendFromDisk(res, basename(path), { root: dirname(path), etag, lastModified: false }),
    directAddress: async () => undefined,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(incomingDir)
      return bavail * bsize
    },
    sweepTemp: () => sweepTempFolders(uploads),
  }
}

/** Closes a folder that an earlier version left open; skips folders of other users. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
