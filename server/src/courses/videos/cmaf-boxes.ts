// Reads the boxes of a fragmented MP4 file, as far as needed to locate its segments. Trusts no length in the file.

/** Reports a file that is not fragmented in the supported way. */
export class NotFragments extends Error {}

export type Track = {
  id: number
  kind: 'video' | 'audio'
  timescale: number
  duration: number
  width: number
  height: number
}
/** A track's part of one fragment: begin and duration in the track's own time, and bytes. */
export type Run = { track: number; begins: number; lasts: number; bytes: number }

type Box = { type: string; body: Buffer }

/** Lists the consecutive boxes of these bytes. */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) throw new NotFragments('a box is longer than what it stands in')
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

function inside({ body }: Box, ...path: string[]): Box[] {
  const [first, ...rest] = path
  const found = boxesIn(body).filter(({ type }) => type === first)
  return rest.length === 0 ? found : found.flatMap((box) => inside(box, ...rest))
}

function one(box: Box, ...path: string[]): Buffer {
  const found = inside(box, ...path)[0]
  if (!found) throw new NotFragments(`there is no ${path.at(-1)}`)
  return found.body
}

/** Reads the tracks of a `moov`. */
export function tracksOf(moov: Buffer): Track[] {
  const box = { type: 'moov', body: moov }
  const lengths = new Map(inside(box, 'mvex', 'trex').map(({ body }) => [body.readUInt32BE(4), body.readUInt32BE(12)]))
  return inside(box, 'trak').map((trak) => {
    const header = one(trak, 'tkhd')
    const id = header.readUInt32BE(header[0] === 1 ? 20 : 12)
    const media = one(trak, 'mdia', 'mdhd')
    const handler = one(trak, 'mdia', 'hdlr').toString('latin1', 8, 12)
    const kind = handler === 'vide' ? 'video' : handler === 'soun' ? 'audio' : undefined
    const timescale = media.readUInt32BE(media[0] === 1 ? 20 : 12)
    if (!kind || timescale === 0) throw new NotFragments('a track is neither picture nor sound')
    const described = one(trak, 'mdia', 'minf', 'stbl', 'stsd')
    const codec = described.toString('latin1', 12, 16)
    if (codec !== (kind === 'video' ? 'avc1' : 'mp4a')) throw new NotFragments('it is not H.264 and AAC')
    const [width, height] = kind === 'video' ? [described.readUInt16BE(40), described.readUInt16BE(42)] : [0, 0]
    return { id, kind, timescale, duration: lengths.get(id) ?? 0, width, height }
  })
}

/** Reads each track's run of a `moof`. `lengths` holds the default duration of a sample, by track. */
export function runsOf(moof: Buffer, lengths: ReadonlyMap<number, number>): Run[] {
  return inside({ type: 'moof', body: moof }, 'traf').map((traf) => {
    const header = one(traf, 'tfhd')
    const flags = header.readUIntBE(1, 3)
    const track = header.readUInt32BE(4)
    let at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
    const length = flags & 0x8 ? header.readUInt32BE(at) : (lengths.get(track) ?? 0)
    if (flags & 0x8) at += 4
    const size = flags & 0x10 ? header.readUInt32BE(at) : 0
    const time = one(traf, 'tfdt')
    const begins = time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4)
    const sums = inside(traf, 'trun').map(({ body }) => samplesOf(body, length, size))
    return {
      track,
      begins,
      lasts: sums.reduce((sum, { lasts }) => sum + lasts, 0),
      bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  })
}

function samplesOf(trun: Buffer, length: number, size: number): { lasts: number; bytes: number } {
  const flags = trun.readUIntBE(1, 3)
  const count = trun.readUInt32BE(4)
  let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  if (at + count * fields * 4 > trun.length) throw new NotFragments('a run is shorter than it says')
  // Without fields per sample, their number is bounded by its own 32 bits alone.
  if (!(flags & 0x300)) return { lasts: count * length, bytes: count * size }
  let [lasts, bytes] = [0, 0]
  for (let sample = 0; sample < count; sample += 1) {
    lasts += flags & 0x100 ? trun.readUInt32BE(at) : length
    at += flags & 0x100 ? 4 : 0
    bytes += flags & 0x200 ? trun.readUInt32BE(at) : size
    at += flags & 0x200 ? 4 : 0
    at += (flags & 0x400 ? 4 : 0) + (flags & 0x800 ? 4 : 0)
  }
  return { lasts, bytes }
}
