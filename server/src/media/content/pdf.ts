import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { eachPiece, readEnd, readPart, refused, refuseZipBehind } from './file-parts.ts'

const MB = 1024 * 1024
/** Longer than any stream of objects in practice; one that is cut off is looked into as far as it goes. */
const OVERLAP = MB / 2
const PIECE = 2 * MB
const MAX_UNPACKED = 4 * MB
/** Beyond so much, and twice its size, a file is made to keep its reader busy. */
const FREE_UNPACKED = 16 * MB

/** Names of what runs, and what is said of it. */
const ACTIVE: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\/JavaScript(?![A-Za-z0-9])/, 'This PDF holds scripts. Print it into a new PDF, which has none, and upload that.'],
  [/\/Launch(?![A-Za-z0-9])/, 'This PDF starts programs when it is opened. Print it into a new PDF and upload that.'],
  [/\/XFA(?![A-Za-z0-9])/, 'This PDF holds a form that runs scripts. Print it into a new PDF and upload that.'],
  [
    /\/RichMedia(?![A-Za-z0-9])/,
    'This PDF holds a player of films. Print it into a new PDF and upload the film beside it.',
  ],
  [/\/EmbeddedFiles?(?![A-Za-z0-9])/, 'This PDF holds other files. Print it into a new PDF and upload them beside it.'],
]
const unpack = promisify(inflate)
const ILLUSTRATOR = /\/AIMetaData|\/AIPrivateData1|Adobe Illustrator/

/**
 * Whether a file is a PDF, and one of Illustrator. 422 when it holds scripts or starts programs, also where that stands in packed
 * objects, and when it is a ZIP as well.
 */
export async function readPdf(path: string, bytes: number): Promise<{ illustrator: boolean } | undefined> {
  const head = (await readPart(path, 0, 16)).toString('latin1')
  const end = (await readEnd(path, 2_048)).toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(head) || !end.includes('%%EOF')) return undefined
  await refuseZipBehind(path)
  let illustrator = false
  let unpacked = 0
  await eachPiece(path, { piece: PIECE, overlap: OVERLAP }, async (part) => {
    const plain = namesOf(part)
    illustrator ||= ILLUSTRATOR.test(plain)
    check(plain)
    for (const packed of packedObjects(part)) {
      const objects = await unpackedObjects(packed)
      // One that cannot be unpacked to its end has cost as much as the largest.
      unpacked += objects?.length ?? MAX_UNPACKED
      if (unpacked > FREE_UNPACKED + 2 * bytes) throw tooMuch()
      if (objects) check(namesOf(objects))
    }
  })
  return { illustrator }
}

function check(plain: string): void {
  const active = ACTIVE.find(([name]) => name.test(plain))
  if (active) throw refused(active[1])
}

/** Names may be written with the numbers of their letters: `/J#61vaScript`. */
function namesOf(bytes: Buffer): string {
  const plain = bytes.toString('latin1')
  if (!plain.includes('#')) return plain
  return plain.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Streams of objects as they are packed; actions may stand in them. Each byte is looked at once, however often the words stand there. */
function* packedObjects(bytes: Buffer): Generator<Buffer> {
  const nextStream = finder(bytes, 'stream')
  const nextEnd = finder(bytes, 'endstream')
  let at = bytes.indexOf('/ObjStm')
  while (at >= 0) {
    const word = nextStream(at)
    if (word < 0) return
    const start = word + 6 + (bytes[word + 6] === 13 ? 2 : 1)
    const end = nextEnd(start)
    const packed = bytes.subarray(start, end < 0 ? undefined : end)
    // Encrypted ones, and those that are not packed, begin otherwise.
    const packedSo = packed.length > 2 && (packed.readUInt8(0) & 15) === 8 && packed.readUInt16BE(0) % 31 === 0
    if (packedSo && word - at < 2_000) yield packed
    at = bytes.indexOf('/ObjStm', start)
  }
}

/** Where a word stands next, asked for ever further on; -1 when it does not. */
function finder(bytes: Buffer, word: string): (from: number) => number {
  let found = bytes.indexOf(word)
  return (from) => {
    if (found >= 0 && found < from) found = bytes.indexOf(word, from)
    return found
  }
}

/** Undefined for what is no sound stream, or cut off at the end of a piece, which the next one begins with. */
async function unpackedObjects(packed: Buffer): Promise<Buffer | undefined> {
  try {
    return await unpack(packed, { maxOutputLength: MAX_UNPACKED })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch()
    return undefined
  }
}

const tooMuch = () => refused('This PDF unpacks to far more than its size.')
