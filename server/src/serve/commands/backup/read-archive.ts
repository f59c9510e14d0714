import { createHash } from 'node:crypto'
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
import { type BackupFile, openBackup } from './backup-file.ts'

/** Size of a block of a tar. */
const BLOCK = 512
/** The first look for a manifest reads so much. */
const MANIFEST_LOOK = 2 * 1024 ** 2

type Entry = AsyncIterable<Buffer> & { header: Header }

/**
 * Reads all of a backup and proves it: the hash over the whole file, the hash of every entry, and that nothing is there
 * that the manifest does not name. Answers the manifest; throws a `Refusal` for anything else. Changes nothing.
 */
export async function checkArchive(path: string, keys: readonly Buffer[] = []): Promise<Manifest> {
  return checkBackup(await openBackup(path, keys))
}

export async function checkBackup(file: BackupFile): Promise<Manifest> {
  const { path, bytes } = file
  const tail = await bytesOf(file.read({ start: Math.max(0, bytes - TAIL_BYTES) }))
  const whole = createHash('sha256')
  const found = new Map<string, { bytes: number; sha256: string }>()
  let text: Buffer = Buffer.alloc(0)
  const damaged = (what: string) => new Refusal(`${path} is damaged: ${what}.`)
  const extract = tar.extract()
  const feeding = pipeline(
    bytes > TAIL_BYTES ? file.read({ end: bytes - TAIL_BYTES - 1 }) : Readable.from([]),
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
    throw await notWhole(file, error as Error)
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
 * Reads only the manifest, from the end of the file: the content is not verified. It ends before the checksum, and its
 * header is the block whose length leads there.
 */
export async function readManifest(file: BackupFile): Promise<Manifest> {
  const end = file.bytes - TAIL_BYTES
  for (let length = MANIFEST_LOOK; ; length *= 8) {
    const start = Math.max(0, end - Math.min(length, MAX_MANIFEST_BYTES))
    const bytes = end > 0 ? await bytesOf(file.read({ start, end: end - 1 })) : Buffer.alloc(0)
    for (let at = bytes.length - BLOCK; at >= 0; at -= BLOCK) {
      if (bytes.toString('latin1', at, at + MANIFEST.length + 1) !== `${MANIFEST}\0`) continue
      const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8)
      if (at + BLOCK + Math.ceil(size / BLOCK) * BLOCK !== bytes.length) continue
      return parseManifest(file.path, bytes.subarray(at + BLOCK, at + BLOCK + size))
    }
    if (start === 0 || length >= MAX_MANIFEST_BYTES) throw new Refusal(`${file.path} is not a backup of this shop.`)
  }
}

/**
 * Hands over, in their order, the entries of a checked backup that `wanted` picks; the reading ends with the first one after
 * which `wanted` says 'stop'. Each must be read to its end.
 */
export async function readEntries(
  file: BackupFile,
  wanted: (name: string) => boolean | 'stop',
  work: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = file.read()
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

/** Describes a file that is no whole tar: cut short, or of another kind. */
async function notWhole(file: BackupFile, error: Error): Promise<Refusal> {
  const { path } = file
  const head = await bytesOf(file.read({ end: 8 }))
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
  return bytesOf(entry)
}

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
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
