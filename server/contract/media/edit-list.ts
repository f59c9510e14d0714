import type { ReadAt } from './beginnings.ts'

type Box = { type: string; at: number; end: number }

const MOST_BOXES = 10_000
const MOST_ENTRIES = 10_000
/** Small boxes share a read. */
const WINDOW_BYTES = 32 * 1024
/** Encoders cut this much of the first and the last packet of sound away. */
const TOLERATED_SECONDS = 0.25

/**
 * Reads the edit lists of an MP4 or QuickTime file: what players show of its tracks. Returns the shown seconds where a
 * list leaves out a part of its track or has several, for copying the packets would bring that back; else undefined.
 */
export async function editedSeconds(read: ReadAt, bytes: number): Promise<number | undefined> {
  try {
    return await secondsIn(inWindows(read, bytes), bytes)
  } catch (error) {
    // A box that is shorter than its kind.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function inWindows(read: ReadAt, bytes: number): ReadAt {
  let window: { at: number; bytes: Uint8Array } = { at: 0, bytes: new Uint8Array() }
  return async (at, length) => {
    if (at < window.at || at + length > window.at + window.bytes.length)
      window = { at, bytes: await read(at, Math.min(Math.max(length, WINDOW_BYTES), bytes - at)) }
    return window.bytes.subarray(at - window.at, at - window.at + length)
  }
}

async function secondsIn(read: ReadAt, bytes: number): Promise<number | undefined> {
  const file = { type: '', at: 0, end: bytes }
  const moov = await boxIn(read, file, 'moov')
  const header = moov && (await boxIn(read, moov, 'mvhd'))
  if (!moov || !header) return undefined
  const scale = await timeOf(read, header)
  if (!scale) return undefined
  const tracks: { seconds: number; empty: number; edited: boolean }[] = []
  for (const trak of await boxesIn(read, moov, 'trak')) {
    const track = await trackOf(read, trak, scale.timescale)
    if (track) tracks.push(track)
  }
  if (!tracks.some(({ edited }) => edited)) return undefined
  return Math.max(...tracks.map(({ seconds }) => seconds)) - Math.min(...tracks.map(({ empty }) => empty))
}

/** Returns a picture's or sound's shown seconds with the empty ones before it; undefined for other tracks. */
async function trackOf(read: ReadAt, trak: Box, movieScale: number) {
  const media = await boxIn(read, trak, 'mdia')
  const handler = media && (await boxIn(read, media, 'hdlr'))
  const header = media && (await boxIn(read, media, 'mdhd'))
  if (!handler || !header) return undefined
  const kind = String.fromCharCode(...(await read(handler.at + 8, 4)))
  const own = kind === 'vide' || kind === 'soun' ? await timeOf(read, header) : undefined
  if (!own) return undefined
  const whole = own.duration / own.timescale
  const list = await boxIn(read, trak, 'edts', 'elst')
  // A file of fragments says no length here.
  if (!list || whole === 0) return { seconds: whole, empty: 0, edited: false }
  const entries = await entriesOf(read, list)
  const shown = entries.filter(({ from }) => from >= 0)
  const seconds = entries.reduce((sum, { lasts }) => sum + lasts, 0) / movieScale
  const [only] = shown
  if (!only) return { seconds, empty: seconds, edited: false }
  const empty = entries.slice(0, entries.indexOf(only)).reduce((sum, { lasts }) => sum + lasts, 0) / movieScale
  const first = (await firstShift(read, media)) / own.timescale
  const from = only.from / own.timescale - first
  // No length: to the end.
  const until = only.lasts === 0 ? whole : from + only.lasts / movieScale
  const edited = shown.length > 1 || from > TOLERATED_SECONDS || until < whole - TOLERATED_SECONDS
  return { seconds: only.lasts === 0 ? empty + whole : seconds, empty, edited }
}

async function entriesOf(read: ReadAt, list: Box): Promise<{ lasts: number; from: number }[]> {
  const head = viewOf(await read(list.at, 8))
  const long = head.getUint8(0) === 1
  const size = long ? 20 : 12
  const count = Math.min(head.getUint32(4), MOST_ENTRIES, Math.floor((list.end - list.at - 8) / size))
  const view = viewOf(await read(list.at + 8, count * size))
  return Array.from({ length: count }, (_, index) => {
    const at = index * size
    if (long) return { lasts: Number(view.getBigUint64(at)), from: Number(view.getBigInt64(at + 8)) }
    return { lasts: view.getUint32(at), from: view.getInt32(at + 4) }
  })
}

/** Returns by how much the first picture is shown later than it is decoded. */
async function firstShift(read: ReadAt, media: Box): Promise<number> {
  const shifts = await boxIn(read, media, 'minf', 'stbl', 'ctts')
  if (!shifts || shifts.end - shifts.at < 16) return 0
  return viewOf(await read(shifts.at, 16)).getInt32(12)
}

/** Reads the scale and length of `mvhd` or `mdhd`; undefined without a scale. */
async function timeOf(read: ReadAt, { at }: Box): Promise<{ timescale: number; duration: number } | undefined> {
  const view = viewOf(await read(at, 32))
  const long = view.getUint8(0) === 1
  const timescale = view.getUint32(long ? 20 : 12)
  return timescale > 0 ? { timescale, duration: long ? Number(view.getBigUint64(24)) : view.getUint32(16) } : undefined
}

async function boxIn(read: ReadAt, parent: Box, ...path: string[]): Promise<Box | undefined> {
  let found: Box | undefined = parent
  for (const type of path) found = found && (await boxesIn(read, found, type))[0]
  return found
}

/** Lists the boxes of a type inside another; a size beyond their parent ends the list. */
async function boxesIn(read: ReadAt, parent: Box, type: string): Promise<Box[]> {
  const found: Box[] = []
  let at = parent.at
  for (let boxes = 0; at + 8 <= parent.end && boxes < MOST_BOXES; boxes += 1) {
    const head = await read(at, Math.min(16, parent.end - at))
    if (head.length < 8) break
    const view = viewOf(head)
    const short = view.getUint32(0)
    const long = short === 1 && head.length === 16
    const size = short === 0 ? parent.end - at : long ? Number(view.getBigUint64(8)) : short
    if (size < 8 || at + size > parent.end) break
    if (String.fromCharCode(...head.subarray(4, 8)) === type)
      found.push({ type, at: at + (long ? 16 : 8), end: at + size })
    at += size
  }
  return found
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
