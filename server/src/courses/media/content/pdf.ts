import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { ErrorText } from 'contract/errors'
import { eachPiece, readEnd, readPart, refused, refuseZipBehind } from './file-parts.ts'
import { type PdfDictionary, type PdfValue, pastSpaces, readObject, UnclearPdf } from './pdf-objects.ts'

/** Names in every object that runs something. */
const WORDS_OF_ACTIONS = /\/(?:JavaScript|JS|Launch|XFA|RichMedia|EmbeddedFiles?|EF)(?![A-Za-z0-9])/

/** Files that an action or a file specification names. */
const FILE_KEYS = ['F', 'UF', 'DOS', 'Mac', 'Unix', 'Win']

/** Matches a place in the document: `[3 0 R /XYZ 0 700 0]`. Programs name such places after headings. */
const isPlace = (value: PdfValue) => value.type === 'array' && /^nnRN[nx]*$/.test(value.shape)
/** Matches values beyond a name or a place, such as a text or a reference. */
const isContent = (value: PdfValue) => value.type !== 'name' && value.type !== 'array'
const isData = (value: PdfValue) => value.type !== 'name' && value.type !== 'other' && !isPlace(value)
const isNamed = (name: string) => (value: PdfValue) => value.type === 'name' && value.name === name

/**
 * Returns the reason to refuse a dictionary; undefined for harmless ones. The role of a name decides: the same spelling
 * may be a place, a style or a font.
 */
function activeReason(dictionary: PdfDictionary): ErrorText | undefined {
  const has = (key: string, test: (value: PdfValue) => boolean) => dictionary.get(key)?.some(test) ?? false
  const namesFile = FILE_KEYS.some((key) => has(key, isContent))
  // An action has its kind under S, possibly by a reference.
  if (dictionary.has('S') && has('JS', isContent)) {
    return 'This PDF holds scripts. Print it into a new PDF, which has none, and upload that.'
  }
  if (namesFile && has('S', (kind) => isNamed('Launch')(kind) || kind.type === 'number')) {
    return 'This PDF starts programs when it is opened. Print it into a new PDF and upload that.'
  }
  if (has('XFA', isData)) {
    return 'This PDF holds a form that runs scripts. Print it into a new PDF and upload that.'
  }
  if (has('Subtype', isNamed('RichMedia')) || (dictionary.has('Subtype') && has('RichMediaContent', isContent))) {
    return 'This PDF holds a player of films. Print it into a new PDF and upload the film beside it.'
  }
  if (has('Type', isNamed('EmbeddedFile')) || has('EmbeddedFiles', isData) || (namesFile && has('EF', isContent))) {
    return 'This PDF holds other files. Print it into a new PDF and upload them beside it.'
  }
  return undefined
}

const MB = 1024 * 1024
/** Longer than any real object; each one that begins before the overlap is read in one piece. */
const OVERLAP = 4 * MB
const PIECE = 8 * MB
const MAX_UNPACKED = 4 * MB
/** Beyond this, and twice its size, unpacking marks a file made to block its reader. */
const FREE_UNPACKED = 16 * MB
/** The same bound for objects read: an honest file has each once. */
const FREE_READ = 32 * MB
const MAX_READS = 4

const unpack = promisify(inflate)
const ILLUSTRATOR = /\/AIMetaData|\/AIPrivateData1|Adobe Illustrator/

/**
 * Recognises a PDF, and one of Illustrator. 422 when an object runs scripts, starts programs or holds files, packed
 * objects included, and when the file is a ZIP as well. Readers find objects by their table or, when it is broken, by
 * the word `obj`: each word is tried.
 */
