// Reads from an interrupted file of fragments the facts to resume it: the places of its fragments, and their times.

type Box = { type: string; at: number; size: number }

const HEAD = 8
/** `avcC` */
const AVC_C = 0x61766343

type Read = (at: number, size: number) => Uint8Array

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The whole boxes up to `end`; one that is cut short is left out. */
function boxesOf(end: number, read: Read, from = 0): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + HEAD <= end; ) {
    const head = read(at, HEAD)
    const size = viewOf(head).getUint32(0)
    if (size < HEAD || at + size > end) break
    boxes.push({ type: String.fromCharCode(...head.subarray(4)), at, size })
    at += size
  }
  return boxes
}

const boxesIn = (bytes: Uint8Array, from: number, end: number) =>
  boxesOf(end, (at, size) => bytes.subarray(at, at + size), from)
const inside = (bytes: Uint8Array, { at, size }: Box, skip = 0) => boxesIn(bytes, at + HEAD + skip, at + size)
const named = (boxes: readonly Box[], type: string) => boxes.filter((box) => box.type === type)

/** The part of a fragment for one track: begin and end of its samples in the time of that track, and the place of the begin. */
type Run = { track: number; at: number; long: boolean; begins: number; ends: number }

function runsOf(moof: Uint8Array): Run[] {
  const view = viewOf(moof)
  const [whole] = boxesIn(moof, 0, moof.length)
  if (!whole) return []
  return named(inside(moof, whole), 'traf').flatMap((traf) => {
    const parts = inside(moof, traf)
    const [header, time] = [named(parts, 'tfhd')[0], named(parts, 'tfdt')[0]]
    if (!header || !time) return []
    const long = view.getUint8(time.at + HEAD) === 1
    const at = time.at + HEAD + 4
    const begins = long ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const usual = usualLength(view, header)
    const lasts = named(parts, 'trun').reduce((sum, run) => sum + lengthOf(view, run, usual), 0)
    return { track: view.getUint32(header.at + HEAD + 4), at, long, begins, ends: begins + lasts }
  })
}

/** Reads the default length of samples without one (`tfhd`, ISO/IEC 14496-12, 8.8.7). */
function usualLength(view: DataView, header: Box): number {
  const flags = view.getUint32(header.at + HEAD)
  const before = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  return flags & 0x8 ? view.getUint32(header.at + HEAD + 8 + before) : 0
}

/** Sums the length of all samples of a run (`trun`, ISO/IEC 14496-12, 8.8.8). */
function lengthOf(view: DataView, run: Box, usual: number): number {
  const flags = view.getUint32(run.at + HEAD)
  const count = view.getUint32(run.at + HEAD + 4)
  if (!(flags & 0x100)) return count * usual
  const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const first = run.at + HEAD + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  let sum = 0
  for (let sample = 0; sample < count; sample++) sum += view.getUint32(first + sample * each)
  return sum
}

export type Begun = {
  /** Nothing is missing. */
  whole: boolean
  /** The number of bytes that stay. */
  keep: number
  /** Seconds from the beginning at which it goes on. */
  from: number
  /** The same in the time of each track, by its number. */
  offsets: ReadonlyMap<number, number>
  /** The encoder's description of its pictures, in hex; empty without pictures. */
  setup: string
}

/** A rest of a source below this many seconds may hold no picture, and nothing can be made of it. */
const LEAST_REST = 0.5

/**
 * Finds the place to resume an interrupted file: behind its last whole fragment. At the end of the source, `lasts` seconds long, that fragment
 * is made again, so that there is something to make. Undefined without a place.
 */
export async function whereItBroke(bytes: number, lasts: number, read: Read): Promise<Begun | undefined> {
  const places = boxesOf(bytes, read)
  const moov = places.find(({ type }) => type === 'moov')
  if (!moov) return undefined
  const head = read(moov.at, moov.size)
  const scale = timescaleOf(head)
  const fragments = places.flatMap((place, index) => {
    const data = places[index + 1]
    if (place.type !== 'moof' || data?.type !== 'mdat') return []
    return { at: place.at, end: data.at + data.size, runs: runsOf(read(place.at, place.size)) }
  })
  const leading = fragments[0]?.runs[0]?.track
  const ofLeading = ({ runs }: { runs: Run[] }) => runs.find(({ track }) => track === leading)
  const last = fragments.findLast(ofLeading)
  const run = last && ofLeading(last)
  if (!scale || !run) return undefined
  // Sound may go on where the pictures have ended.
  const toEnd = last !== fragments.at(-1) || run.ends / scale > lasts - LEAST_REST
  const whole = places.at(-1)?.type === 'mfra'
  if (toEnd && !whole && last === fragments[0]) return undefined
  const placeIn = ({ begins, ends }: Run) => (toEnd ? begins : ends)
  return {
    whole,
    keep: toEnd ? last.at : last.end,
    from: placeIn(run) / scale,
    offsets: new Map(last.runs.map((one) => [one.track, placeIn(one)])),
    setup: setupIn(head),
  }
}

/** Returns true if the output of an encoder can follow the existing file; also for a piece without a description. */
export function isOfSameEncoder({ setup }: Pick<Begun, 'setup'>, written: Uint8Array): boolean {
  const head = named(boxesIn(written, 0, written.length), 'moov')[0]
  return !head || setupIn(written.subarray(head.at, head.at + head.size)) === setup
}

/** The one box of a head by which decoders of H.264 are set up. */
function setupIn(moov: Uint8Array): string {
  const view = viewOf(moov)
  const at = moov.findIndex((_, index) => index >= 4 && index + 4 <= moov.length && view.getUint32(index) === AVC_C)
  if (at < 0) return ''
  return Array.from(moov.subarray(at, at - 4 + view.getUint32(at - 4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Reads the time scale of the first track. */
function timescaleOf(moov: Uint8Array): number | undefined {
  const view = viewOf(moov)
  const [whole] = boxesIn(moov, 0, moov.length)
  const trak = whole && named(inside(moov, whole), 'trak')[0]
  const media = trak && named(inside(moov, trak), 'mdia')[0]
  const header = media && named(inside(moov, media), 'mdhd')[0]
  if (!header) return undefined
  const long = view.getUint8(header.at + HEAD) === 1
  return view.getUint32(header.at + HEAD + (long ? 20 : 12))
}

/**
 * Returns the addition to a resumed file: of the new output of the encoder, the fragments without their head, each moved to its time.
 * `written` is changed in place.
 */
export function goingOn(
  { offsets }: Pick<Begun, 'offsets'>,
  written: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer>[] {
  const view = viewOf(written)
  return boxesIn(written, 0, written.length).flatMap(({ type, at, size }) => {
    if (type === 'ftyp' || type === 'moov') return []
    if (type === 'moof') {
      for (const time of runsOf(written.subarray(at, at + size))) {
        const moved = time.begins + (offsets.get(time.track) ?? 0)
        if (time.long) view.setBigUint64(at + time.at, BigInt(moved))
        else view.setUint32(at + time.at, moved)
      }
    }
    return [written.subarray(at, at + size)]
  })
}
