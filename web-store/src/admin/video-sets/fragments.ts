// What must be known of a file of fragments to go on with one that was broken off: where its fragments lie, and when they begin.

type Box = { type: string; at: number; size: number }

const HEAD = 8
/** `avcC` */
const AVC_C = 0x61766343

/** Whole boxes from `at` to `end`; one that is cut short is left out. */
function boxesIn(bytes: Uint8Array, at: number, end: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Box[] = []
  while (at + HEAD <= end) {
    const size = view.getUint32(at)
    if (size < HEAD || at + size > end) break
    boxes.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + HEAD)), at, size })
    at += size
  }
  return boxes
}

const inside = (bytes: Uint8Array, { at, size }: Box, skip = 0) => boxesIn(bytes, at + HEAD + skip, at + size)
const named = (boxes: readonly Box[], type: string) => boxes.filter((box) => box.type === type)

/** Of each track, when its samples of this fragment begin, with the place where that is written. */
function beginnings(moof: Uint8Array): { track: number; at: number; long: boolean; begins: number }[] {
  const view = new DataView(moof.buffer, moof.byteOffset, moof.byteLength)
  const [whole] = boxesIn(moof, 0, moof.length)
  if (!whole) return []
  return named(inside(moof, whole), 'traf').flatMap((traf) => {
    const parts = inside(moof, traf)
    const [header, time] = [named(parts, 'tfhd')[0], named(parts, 'tfdt')[0]]
    if (!header || !time) return []
    const long = view.getUint8(time.at + HEAD) === 1
    const at = time.at + HEAD + 4
    return {
      track: view.getUint32(header.at + HEAD + 4),
      at,
      long,
      begins: long ? Number(view.getBigUint64(at)) : view.getUint32(at),
    }
  })
}

export type Begun = {
  /** Bytes that are kept. */
  keep: number
  /** Seconds from the beginning at which it goes on. */
  from: number
  /** The same in the time of each track, by its number. */
  offsets: ReadonlyMap<number, number>
  /** What the encoder said of its pictures, in hex; empty where there are none. */
  setup: string
}

/**
 * Where a broken-off file is gone on with: its last whole fragment is made again, for nobody knows where that ended. Undefined when there
 * is nothing to go on with.
 */
export async function whereItBroke(
  bytes: number,
  read: (at: number, size: number) => Uint8Array,
): Promise<Begun | undefined> {
  const places: Box[] = []
  for (let at = 0; at + HEAD <= bytes; ) {
    const head = read(at, HEAD)
    const size = new DataView(head.buffer, head.byteOffset).getUint32(0)
    if (size < HEAD || at + size > bytes) break
    places.push({ type: String.fromCharCode(...head.subarray(4, HEAD)), at, size })
    at += size
  }
  const moov = places.find(({ type }) => type === 'moov')
  const last = places.findLastIndex(({ type }, index) => type === 'moof' && places[index + 1]?.type === 'mdat')
  const moof = places[last]
  if (!moov || !moof || moof.at === moov.at + moov.size) return undefined
  const scale = timescaleOf(read(moov.at, moov.size))
  const runs = beginnings(read(moof.at, moof.size))
  const [first] = runs
  if (!scale || !first) return undefined
  return {
    keep: moof.at,
    from: first.begins / scale,
    offsets: new Map(runs.map(({ track, begins }) => [track, begins])),
    setup: setupIn(read(moov.at, moov.size)),
  }
}

/** Whether what an encoder writes now can stand behind what is there; true of a piece that says nothing of it. */
export function isOfSameEncoder({ setup }: Pick<Begun, 'setup'>, written: Uint8Array): boolean {
  const head = named(boxesIn(written, 0, written.length), 'moov')[0]
  return !head || setupIn(written.subarray(head.at, head.at + head.size)) === setup
}

/** The one box of a head by which decoders of H.264 are set up. */
function setupIn(moov: Uint8Array): string {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  const at = moov.findIndex((_, index) => index >= 4 && index + 4 <= moov.length && view.getUint32(index) === AVC_C)
  if (at < 0) return ''
  return Array.from(moov.subarray(at, at - 4 + view.getUint32(at - 4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Of the first track. */
function timescaleOf(moov: Uint8Array): number | undefined {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength)
  const [whole] = boxesIn(moov, 0, moov.length)
  const trak = whole && named(inside(moov, whole), 'trak')[0]
  const media = trak && named(inside(moov, trak), 'mdia')[0]
  const header = media && named(inside(moov, media), 'mdhd')[0]
  if (!header) return undefined
  const long = view.getUint8(header.at + HEAD) === 1
  return view.getUint32(header.at + HEAD + (long ? 20 : 12))
}

/**
 * What is added to a file that is gone on with: of what an encoder has written anew from there on, the fragments without their head, each
 * moved to where it belongs. `written` is changed in place.
 */
export function goingOn(
  { offsets }: Pick<Begun, 'offsets'>,
  written: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer>[] {
  const view = new DataView(written.buffer, written.byteOffset, written.byteLength)
  return boxesIn(written, 0, written.length).flatMap(({ type, at, size }) => {
    if (type === 'ftyp' || type === 'moov') return []
    if (type === 'moof') {
      for (const time of beginnings(written.subarray(at, at + size))) {
        const moved = time.begins + (offsets.get(time.track) ?? 0)
        if (time.long) view.setBigUint64(at + time.at, BigInt(moved))
        else view.setUint32(at + time.at, moved)
      }
    }
    return [written.subarray(at, at + size)]
  })
}