export async function readPdf(path: string, bytes: number): Promise<{ illustrator: boolean } | undefined> {
  const head = (await readPart(path, 0, 16)).toString('latin1')
  const end = (await readEnd(path, 2_048)).toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(head) || !end.includes('%%EOF')) return undefined
  await refuseZipBehind(path)
  let [illustrator, encrypted, unreadable] = [false, false, false]
  let [unpacked, read] = [0, 0]
  const look = (part: Buffer, start: number) => {
    const object = part.subarray(start, start + OVERLAP)
    const visited = new Set<number>()
    const found = (dictionary: PdfDictionary, at: number) => {
      visited.add(start + at)
      encrypted ||= dictionary.has('Encrypt') && dictionary.has('Root')
      const reason = activeReason(dictionary)
      if (reason) throw refused(reason)
    }
    const { end: length, closed, dictionary } = readOrWords(object, found)
    read += length
    if (read > FREE_READ + MAX_READS * bytes) throw tooMuch()
    return { end: start + length, closed, dictionary, visited }
  }
  /** Includes dictionaries in strings: the offsets of packed objects may lead there. */
  const lookIntoAll = (objects: Buffer) => {
    const seen = new Set<number>()
    for (let at = objects.indexOf('<<'); at >= 0; at = objects.indexOf('<<', at + 2)) {
      if (!seen.has(at)) for (const place of look(objects, at).visited) seen.add(place)
    }
  }
  await eachPiece(path, { piece: PIECE, overlap: OVERLAP }, async (part) => {
    illustrator ||= ILLUSTRATOR.test(part.toString('latin1'))
    const starts = part.length < PIECE ? part.length : PIECE - OVERLAP
    for (const start of objectStarts(part)) {
      if (start > starts) break
      const { end: behind, closed, dictionary } = look(part, start)
      const packed = closed && dictionary && holdsObjects(dictionary) ? streamBehind(part, behind) : undefined
      if (!packed || !dictionary) continue
      const packing = packingOf(dictionary)
      if (packing === 'plain') lookIntoAll(packed.subarray(0, MAX_UNPACKED))
      const objects = packing === 'deflate' ? await unpackedObjects(packed) : undefined
      unreadable ||= packing !== 'plain' && !objects
      // A failed unpacking counts as much as the largest.
      if (packing === 'deflate' && looksDeflated(packed)) unpacked += objects?.length ?? MAX_UNPACKED
      if (unpacked > FREE_UNPACKED + 2 * bytes) throw tooMuch()
      if (objects) lookIntoAll(objects)
    }
  })
  if (unreadable && !encrypted) throw damaged()
  return { illustrator }
}

/** Reads like `readObject`; where readers may differ on a broken object, its words decide. */
function readOrWords(object: Buffer, found: (dictionary: PdfDictionary, at: number) => void) {
  let read: Partial<ReturnType<typeof readObject>> = {}
  try {
    read = readObject(object, 0, found)
  } catch (error) {
    if (!(error instanceof UnclearPdf)) throw error
  }
  if (!read.closed && WORDS_OF_ACTIONS.test(namesOf(object))) throw damaged()
  return { end: object.length, closed: false, dictionary: undefined, ...read }
}

/** Decodes names, whose letters may be numbers. */
const namesOf = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Yields the places after `obj` and `trailer`, in order. */
function* objectStarts(part: Buffer): Generator<number> {
  const next = { obj: part.indexOf('obj'), trailer: part.indexOf('trailer') }
  while (next.obj >= 0 || next.trailer >= 0) {
    const word = next.trailer < 0 || (next.obj >= 0 && next.obj < next.trailer) ? 'obj' : 'trailer'
    const at = next[word]
    // An object's number, or white space, precedes the word.
    if (word === 'trailer' || at === 0 || /[\s\0\d]/.test(part.toString('latin1', at - 1, at))) yield at + word.length
    next[word] = part.indexOf(word, at + 1)
  }
}

/** Matches streams that readers treat as packed objects; some readers need no type. */
const holdsObjects = (dictionary: PdfDictionary) =>
  dictionary.get('Type')?.some((value) => value.type === 'name' && value.name === 'ObjStm') ||
  (dictionary.has('First') && dictionary.has('N'))

function streamBehind(part: Buffer, from: number): Buffer | undefined {
  const word = pastSpaces(part, from)
  if (part.toString('latin1', word, word + 6) !== 'stream') return undefined
  let start = word + 6
  while ([10, 13, 32].includes(part[start] ?? 0)) start += 1
  return part.subarray(start)
}

/** Returns the packing of a stream of objects; honest programs use one way, without predictions. */
function packingOf(dictionary: PdfDictionary): 'plain' | 'deflate' | 'otherwise' {
  const filters = (dictionary.get('Filter') ?? []).flatMap((value) =>
    value.type === 'name' ? [value.name] : value.type === 'array' ? value.names : ['?'],
  )
  const predicted = ['DecodeParms', 'DP'].some((key) => dictionary.get(key)?.some(({ type }) => type !== 'other'))
  if (predicted || filters.length > 1) return 'otherwise'
  if (filters.length === 0) return 'plain'
  return ['FlateDecode', 'Fl'].includes(filters[0] ?? '') ? 'deflate' : 'otherwise'
}

/** Encrypted ones begin differently. */
const looksDeflated = (packed: Buffer) =>
  packed.length > 2 && (packed.readUInt8(0) & 15) === 8 && packed.readUInt16BE(0) % 31 === 0

/** Unpacks a stream of objects; undefined for a broken one. */
async function unpackedObjects(packed: Buffer): Promise<Buffer | undefined> {
  try {
    return await unpack(packed, { maxOutputLength: MAX_UNPACKED })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch()
    return undefined
  }
}

const tooMuch = () => refused('This PDF unpacks to far more than its size. Print it into a new PDF and upload that.')
const damaged = () => refused('A part of this PDF is damaged. Print it into a new PDF and upload that.')
