import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { endWithShop } from '../../platform/files/end-with-shop.ts'

/** Unpacks one archive, entry by entry, for the shop that started this process. Only paths and sizes return to it. */
const MAX_ENTRIES = 1_000_000
const MAX_NAME = 1_000
/** Unpacked sizes below that are harmless, whatever they are packed into. */
const FREE_BYTES = 1024 ** 3
const MAX_RATIO = 200
const UNIX = 3
const UNIX_TYPE = 0o170000
const UNIX_LINK = 0o120000

export type UnpackRequest = { open: string } | { entry: string; to: string; most: number }
export type UnpackAnswer = { entries: [name: string, bytes: number][] } | { bytes: number } | { refused: string }

let zip: ZipFile | undefined
const entries = new Map<string, Entry>()

endWithShop({ deadline: new Float64Array([Number.POSITIVE_INFINITY]), bytes: Number(process.argv[2]) * 1024 ** 2 })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('message', async (request: UnpackRequest) => {
  const work = 'open' in request ? open(request.open) : unpack(request)
  process.send?.(await work.catch((error: Error) => ({ refused: error.message })))
})

/** Reads and checks the listing. Names that lead out, links, secrets, doubles and bombs are refused before any unpacking. */
async function open(path: string): Promise<UnpackAnswer> {
  const { size } = await stat(path)
  zip = await openPromise(path, { autoClose: false, strictFileNames: true })
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`The archive holds more than ${MAX_ENTRIES} files`)
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    const mode = entry.versionMadeBy >> 8 === UNIX ? entry.externalFileAttributes >>> 16 : 0
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    if (name.length > MAX_NAME || /[\x00-\x1f\x7f]/.test(name)) throw new Error(`A name cannot be used: ${name}`)
    if ((mode & UNIX_TYPE) === UNIX_LINK) throw new Error(`The archive holds a link to elsewhere: ${name}`)
    if (entry.isEncrypted()) throw new Error(`The archive is locked with a password: ${name}`)
    if (entries.has(name)) throw new Error(`Two parts of the archive are of the same name: ${name}`)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (!name.endsWith('/')) entries.set(name, entry)
  }
  if (packed > size) throw new Error('The parts of the archive overlap')
  if (unpacked > FREE_BYTES && unpacked > MAX_RATIO * size)
    throw new Error(`The archive unpacks to more than ${MAX_RATIO} times its size`)
  return { entries: [...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize]) }
}

/** Writes an entry to a new file. An entry that is longer than its listing says ends with an error. */
async function unpack({ entry: name, to, most }: { entry: string; to: string; most: number }): Promise<UnpackAnswer> {
  const entry = entries.get(name)
  if (!zip || !entry) throw new Error(`${name} is not in the archive`)
  if (entry.uncompressedSize > most) throw new Error(`${name} is too large`)
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  return { bytes: entry.uncompressedSize }
}
