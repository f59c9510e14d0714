import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { orNothing } from '../../../platform/files/disk-store.ts'
import type { FileKey, OpenedFile } from '../../../platform/files/store.ts'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { type LibraryEntry, mediaOfEntry, Refusal } from './archive-format.ts'
import { openBackup, sinkInto } from './backup-file.ts'

/** Ends the name of a file that a BACKUP_KEY has encrypted. */
const SEALED = '.sealed'
/** Begins the name of a file that is not whole. */
const HALF = '.half-'
/** The hashes of the files before encryption, in the form of `sha256sum`. */
const SUMS = 'SHA256SUMS'

const READ_BYTES = 1024 * 1024

export type MediaFolder = {
  /** Finds a file that needs no copy, in the form that the keys demand. */
  find(key: FileKey): Promise<LibraryEntry | undefined>
  /** Copies a file that is durable when this resolves. */
  add(key: FileKey, file: OpenedFile, signal?: AbortSignal): Promise<LibraryEntry>
  /** Opens the content of a file; a `Refusal` when it is missing, of another length, or encrypted with another key. */
  read(entry: LibraryEntry): Promise<Readable>
  remove(key: FileKey): Promise<void>
  /** Removes every file that is not in `named`, and other forms of those that are; returns how many. */
  prune(named: ReadonlySet<string>): Promise<number>
  /** Removes half files of a run that was killed. */
  clear(): Promise<void>
}

/**
 * Opens the folder `media` beside backups. The content of a file never changes, so one under its name is never written
 * again. The first key encrypts, any decrypts.
 */
export async function openMediaFolder(path: string, keys: readonly Buffer[]): Promise<MediaFolder> {
  const [key] = keys
  const sums = await readSums(join(path, SUMS))
  const pathOf = (file: FileKey, sealed: boolean) => join(path, file.mediaId, `${file.name}${sealed ? SEALED : ''}`)
  const nameOf = ({ mediaId, name }: FileKey) => `${mediaId}/${name}`

  async function remove(file: FileKey): Promise<void> {
    for (const sealed of [true, false]) await rm(pathOf(file, sealed), { force: true })
    await rmdir(join(path, file.mediaId)).catch(() => {})
  }

  async function lengthOf(file: FileKey, sealed: boolean): Promise<number | undefined> {
    if (!sealed) return (await orNothing(stat(pathOf(file, false))))?.size
    const opened = await openBackup(pathOf(file, true), keys).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return opened?.bytes
  }

  return {
    async find(file) {
      const name = nameOf(file)
      const sha256 = sums.get(name)
      if (!sha256) return undefined
      const bytes = await lengthOf(file, key !== undefined)
      return bytes === undefined ? undefined : { name, bytes, sha256 }
    },
    async add(file, { bytes, stream }, signal) {
      const name = nameOf(file)
      await mkdir(join(path, file.mediaId), { recursive: true, mode: 0o700 })
      const half = join(path, `${HALF}${randomBytes(6).toString('hex')}`)
      const handle = await open(half, 'wx', 0o600)
      const hash = createHash('sha256')
      let read = 0
      try {
        const sink = await sinkInto(handle, key)
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          signal?.throwIfAborted()
          hash.update(chunk)
          read += chunk.length
          await sink.write(chunk)
        }
        await sink.end()
        if (read !== bytes) throw new Error(`${name} has ${read} bytes, not ${bytes}`)
        await handle.sync()
        await handle.close()
        const sha256 = hash.digest('hex')
        if (sums.get(name) !== sha256)
          await appendFile(join(path, SUMS), `${sha256}  ${name}\n`, { flush: true, mode: 0o600 })
        sums.set(name, sha256)
        await rename(half, pathOf(file, key !== undefined))
        await syncFolder(join(path, file.mediaId))
        return { name, bytes, sha256 }
      } catch (error) {
        stream.destroy()
        await handle.close().catch(() => {})
        await rm(half, { force: true })
        throw error
      }
    },
    async read(entry) {
      const file = mediaOfEntry(`media/${entry.name}`)
      if (!file) throw new Refusal(`${entry.name} has no place in the library.`)
      if ((await lengthOf(file, false)) === entry.bytes) {
        return createReadStream(pathOf(file, false), { highWaterMark: READ_BYTES })
      }
      if (await orNothing(stat(pathOf(file, true)))) return (await openBackup(pathOf(file, true), keys)).read()
      throw new Refusal(`${join(path, entry.name)} is missing or has another length: this backup is not whole.`)
    },
    remove,
    async prune(named) {
      let removed = 0
      for (const mediaId of await foldersIn(path)) {
        for (const stored of await readdir(join(path, mediaId))) {
          const sealed = stored.endsWith(SEALED)
          const file = { mediaId, name: sealed ? stored.slice(0, -SEALED.length) : stored }
          const isNamed = named.has(nameOf(file))
          if (isNamed && (sealed === (key !== undefined) || (await lengthOf(file, !sealed)) === undefined)) continue
          await rm(join(path, mediaId, stored), { force: true })
          if (!isNamed) removed++
        }
        await rmdir(join(path, mediaId)).catch(() => {})
      }
      if (removed > 0) await writeSums(join(path, SUMS), new Map([...sums].filter(([name]) => named.has(name))))
      return removed
    },
    async clear() {
      for (const name of await readdir(path).catch((): string[] => [])) {
        if (name.startsWith(HALF)) await rm(join(path, name), { force: true })
      }
    },
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const found = (await orNothing(readdir(path, { withFileTypes: true }))) ?? []
  return found.filter((entry) => entry.isDirectory() && mediaOfEntry(`media/${entry.name}/x`)).map(({ name }) => name)
}

async function readSums(path: string): Promise<Map<string, string>> {
  const text = (await orNothing(readFile(path, 'utf8'))) ?? ''
  // The last line of a run that was killed may be half.
  const lines = text.split('\n').map((line) => /^([0-9a-f]{64}) {2}(\S+)$/.exec(line))
  return new Map(lines.flatMap((found) => (found?.[1] && found[2] ? [[found[2], found[1]] as const] : [])))
}

async function writeSums(path: string, sums: ReadonlyMap<string, string>): Promise<void> {
  const half = join(dirname(path), `${HALF}${randomBytes(6).toString('hex')}`)
  const handle = await open(half, 'wx', 0o600)
  try {
    await handle.writeFile([...sums].map(([name, sha256]) => `${sha256}  ${name}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(half, path)
  await syncFolder(dirname(path))
}
