import { stat } from 'node:fs/promises'
import { editedSeconds } from 'contract/media/edit-list'
import { FilePathSource, Input, MATROSKA, MP4, OGG, QTFF, WEBM } from 'mediabunny'
import { readPart } from './content/file-parts.ts'

/** A transfer function of high dynamic range. */
export type Hdr = 'hlg' | 'pq'

/** Pixels and seconds; null where the file has none. */
export type VideoFacts = {
  width: number | null
  height: number | null
  seconds: number | null
  sound?: boolean
  hdr?: Hdr | null
}

const MAX_SIDE = 65_535
const MAX_SECONDS = 1_000_000
const CACHE_BYTES = 4 * 1024 * 1024

/** Reads a video file's metadata. Loads much: for the process that examines foreign files. */
export const readVideo = async (path: string): Promise<VideoFacts> => plausible(await readContainer(path))

async function readContainer(file: string): Promise<VideoFacts> {
  using input = new Input({
    source: new FilePathSource(file, { maxCacheSize: CACHE_BYTES, handleUnhandledError: () => {} }),
    formats: [MP4, WEBM, OGG, QTFF, MATROSKA],
  })
  const [track, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const tracks = [track, audio].filter((one) => one !== null)
  // Recorders write a header first, with the length of the first moment or none: only the packets have it.
  const begins = Math.max(0, await input.getFirstTimestamp(tracks))
  const packed = async () => (await input.computeDuration(tracks)) - begins
  const facts = { seconds: (await cutSeconds(file)) ?? (await packed()), sound: audio !== null }
  if (!track) return { width: null, height: null, ...facts }
  // The types of browsers lack the curves of HDR.
  const transfer: string | null | undefined = (await track.getColorSpace()).transfer
  const hdr = transfer === 'hlg' || transfer === 'pq' ? transfer : null
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight(), ...facts, hdr }
}

/** Returns the seconds that players show of a video whose edit list leaves a part out; undefined for another. */
export async function cutSeconds(path: string): Promise<number | undefined> {
  const { size } = await stat(path)
  return editedSeconds((at, length) => readPart(path, at, length), size)
}

/** Drops implausible values: a file may claim anything. */
function plausible({ width, height, seconds, sound = false, hdr = null }: VideoFacts): VideoFacts {
  const isSide = (side: number | null) => side !== null && Number.isInteger(side) && side > 0 && side <= MAX_SIDE
  const hasSides = isSide(width) && isSide(height)
  const isLength = seconds !== null && seconds > 0 && seconds <= MAX_SECONDS
  return {
    width: hasSides ? width : null,
    height: hasSides ? height : null,
    seconds: isLength ? Math.round(seconds * 1000) / 1000 : null,
    sound,
    hdr,
  }
}
