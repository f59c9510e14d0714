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

/** Where uploaded bytes live. Nothing else knows how they are stored. */
export type Files = Store &
  Incoming & {
    /** Folder of this process for uploads that are still coming in; what is left in it after a crash is swept. */
    tempDir: string
    /** A path in `tempDir` that nobody uses. */
    tempPath(): string
    /** Folder of uploads that can be resumed and come in on the disk. */
    incomingDir: string
    /** Answers as `send` does with a file of this machine that is none of the library. */
    sendCopy(res: Response, copy: { path: string; etag: string }): Promise<boolean>
    /**
     * An address at which a browser gets a file from where it lies, for some seconds; undefined where the shop has to send it. Says nothing
     * of whether it is there.
     */
    directAddress(key: FileKey, as: { type: string; disposition: string }): Promise<string | undefined>
    /** Bytes that can still be stored. */
    freeBytes(): Promise<number>
    /** Clears what uploads of ended processes left behind. */
    sweepTemp(): Promise<void>
  }

/** Files in the data folder. */
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
    // The time of a copy says when it was made for this student, which may be anew.
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

/** An earlier version may have made it open; one that another user owns is that user's business. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
