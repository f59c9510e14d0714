/** A dictionary value, as far as the checks need it; `names` of an array are its first ones. */
export type PdfValue =
  | { type: 'name'; name: string }
  | { type: 'dictionary'; dictionary: PdfDictionary }
  /** `shape` has a letter for each of its first parts: number, R, Name, String, or x. */
  | { type: 'array'; shape: string; names: string[] }
  /** Numbers begin references, too. */
  | { type: 'number' | 'string' | 'other' }

/** All values under each key; a name counts as a key wherever a reader could read it as one. */
export type PdfDictionary = Map<string, PdfValue[]>

type Frame = { value: PdfValue; key: string | undefined; at: number }
type Found = (dictionary: PdfDictionary, at: number) => void
type Read = { end: number; closed: boolean; dictionary?: PdfDictionary }

const MAX_SHAPE = 16
const MAX_DEPTH = 500
const letters = { name: 'N', number: 'n', string: 'S', array: 'x', dictionary: 'x', other: 'x' } as const

const [PERCENT, OPEN, CLOSE, LESS, MORE, SLASH, LEFT, RIGHT, BACKSLASH] = [37, 40, 41, 60, 62, 47, 91, 93, 92]
const SPACES = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([PERCENT, OPEN, CLOSE, LESS, MORE, SLASH, LEFT, RIGHT, 123, 125])
const HEX = /^[0-9A-Fa-f\s\0]*$/

/** Reports brackets and strings that readers end in different places. */
export class UnclearPdf extends Error {}

/**
 * Reads the one object at `start` leniently, like PDF readers, and calls `found` with each dictionary in it and its
 * place. Skips words in strings and comments. `closed` is false when the bytes end before the object does. Throws
 * `UnclearPdf`.
 */
export function readObject(bytes: Buffer, start: number, found: Found): Read {
  const open: Frame[] = []
  let at = start
  let last: PdfDictionary | undefined
  const add = (value: PdfValue) => {
    const frame = open.at(-1)
    if (!frame) return
    if (frame.value.type === 'array') {
      if (frame.value.shape.length < MAX_SHAPE) frame.value.shape += letters[value.type]
      if (value.type === 'name' && frame.value.names.length < MAX_SHAPE) frame.value.names.push(value.name)
    } else if (frame.value.type === 'dictionary') {
      if (frame.key !== undefined) {
        const values = frame.value.dictionary.get(frame.key) ?? []
        if (values.length < MAX_SHAPE) frame.value.dictionary.set(frame.key, [...values, value])
      }
      frame.key = value.type === 'name' ? value.name : undefined
    }
  }
  const close = (type: 'array' | 'dictionary') => {
    const frame = open.pop()
    if (!frame) return
    if (frame.value.type !== type) throw new UnclearPdf('a bracket that closes another one')
    if (frame.value.type === 'dictionary') {
      last = frame.value.dictionary
      found(last, frame.at)
    }
    add(frame.value)
  }
  const push = (value: PdfValue) => {
    if (open.length >= MAX_DEPTH) throw new UnclearPdf('nested too deep')
    open.push({ value, key: undefined, at })
  }
  for (;;) {
    at = pastSpaces(bytes, at)
    if (at >= bytes.length) break
    const byte = bytes[at] as number
    const next = bytes[at + 1]
    if (byte === LESS && next === LESS) {
      push({ type: 'dictionary', dictionary: new Map() })
      at += 2
    } else if (byte === MORE && next === MORE) {
      close('dictionary')
      at += 2
    } else if (byte === LEFT) {
      push({ type: 'array', shape: '', names: [] })
      at += 1
    } else if (byte === RIGHT) {
      close('array')
      at += 1
    } else if (byte === OPEN || byte === LESS) {
      at = byte === OPEN ? pastString(bytes, at) : pastHex(bytes, at)
      add({ type: 'string' })
    } else if (byte === SLASH) {
      const end = pastWord(bytes, at + 1)
      add({ type: 'name', name: nameOf(bytes.toString('latin1', at + 1, end)) })
      at = end
    } else {
      const end = Math.max(pastWord(bytes, at), at + 1)
      const word = bytes.toString('latin1', at, Math.min(end, at + 8))
      const array = open.at(-1)?.value
      if (word === 'R' && array?.type === 'array') array.shape += array.shape.length < MAX_SHAPE ? 'R' : ''
      else add({ type: /^[-+.\d]/.test(word) ? 'number' : 'other' })
      at = end
    }
    if (open.length === 0) return { end: at, closed: true, ...(last && { dictionary: last }) }
  }
  for (const { value, at: place } of open.toReversed()) if (value.type === 'dictionary') found(value.dictionary, place)
  return { end: bytes.length, closed: false }
}

/** Returns the position after white space and comments. */
export function pastSpaces(bytes: Buffer, from: number): number {
  let at = from
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === PERCENT) while (at + 1 < bytes.length && bytes[at + 1] !== 10 && bytes[at + 1] !== 13) at += 1
    else if (!SPACES.has(byte)) return at
  }
  return at
}

function pastWord(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && !SPACES.has(bytes[at] as number) && !DELIMITERS.has(bytes[at] as number)) at += 1
  return at
}

function pastString(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === OPEN) depth += 1
    else if (byte === CLOSE) depth -= 1
    if (depth === 0) return at + 1
  }
  return bytes.length
}

function pastHex(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(MORE, from)
  if (end < 0) return bytes.length
  if (!HEX.test(bytes.toString('latin1', from + 1, end))) throw new UnclearPdf('a hex string with other letters')
  return end + 1
}

/** Decodes names, whose letters may be numbers: `/J#61vaScript`. */
const nameOf = (written: string) =>
  written.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
