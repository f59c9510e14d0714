import { randomBytes } from 'node:crypto'
import { chmodSync, constants, mkdirSync } from 'node:fs'
import { access, copyFile, mkdir, open, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Response } from 'express'
import { DATA_DIR_MODE } from '../config.ts'
import { appError } from '../errors.ts'
import { nameTempFolder, sweepTempFolders } from './temp-folders.ts'

/** Names a kept file: both parts stand in its address, `/media/{mediaId}/{name}`. */
export type FileKey = { mediaId: string; name: string }

/** Where uploaded bytes live. Nothing else knows how they are stored. */
export type Files = {
  /** Folder of this process for uploads that are still coming in; what is left in it after a crash is swept. */
  tempDir: string
  /** A path in `tempDir` that nobody uses. */
  tempPath(): string
  /** Folder of all instances for uploads that can be resumed: one file each, named by the upload's id. */
  incomingDir: string
  /** How many bytes of such an upload have arrived; undefined when its file is not there. */
  incomingBytes(uploadId: string): Promise<number | undefined>
  removeIncoming(uploadId: string): Promise<void>
  /** Bytes that can still be stored. */
  freeBytes(): Promise<number>
  /** Moves a finished file from `tempDir` to its place; it is on the disk when this resolves. 507 when there is no space. */
  keep(tempPath: string, key: FileKey): Promise<void>
  /** The bytes of a kept file; undefined when there is none. For pictures: all of it is held in memory. */
  read(key: FileKey): Promise<Buffer | undefined>
  has(key: FileKey): Promise<boolean>
  /** Whether anything is kept under an id. */
  hasAny(mediaId: string): Promise<boolean>
  /** Answers a GET or HEAD with the file, or a copy of it, whole or one range; false when there is no such file. */
  send(res: Response, key: FileKey, copy?: { path: string; etag: string }): Promise<boolean>
  /** Where a kept file lies, for what reads parts of it. */
  pathOf(key: FileKey): string
  remove(key: FileKey): Promise<void>
  /** Removes everything that is kept under an id. */
  removeAll(mediaId: string): Promise<void>
  /** Clears what uploads of ended processes left behind. */
  sweepTemp(): Promise<void>
}

/** Files in the folder `media` of the data folder. */
export function createFiles({ dataDir }: { dataDir: string }): Files {
  const root = join(dataDir, 'media')
  const uploads = join(dataDir, 'uploads')
  const tempDir = join(uploads, nameTempFolder())
  const incomingDir = join(dataDir, 'incoming')
  mkdirSync(dataDir, { recursive: true, mode: DATA_DIR_MODE })
  for (const folder of [root, uploads, tempDir, incomingDir]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeToOthers(folder)
  }
  const pathOf = ({ mediaId, name }: FileKey) => join(root, mediaId, name)

  async function remove(key: FileKey): Promise<void> {
    await rm(pathOf(key), { force: true })
    await rmdir(dirname(pathOf(key))).catch(() => {})
  }

  return {
    tempDir,
    tempPath: () => join(tempDir, randomBytes(16).toString('hex')),
    incomingDir,
    incomingBytes: (uploadId) =>
      stat(join(incomingDir, uploadId)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        },
      ),
    removeIncoming: (uploadId) => rm(join(incomingDir, uploadId), { force: true }),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(incomingDir)
      return bavail * bsize
    },
    async keep(tempPath, key) {
      try {
        await flush(tempPath)
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await move(tempPath, pathOf(key))
      } catch (error) {
        await remove(key)
        throw storageError(error)
      }
    },
    read: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    hasAny: (mediaId) =>
      access(join(root, mediaId)).then(
        () => true,
        () => false,
      ),
    send: (res, { mediaId, name }, copy) =>
      new Promise((resolve, reject) => {
        // What is under an id never changes, so the id is its tag.
        res.setHeader('ETag', copy?.etag ?? `"${mediaId}"`)
        const path = copy ? basename(copy.path) : `${mediaId}/${name}`
        // The time of a copy says when it was made for this student, which may be anew.
        const options = copy ? { root: dirname(copy.path), lastModified: false } : { root }
        res.sendFile(path, { ...options, dotfiles: 'deny' }, (error) => {
          const { status } = (error ?? {}) as { status?: number }
          if (!error || res.headersSent || status === undefined) return resolve(true)
          res.removeHeader('ETag')
          if (status === 404 || status === 403) return resolve(false)
          if (status !== 416 && status !== 412) return reject(error)
          // The header Content-Range of a 416 is set already.
          res.status(status).removeHeader('Content-Type')
          res.end()
          resolve(true)
        })
      }),
    pathOf,
    remove,
    removeAll: (mediaId) => rm(join(root, mediaId), { recursive: true, force: true }),
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

/** The answer to a failed write: 507 when the disk is full, else the error as it is. */
export function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  return full ? appError('storage_full', 'There is no space left for this file') : error
}

/** Closes it to others, for what receives uploads does not, and puts it on the disk. */
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
    // Another disk: nobody may see the half of it, so it is copied beside and then renamed.
    const copy = `${to}.part`
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
