import { createHash, type Hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import tar from 'tar-stream'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { ENTRY_MODE, ENTRY_TIME, MANIFEST, type Manifest, TAR_END_BYTES, tailOf } from './archive-format.ts'
import { type Sink, sinkInto } from './backup-file.ts'

export type ArchiveWriter = {
  /** Adds an entry of exactly this many bytes; it is written when this resolves. */
  add(name: string, bytes: number, source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Entries so far. */
  entries: Manifest['entries']
  /** Adds manifest and checksum, and gives the file its name once all of it is on the disk. Answers its length. */
  finish(manifest: Manifest): Promise<number>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/**
 * Opens a backup to write, readable by its owner only. Until it is whole its name ends in `.part`, so a backup under
 * its name is whole. Memory stays flat; `signal` cancels it, a `key` encrypts it.
 */
export async function openArchive(
  path: string,
  { signal, key }: { signal?: AbortSignal | undefined; key?: Buffer | undefined } = {},
): Promise<ArchiveWriter> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`)
  const file = await open(draft, 'wx', 0o600)
  const into = await sinkInto(file, key)
  const pack = tar.pack()
  const whole = createHash('sha256')
  const written = drain(pack, into, whole)
  const entries: Manifest['entries'] = []
  // A disk that takes no more: nobody would ever drain what is being added.
  let failure: unknown
  let adding: ReturnType<typeof pack.entry> | undefined
  written.catch((error) => {
    failure = error
    adding?.destroy(error)
  })

  async function add(name: string, bytes: number, source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const hash = createHash('sha256')
    try {
      const header = { name, size: bytes, mtime: ENTRY_TIME, mode: ENTRY_MODE }
      const done = Promise.withResolvers<void>()
      done.promise.catch(() => {})
      const sink = pack.entry(header, (error) => (error ? done.reject(error) : done.resolve()))
      adding = sink
      sink.on('error', done.reject)
      for await (const chunk of source) {
        signal?.throwIfAborted()
        hash.update(chunk)
        if (!sink.write(chunk)) await once(sink, 'drain')
      }
      sink.end(undefined)
      await done.promise
    } catch (error) {
      throw failure ?? error
    } finally {
      adding = undefined
    }
    return hash.digest('hex')
  }

  return {
    entries,
    async add(name, bytes, source) {
      entries.push({ name, bytes, sha256: await add(name, bytes, source) })
    },
    async finish(manifest) {
      const text = Buffer.from(JSON.stringify(manifest))
      await add(MANIFEST, text.length, [text])
      pack.finalize()
      await written
      await into.write(await tailOf(whole.digest('hex')))
      await into.end()
      await file.sync()
      const { size } = await file.stat()
      await file.close()
      await rename(draft, path)
      await syncFolder(dirname(path))
      return size
    },
    async abandon() {
      pack.destroy(new Error('abandoned'))
      await written.catch(() => {})
      await file.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

/** Writes and hashes the tar without its end, which follows the checksum. */
async function drain(pack: tar.Pack, into: Sink, whole: Hash): Promise<void> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of pack as AsyncIterable<Buffer>) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const ready = held.subarray(0, Math.max(0, held.length - TAR_END_BYTES))
    if (ready.length === 0) continue
    whole.update(ready)
    await into.write(ready)
    held = Buffer.from(held.subarray(ready.length))
  }
}
