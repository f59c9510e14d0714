import { open, stat } from 'node:fs/promises'

/** Stored facts of a finished rung. */
export type MadeRung = {
  bytes: number
  codecs: string
  init_bytes: number
  segment_ms: number[]
  segment_bytes: number[]
}

/** Enough for the boxes before the first segment. */
export const MOST_INIT_BYTES = 64 * 1024

/** Reads a playlist's facts about its one file, and the beginning of that file. Throws when they disagree. */
export async function readMadeRung(playlist: string, file: string): Promise<MadeRung> {
  const init_bytes = Number(/#EXT-X-MAP:.*BYTERANGE="(\d+)@0"/.exec(playlist)?.[1] ?? Number.NaN)
  const lengths = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Math.round(Number(seconds) * 1000))
  const ranges = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm)].map(([, size, at]) => [
    Number(size),
    Number(at),
  ])
  const { size: bytes } = await stat(file)
  let at = init_bytes
  for (const [size = 0, begins] of ranges) {
    if (begins !== at) throw new Error('the segments do not follow one another')
    at += size
  }
  const sound =
    init_bytes > 0 && init_bytes <= MOST_INIT_BYTES && lengths.length > 0 && lengths.length === ranges.length
  if (!sound || at > bytes) throw new Error('the playlist does not fit its file')
  return {
    bytes,
    init_bytes,
    segment_ms: lengths,
    segment_bytes: ranges.map(([size = 0]) => size),
    codecs: codecsIn(await beginningOf(file, init_bytes)),
  }
}

/** Returns the codecs in a playlist's notation. */
export function codecsIn(init: Buffer): string {
  const picture = init.indexOf('avcC')
  // Its version, then profile, constraints and level.
  const avc = picture > 0 ? [`avc1.${init.subarray(picture + 5, picture + 8).toString('hex')}`] : []
  return [...avc, ...(init.includes('mp4a') ? ['mp4a.40.2'] : [])].join(',')
}

async function beginningOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
