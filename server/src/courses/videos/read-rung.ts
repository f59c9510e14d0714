import { type FileHandle, open } from 'node:fs/promises'
import { NotFragments, type Run, runsOf, type Track, tracksOf } from './cmaf-boxes.ts'

/** Stored facts of a finished rung. */
export type MadeRung = {
  bytes: number
  codecs: string
  init_bytes: number
  segment_ms: number[]
  segment_bytes: number[]
}

/** Enough for the boxes before the first segment. */
const MOST_INIT_BYTES = 64 * 1024
const MAX_MOOF_BYTES = 256 * 1024
const MOST_SEGMENTS = 20_000
const MOST_SEGMENT_SECONDS = 6
/** Tolerated differences in seconds: of a segment's begin, and of the whole. */
const [GAP_SECONDS, MOST_APART] = [0.25, 1]

/** Required facts: sides of the image, null for the sound alone; the source's length; whether it has sound. */
export type WantedRung = { sides: { width: number; height: number } | null; seconds: number; sound: boolean }

/** Reports a file that differs from its promised quality. */
export { NotFragments }

/**
 * Reads a rung, whoever made it: every segment, from the first byte to the last. Throws `NotFragments` when it does not
 * parse, its segments do not follow one another, or its length, image or sound differ from `wanted`.
 */
export async function readRung(path: string, wanted: WantedRung): Promise<MadeRung> {
  const file = await open(path)
  try {
    return await readOpen(file, wanted)
  } catch (error) {
    // A number that lies beyond the end of its box.
    if (error instanceof RangeError) throw new NotFragments('a box is cut short')
    throw error
  } finally {
    await file.close()
  }
}

type Place = { type: string; at: number; size: number }

async function readOpen(file: FileHandle, wanted: WantedRung): Promise<MadeRung> {
  const { size: bytes } = await file.stat()
  const places = await topBoxes(file, bytes)
  const [ftyp, moov, ...rest] = places
  if (ftyp?.type !== 'ftyp' || moov?.type !== 'moov') throw new NotFragments('it does not begin as a file of fragments')
  const init_bytes = moov.at + moov.size
  if (init_bytes > MOST_INIT_BYTES) throw new NotFragments('its head is too long')
  const init = await bytesOf(file, { at: 0, size: init_bytes })
  const tracks = tracksOf(init.subarray(moov.at + 8))
  const leading = check(tracks, wanted)
  const lengths = new Map(tracks.map(({ id, duration }) => [id, duration]))
  const ends = new Map(tracks.map(({ id }) => [id, 0]))
  const [segment_ms, segment_bytes]: [number[], number[]] = [[], []]
  const last = rest.at(-1)
  // An index of the fragments may follow at the end.
  const fragments = last?.type === 'mfra' ? rest.slice(0, -1) : rest
  for (let index = 0; index < fragments.length; index += 2) {
    const [moof, mdat] = [fragments[index], fragments[index + 1]]
    if (moof?.type !== 'moof' || mdat?.type !== 'mdat') throw new NotFragments('a fragment is not whole')
    if (moof.size > MAX_MOOF_BYTES) throw new NotFragments('the head of a fragment is too long')
    const runs = runsOf((await bytesOf(file, moof)).subarray(8), lengths)
    if (runs.reduce((sum, run) => sum + run.bytes, 0) !== mdat.size - 8)
      throw new NotFragments('bytes of a fragment are missing')
    for (const run of runs) follow(run, tracks, ends)
    const run = runs.find(({ track }) => track === leading.id)
    // Sound may end a moment after the image: that joins the previous segment.
    if (!run && runs.length > 0 && index > 0 && index + 2 >= fragments.length) {
      segment_bytes.push((segment_bytes.pop() ?? 0) + moof.size + mdat.size)
      continue
    }
    const seconds = (run?.lasts ?? 0) / leading.timescale
    if (!(seconds > 0 && seconds <= MOST_SEGMENT_SECONDS)) throw new NotFragments('a segment is empty or too long')
    segment_ms.push(Math.round(seconds * 1000))
    segment_bytes.push(moof.size + mdat.size)
  }
  for (const { id, timescale } of tracks) {
    const seconds = (ends.get(id) ?? 0) / timescale
    if (Math.abs(seconds - wanted.seconds) > MOST_APART + wanted.seconds / 100)
      throw new NotFragments('it is of another length')
  }
  return { bytes, init_bytes, segment_ms, segment_bytes, codecs: codecsIn(init) }
}

/** Returns the track that measures the segments. */
function check(tracks: readonly Track[], { sides, sound }: WantedRung): Track {
  const pictures = tracks.filter(({ kind }) => kind === 'video')
  const sounds = tracks.filter(({ kind }) => kind === 'audio')
  if (pictures.length !== (sides ? 1 : 0) || sounds.length !== (sound ? 1 : 0))
    throw new NotFragments('it has other tracks')
  const [picture] = pictures
  if (sides && picture && (picture.width !== sides.width || picture.height !== sides.height))
    throw new NotFragments('its picture has another size')
  const leading = picture ?? sounds[0]
  if (!leading) throw new NotFragments('there is nothing in it')
  return leading
}

function follow({ track, begins, lasts }: Run, tracks: readonly Track[], ends: Map<number, number>): void {
  const known = tracks.find(({ id }) => id === track)
  if (!known) throw new NotFragments('a fragment is of an unknown track')
  if (Math.abs(begins - (ends.get(track) ?? 0)) > GAP_SECONDS * known.timescale)
    throw new NotFragments('the segments do not follow one another')
  ends.set(track, begins + lasts)
}

async function topBoxes(file: FileHandle, bytes: number): Promise<Place[]> {
  const places: Place[] = []
  for (let at = 0; at < bytes; ) {
    const head = await bytesOf(file, { at, size: 8 })
    const size = head.readUInt32BE(0)
    if (size < 8 || at + size > bytes) throw new NotFragments('it ends in the middle of a box')
    places.push({ type: head.toString('latin1', 4, 8), at, size })
    if (places.length > 2 * MOST_SEGMENTS) throw new NotFragments('it has too many parts')
    at += size
  }
  return places
}

async function bytesOf(file: FileHandle, { at, size }: { at: number; size: number }): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, at)
  if (bytesRead !== size) throw new NotFragments('it ends in the middle of a box')
  return buffer
}

/** Returns the codecs in a playlist's notation. */
function codecsIn(init: Buffer): string {
  const picture = init.indexOf('avcC')
  // The version of the box, then profile, constraints and level.
  const avc = picture > 0 ? [`avc1.${init.subarray(picture + 5, picture + 8).toString('hex')}`] : []
  return [...avc, ...(init.includes('mp4a') ? ['mp4a.40.2'] : [])].join(',')
}
