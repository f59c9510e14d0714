import type { KeptLesson, KeptTerm } from './kept-db.ts'

/** What is kept of a file lies in pieces of so many bytes. */
export const CHUNK_BYTES = 1024 * 1024

/** A clock may be set right by so much; further back it shows no time that counts. */
const CLOCK_BACK_MS = 24 * 60 * 60_000

/** How often the shop is asked at least, when it can be. */
const ASK_EVERY_MS = 24 * 60 * 60_000
/** No answer is good for longer, whatever it says. */
const LONGEST_MS = 30 * ASK_EVERY_MS

/** The end that the server named, by the clock of this device, which may be wrong. */
export function termOf(now: string, endsAt: string, deviceMs: number): KeptTerm {
  const left = Math.min(Math.max(Date.parse(endsAt) - Date.parse(now), 0), LONGEST_MS)
  return { ends_at: endsAt, ends_ms: deviceMs + left }
}

/** Whether it may be played now. `seenMs` is the latest moment this clock has shown: one that was set back opens nothing. */
export const isGood = ({ ends_ms }: KeptTerm, nowMs: number, seenMs: number): boolean =>
  nowMs < ends_ms && nowMs > seenMs - CLOCK_BACK_MS

/** Whether the shop should be asked again: an answer lasts for 30 days at most, and each day may bring news. */
export const isToAsk = (askedMs: number | undefined, nowMs: number): boolean =>
  askedMs === undefined || Math.abs(nowMs - askedMs) >= ASK_EVERY_MS

type Rung = { id: string; height: number | null; bytes: number }

/** Good enough for the screen of a phone. */
export const ENOUGH_HEIGHT = 360

/** The quality that is kept: the least that is as good as was asked for, else the best there is; never the sound alone. */
export function rungToKeep<R extends Rung>(rungs: readonly R[], enough = ENOUGH_HEIGHT): R | undefined {
  const pictures = rungs.flatMap((rung) => (rung.height === null ? [] : [{ rung, height: rung.height }]))
  pictures.sort((one, other) => one.height - other.height)
  return (pictures.find(({ height }) => height >= enough) ?? pictures.at(-1))?.rung
}

/** Of the playlist of all qualities, what names this one. */
export function playlistWithOnly(index: string, rung: string): string {
  const lines = index.split('\n')
  return lines
    .filter((line, at) => {
      const named = line.startsWith('#EXT-X-STREAM-INF') ? lines[at + 1] : line
      return !/^_\w+\.m3u8/.test(named ?? '') || named?.startsWith(`_${rung}.m3u8`)
    })
    .join('\n')
}

/** The address of a kept file: good for the session that keeps it, until its time here is over; the shop itself refuses it. */
export const keptAddress = (path: string, sessionId: string, { ends_ms }: KeptTerm): string =>
  `${path}?user=${sessionId}&until=${Math.floor(ends_ms / 1000)}&key=kept`

/** Bytes of a file, both ends included. */
type ByteRange = { from: number; to: number }

/** What of `size` bytes a `Range` asks for; all of it without one, undefined where there is nothing of it. */
export function rangeOf(header: string | null, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return { from: 0, to: size - 1 }
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from <= to && from < size ? { from, to } : undefined
}

/** The lesson that keeps this file whole and may be played now. */
export function lessonWith(
  lessons: readonly KeptLesson[],
  path: string,
  clock: { now: number; seen: number },
): KeptLesson | undefined {
  return lessons.find(
    ({ state, term, files }) =>
      state === 'kept' && isGood(term, clock.now, clock.seen) && files.some((file) => file.path === path),
  )
}
