import type { DownloadedLesson, StoredTerm } from './download-db.ts'

/** Size of a stored chunk, in bytes. */
export const CHUNK_BYTES = 1024 * 1024

/** Tolerated correction of a clock; a clock set back further counts as invalid. */
const CLOCK_BACK_MS = 24 * 60 * 60_000

/** Interval at which the shop is contacted if possible. */
const ASK_EVERY_MS = 24 * 60 * 60_000
/** Maximum validity of an answer, whatever it states. */
const LONGEST_MS = 30 * ASK_EVERY_MS

/** Returns the server's expiry by this device's clock, which may be wrong. */
export function termOf(now: string, endsAt: string, deviceMs: number): StoredTerm {
  const left = Math.min(Math.max(Date.parse(endsAt) - Date.parse(now), 0), LONGEST_MS)
  return { ends_at: endsAt, ends_ms: deviceMs + left }
}

/**
 * Returns true if it may be played now. `seenMs` is the latest time this clock has shown: a clock that was set back
 * opens nothing.
 */
export const isGood = ({ ends_ms }: StoredTerm, nowMs: number, seenMs: number): boolean =>
  nowMs < ends_ms && nowMs > seenMs - CLOCK_BACK_MS

/** Returns true if the shop should be contacted: an answer lasts 30 days at most, and each day may bring changes. */
export const isRenewalDue = (requestedMs: number | undefined, nowMs: number): boolean =>
  requestedMs === undefined || Math.abs(nowMs - requestedMs) >= ASK_EVERY_MS

type Rung = { id: string; height: number | null; bytes: number }

/** Sufficient for the screen of a phone. */
export const ENOUGH_HEIGHT = 360

/** Chooses the quality to store: the lowest sufficient one, else the best; never audio only. */
export function rungToStore<R extends Rung>(rungs: readonly R[], enough = ENOUGH_HEIGHT): R | undefined {
  const pictures = rungs.flatMap((rung) => (rung.height === null ? [] : [{ rung, height: rung.height }]))
  pictures.sort((one, other) => one.height - other.height)
  return (pictures.find(({ height }) => height >= enough) ?? pictures.at(-1))?.rung
}

/** Reduces the playlist to the lines of this quality. */
export function playlistWithOnly(index: string, rung: string): string {
  const lines = index.split('\n')
  return lines
    .filter((line, at) => {
      const named = line.startsWith('#EXT-X-STREAM-INF') ? lines[at + 1] : line
      return !/^_\w+\.m3u8/.test(named ?? '') || named?.startsWith(`_${rung}.m3u8`)
    })
    .join('\n')
}

/** Returns the address of a downloaded file: valid for its session until the expiry; the shop itself refuses it. */
export const storedAddress = (path: string, sessionId: string, { ends_ms }: StoredTerm): string =>
  `${path}?user=${sessionId}&until=${Math.floor(ends_ms / 1000)}&key=kept`

type Holder = { user_id: string; session_id: string }

/** Returns the place of a chunk. It includes the session, so requests of another one fail. */
export const chunkPlace = ({ user_id, session_id }: Holder, path: string, index: number): string =>
  ['chunk', user_id, session_id, path, index].join('\n')

export const contentPlace = ({ user_id, session_id }: Holder, courseId: string): string =>
  ['course', user_id, session_id, courseId].join('\n')

/** A byte range, both ends inclusive. */
type ByteRange = { from: number; to: number }

/** Parses a `Range` header for `size` bytes; the whole file without one, undefined for an unsatisfiable one. */
export function rangeOf(header: string | null, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return { from: 0, to: size - 1 }
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to && from < size ? { from, to } : undefined
}

/** Finds the complete lesson with this file that may be played now. */
export function lessonWith(
  lessons: readonly DownloadedLesson[],
  path: string,
  clock: { now: number; seen: number },
): DownloadedLesson | undefined {
  return lessons.find(
    ({ state, term, files }) =>
      state === 'kept' && isGood(term, clock.now, clock.seen) && files.some((file) => file.path === path),
  )
}
