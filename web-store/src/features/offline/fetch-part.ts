import type { Owner } from '../../offline/offline-db.ts'
import { seal } from '../../offline/sealing.ts'
import { type DownloadedLesson, downloads } from './download-db.ts'
import { CHUNK_BYTES, chunkPlace, playlistWithOnly } from './download-rules.ts'
import { type Part, pathOf } from './lesson-parts.ts'

/** The lesson was removed, or its student left, while it arrived. */
export class NoLongerStored extends Error {}

/** The shop refused a file: the address is over, or there is no right to it any more. */
export class Refused extends Error {}

type Arriving = {
  owner: Owner
  lesson: DownloadedLesson
  onArrived: (lesson: DownloadedLesson) => void
  signal: AbortSignal
}

/**
 * Resumes the download of a file and seals it on the disk, a piece at a time. Returns the lesson with the bytes that arrived. Rejects when
 * the connection breaks, when the disk is full, and as above; finished pieces stay.
 */
export async function fetchPart(part: Part, { owner, lesson, onArrived, signal }: Arriving): Promise<DownloadedLesson> {
  const path = pathOf(part.url)
  let known = lesson
  const put = async (index: number, bytes: Uint8Array<ArrayBuffer>, last?: number) => {
    const sealed = await seal(owner.key, chunkPlace(owner, path, index), bytes)
    const files = known.files.map((file) => (file.path === path && last !== undefined ? { path, bytes: last } : file))
    known = { ...known, files, arrived: known.arrived + bytes.byteLength }
    if (!(await downloads.putChunk(known, path, index, sealed))) throw new NoLongerStored()
    onArrived(known)
  }

  let index = part.only ? 0 : await downloads.countChunks(path)
  const response = await fetch(part.url, {
    signal,
    headers: index > 0 ? { Range: `bytes=${index * CHUNK_BYTES}-` } : {},
  })
  // All of it was there, for another lesson has it, too.
  if (response.status === 416) {
    const bytes = wholeOf(response) ?? part.bytes
    return { ...known, files: known.files.map((file) => (file.path === path ? { path, bytes } : file)) }
  }
  if (!response.ok) throw new Refused(`${response.status}`)
  if (part.only) {
    const text = new TextEncoder().encode(playlistWithOnly(await response.text(), part.only))
    await put(0, text, text.byteLength)
    return known
  }
  if (response.status !== 206) index = 0
  const from = index * CHUNK_BYTES
  let size = from
  let buffer = new Uint8Array(CHUNK_BYTES)
  let filled = 0
  for await (const piece of piecesOf(response)) {
    size += piece.byteLength
    for (let at = 0; at < piece.byteLength; ) {
      const count = Math.min(piece.byteLength - at, CHUNK_BYTES - filled)
      buffer.set(piece.subarray(at, at + count), filled)
      filled += count
      at += count
      if (filled < CHUNK_BYTES) continue
      await put(index, buffer)
      index += 1
      buffer = new Uint8Array(CHUNK_BYTES)
      filled = 0
    }
  }
  const whole = wholeOf(response) ?? part.bytes ?? size
  if (size < whole) throw new TypeError('The line broke')
  await put(index, buffer.slice(0, filled), size)
  return known
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (;;) {
    const step = await reader?.read()
    if (!step || step.done) return
    yield step.value
  }
}

/** Returns the length of the file if the response names it; a compressed one names another length. */
function wholeOf({ headers }: Response): number | undefined {
  const [, total] = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? []
  if (total) return Number(total)
  const length = headers.get('Content-Encoding') ? null : headers.get('Content-Length')
  return length === null ? undefined : Number(length)
}
