import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

type Source = Iterable<string | Buffer> | AsyncIterable<string | Buffer>

export type ZipWriter = {
  /** Adds an entry and reads its source to the end; `packed`: its bytes do not get any smaller. */
  add(path: string, source: Source, packed?: boolean): Promise<void>
  /** Writes the listing; resolves when every byte is on the disk. */
  end(): Promise<void>
  /** Stops writing. The file stays half. */
  abandon(): void
}

type Options = {
  mtime: Date
  signal?: AbortSignal | undefined
  /** Called with the bytes of each piece that was read. */
  wrote?: ((bytes: number) => void) | undefined
}

/** Writes a ZIP to a new file, entry by entry: in memory is its listing alone, and sizes and counts have no bound. */
export function openZip(path: string, { mtime, signal, wrote }: Options): ZipWriter {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const written = pipeline(out, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), { signal })
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
  const ended = Promise.race([written, failed])
  // Reported by whoever waits for it.
  ended.catch(() => {})
  async function* counted(source: Source) {
    for await (const piece of source) {
      wrote?.(Buffer.byteLength(piece))
      yield piece
    }
  }
  return {
    async add(name, source, packed = false) {
      const bytes = Readable.from(counted(source), { objectMode: false })
      zip.addReadStreamLazy(name, { compress: !packed, mtime, mode: 0o100644 }, (taken) => taken(null, bytes))
      try {
        await Promise.race([finished(bytes), ended])
      } finally {
        bytes.destroy()
      }
    },
    async end() {
      zip.end()
      await ended
    },
    abandon: () => out.destroy(),
  }
}
