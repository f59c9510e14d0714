import { FilePathSource, Input, MP4, OGG, WEBM } from 'mediabunny'

/** Pixels and seconds; null where the file has none. */
export type VideoFacts = { width: number | null; height: number | null; seconds: number | null; sound?: boolean }

const MAX_SIDE = 65_535
const MAX_SECONDS = 1_000_000
const CACHE_BYTES = 4 * 1024 * 1024

/** Reads a video file's metadata. Loads much: for the process that examines foreign files. */
export const readVideo = async (path: string): Promise<VideoFacts> => plausible(await readContainer(path))

async function readContainer(file: string): Promise<VideoFacts> {
  using input = new Input({
    source: new FilePathSource(file, { maxCacheSize: CACHE_BYTES, handleUnhandledError: () => {} }),
    formats: [MP4, WEBM, OGG],
  })
  const track = await input.getPrimaryVideoTrack()
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  const sound = (await input.getPrimaryAudioTrack()) !== null
  if (!track) return { width: null, height: null, seconds, sound }
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight(), seconds, sound }
}

/** Drops implausible values: a file may claim anything. */
function plausible({ width, height, seconds, sound = false }: VideoFacts): VideoFacts {
  const isSide = (side: number | null) => side !== null && Number.isInteger(side) && side > 0 && side <= MAX_SIDE
  const hasSides = isSide(width) && isSide(height)
  const isLength = seconds !== null && seconds > 0 && seconds <= MAX_SECONDS
  return {
    width: hasSides ? width : null,
    height: hasSides ? height : null,
    seconds: isLength ? Math.round(seconds * 1000) / 1000 : null,
    sound,
  }
}
