// A file of fragments like an encoder's, with the relevant boxes and no images.

const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const words = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4)
  return bytes
}

export type RungFile = {
  sides?: { width: number; height: number } | null
  sound?: boolean
  /** Seconds of each segment. */
  segments?: number[]
  /** Delay of the second segment, in seconds. */
  gap?: number
  /** Audio-only seconds after the last segment. */
  tail?: number
}

const SCALE = 1000
const SAMPLE_BYTES = 500

function track(id: number, sides: { width: number; height: number } | null): Buffer {
  const description = Buffer.alloc(78)
  if (sides) {
    description.writeUInt16BE(sides.width, 24)
    description.writeUInt16BE(sides.height, 26)
  }
  const entry = sides
    ? box('avc1', description, box('avcC', Buffer.from('014d401e', 'hex')))
    : box('mp4a', description.subarray(0, 28))
  const handler = Buffer.concat([words(0, 0), Buffer.from(sides ? 'vide' : 'soun'), words(0, 0, 0)])
  const table = box('stbl', box('stsd', words(0, 1), entry))
  return box(
    'trak',
    box('tkhd', words(0, 0, 0, id, 0, 0)),
    box('mdia', box('mdhd', words(0, 0, 0, SCALE, 0, 0)), box('hdlr', handler), box('minf', table)),
  )
}

function fragment(ids: readonly number[], begins: number, lasts: number): Buffer {
  const runs = ids.map((id) =>
    box(
      'traf',
      box('tfhd', words(0, id)),
      box('tfdt', words(0, begins)),
      // One sample, its length and its bytes.
      box('trun', words(0x300, 1, lasts, SAMPLE_BYTES)),
    ),
  )
  return Buffer.concat([box('moof', ...runs), box('mdat', Buffer.alloc(SAMPLE_BYTES * ids.length, 'x'))])
}

/** Builds five seconds of 240p with sound by default. */
export function rungFileOf(options: RungFile = {}): Buffer {
  const { sides = { width: 426, height: 240 }, sound = true, segments = [2, 2, 1], gap = 0, tail = 0 } = options
  const ids = [...(sides ? [1] : []), ...(sound ? [2] : [])]
  const tracks = [...(sides ? [track(1, sides)] : []), ...(sound ? [track(2, null)] : [])]
  const lengths = box('mvex', ...ids.map((id) => box('trex', words(0, id, 1, 0, 0, 0))))
  let at = 0
  const fragments = segments.map((seconds, index) => {
    const begins = Math.round((at + (index > 0 ? gap : 0)) * SCALE)
    at += seconds
    return fragment(ids, begins, Math.round(seconds * SCALE))
  })
  if (tail > 0) fragments.push(fragment([2], Math.round(at * SCALE), Math.round(tail * SCALE)))
  return Buffer.concat([box('ftyp', Buffer.from('iso5')), box('moov', ...tracks, lengths), ...fragments])
}
