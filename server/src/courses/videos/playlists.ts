import type { Context } from '../../context.ts'
import type { PlaylistText } from '../media/serve.ts'
import { rungFile, rungPlaylist } from '../media/set-files.ts'
import { listReadyRungs, type VideoRung } from './videos.queries.ts'

const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']

/** Builds the playlists of ready sets from their rows. */
export function createPlaylists({ db }: Pick<Context, 'db'>): PlaylistText {
  return async (mediaId, name, query) => {
    const rungs = await listReadyRungs(db, mediaId)
    if (name === 'index') return rungs.length > 0 ? indexText(rungs, query) : undefined
    const rung = rungs.find((one) => one.rung === name)
    return rung && rungText(rung, query)
  }
}

function indexText(rungs: readonly VideoRung[], query: string): string {
  const lines = rungs.flatMap(({ rung, width, height, codecs, segment_ms, segment_bytes }) => {
    const most = segment_bytes.map((bytes, at) => (bytes * 8000) / (segment_ms[at] || 1))
    const whole = (8000 * sum(segment_bytes)) / (sum(segment_ms) || 1)
    const facts = [
      `BANDWIDTH=${Math.ceil(Math.max(...most))}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(whole)}`,
      `CODECS="${codecs}"`,
      ...(width && height ? [`RESOLUTION=${width}x${height}`] : []),
    ]
    return [`#EXT-X-STREAM-INF:${facts.join(',')}`, rungPlaylist(rung) + query]
  })
  return text([...HEAD, ...lines])
}

function rungText({ rung, init_bytes, segment_ms, segment_bytes }: VideoRung, query: string): string {
  const address = rungFile(rung) + query
  // A range without a place follows the one before it (RFC 8216, 4.3.2.2): without them a packed playlist weighs half.
  const segments = segment_ms.flatMap((ms, index) => [
    `#EXTINF:${(ms / 1000).toFixed(3)},`,
    `#EXT-X-BYTERANGE:${segment_bytes[index] ?? 0}${index === 0 ? `@${init_bytes}` : ''}`,
    address,
  ])
  return text([
    ...HEAD,
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segment_ms) / 1000)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${address}",BYTERANGE="${init_bytes}@0"`,
    ...segments,
    '#EXT-X-ENDLIST',
  ])
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
