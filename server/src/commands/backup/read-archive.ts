import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar, { type Header } from 'tar-stream'
import {
  MANIFEST,
  MAX_MANIFEST_BYTES,
  Manifest,
  ManifestHead,
  mediaOfEntry,
  Refusal,
  TAIL_BYTES,
  tableOfEntry,
  tailOf,
} from './archive-format.ts'

const READ_BYTES = 1024 * 1024

type Entry = AsyncIterable<Buffer> & { header: Header }

/**
 * Reads all of a backup and proves it: the hash over the whole file, the hash of every entry, and that nothing is there
 * that the manifest does not name. Answers the manifest; throws a `Refusal` for anything else. Changes nothing.
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const bytes = await lengthOf(path)
  const tail = await readTail(path, bytes)
  const whole = createHash('sha256')
  const found = new Map<string, { bytes: number; sha256: string }>()
  let text: Buffer = Buffer.alloc(0)
  const damaged = (what: string) => new Refusal(`${path} is damaged: ${what}.`)
  const extract = tar.extract()
  const feeding = pipeline(
    bytes > TAIL_BYTES
      ? createReadStream(path, { end: bytes - TAIL_BYTES - 1, highWaterMark: READ_BYTES })
      : Readable.from([]),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        whole.update(chunk)
        yield chunk
      }
    },
    extract,
  )
  feeding.catch(() => {})
  try {
    for await (const entry of extract as AsyncIterable<Entry>) {
      const { name, type } = entry.header
      if (text.length > 0 || found.has(name) || type !== 'file') throw damaged(`${name} does not belong there`)
      if (name === MANIFEST) text = await readWhole(entry, entry.header.size ?? 0)
      else found.set(name, await hashOf(entry))
    }
    await feeding
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw await notWhole(path, error as Error)
  }
  if (!tail.equals(await tailOf(whole.digest('hex')))) {
    throw damaged('its checksum does not fit, so it was cut short or changed')
  }
  const manifest = parseManifest(path, text)
  for (const { name, bytes: expected, sha256 } of manifest.entries) {
    const entry = found.get(name)
    if (entry?.sha256 !== sha256 || entry.bytes !== expected) throw damaged(`${name} is not what the manifest says`)
    if (!tableOfEntry(name) && !mediaOfEntry(name)) throw damaged(`${name} has no place in a backup`)
  }
  if (found.size !== manifest.entries.length) throw damaged('it holds more than the manifest says')
  return manifest
}

/**
 * Hands over, in their order, the entries of a checked backup that `wanted` picks; the reading ends with the first one after
 * which `wanted` says 'stop'. Each must be read to its end.
 */
export async function readEntries(
  path: string,
  wanted: (name: string) => boolean | 'stop',
  work: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = createReadStream(path, { highWaterMark: READ_BYTES })
  const extract = tar.extract()
  const feeding = pipeline(source, extract)
  feeding.catch(() => {})
  for await (const entry of extract as AsyncIterable<Entry>) {
    const { name } = entry.header
    const choice = name === MANIFEST ? 'stop' : wanted(name)
    if (choice === 'stop') break
    if (choice) await work(name, entry)
    else await hashOf(entry)
  }
  source.destroy()
}

async function lengthOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    )
  })
  if (!found.isFile()) throw new Refusal(`${path} is not a file.`)
  return found.size
}

async function readTail(path: string, bytes: number): Promise<Buffer> {
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, bytes))
  const file = await open(path)
  try {
    await file.read(tail, 0, tail.length, bytes - tail.length)
  } finally {
    await file.close()
  }
  return tail
}

/** What a file is that is not even a tar to its end: cut short, or something else altogether. */
async function notWhole(path: string, error: Error): Promise<Refusal> {
  const head = Buffer.alloc(9)
  const file = await open(path)
  try {
    await file.read(head, 0, head.length, 0)
  } finally {
    await file.close()
  }
  if (head.toString('latin1') !== 'database/') return new Refusal(`${path} is not a backup of this shop.`)
  return new Refusal(`${path} is damaged: it was cut short or changed (${error.message}).`)
}

function parseManifest(path: string, text: Buffer): Manifest {
  let content: unknown
  try {
    content = JSON.parse(text.toString('utf8'))
  } catch {
    throw new Refusal(`${path} is not a backup of this shop.`)
  }
  const head = ManifestHead.safeParse(content)
  if (!head.success) throw new Refusal(`${path} is not a backup of this shop.`)
  const manifest = Manifest.safeParse(content)
  if (!manifest.success) {
    const { format, version } = head.data
    throw new Refusal(`${path} was made by version ${version} in format ${format}, which this version cannot read.`)
  }
  return manifest.data
}

async function readWhole(entry: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  if (bytes > MAX_MANIFEST_BYTES) throw new Refusal('The manifest of this backup is too long.')
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function hashOf(entry: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of entry) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
