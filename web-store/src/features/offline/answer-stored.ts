import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { unseal } from '../../offline/sealing.ts'
import { downloads } from './download-db.ts'
import { CHUNK_BYTES, chunkPlace, lessonWith, rangeOf } from './download-rules.ts'

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  m3u8: 'application/vnd.apple.mpegurl',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

const extensionOf = (path: string) => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Removes the lessons of a session that ended. */
export const endSession = downloads.wipe

/** Answers a request for a file of a lesson. */
export async function answerMedia(request: Request, url: URL): Promise<Response> {
  // The list of qualities comes from the shop if reachable, because a download has only one.
  if (url.pathname.endsWith('.m3u8') && url.searchParams.get('key') !== 'kept') {
    try {
      return await fetch(request)
    } catch {}
  }
  return (await answerStored(request).catch(() => undefined)) ?? fetch(request)
}

/**
 * Serves a requested file from the downloads of its session; undefined without one, or after its expiry. Serves a
 * single range, as players request.
 */
export async function answerStored(request: Pick<Request, 'url' | 'headers'>): Promise<Response | undefined> {
  const { pathname: path, searchParams } = new URL(request.url)
  const session = searchParams.get('user')
  const owner = session ? await offlineDb.owner() : undefined
  if (!owner || owner.session_id !== session) return undefined
  const lesson = lessonWith(await downloads.all('lessons'), path, { now: Date.now(), seen: owner.seen_ms })
  const size = lesson?.files.find((file) => file.path === path)?.bytes
  if (!size) return undefined
  const extension = extensionOf(path)
  const headers = new Headers({
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Content-Disposition': TYPES[extension] && !searchParams.has('download') ? 'inline' : 'attachment',
    'Content-Security-Policy':
      extension === 'pdf' ? "default-src 'none'; frame-ancestors 'self'" : "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  })
  const requested = request.headers.get('range')
  const range = rangeOf(requested, size)
  if (!range) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  headers.set('Content-Length', String(range.to - range.from + 1))
  if (requested) headers.set('Content-Range', `bytes ${range.from}-${range.to}/${size}`)
  return new Response(plain(owner, path, range), { status: requested ? 206 : 200, headers })
}

/** Decrypts the bytes of a range, chunk by chunk as they are read. */
function plain(owner: Owner, path: string, { from, to }: { from: number; to: number }): ReadableStream {
  let at = from
  return new ReadableStream(
    {
      async pull(controller) {
        if (at > to) return controller.close()
        const index = Math.floor(at / CHUNK_BYTES)
        const sealed = await downloads.get('chunks', [path, index])
        if (!sealed) throw new Error('The lesson is no longer kept')
        const chunk = await unseal(owner.key, chunkPlace(owner, path, index), sealed)
        const start = index * CHUNK_BYTES
        controller.enqueue(new Uint8Array(chunk, at - start, Math.min(to + 1 - at, chunk.byteLength - (at - start))))
        at = start + chunk.byteLength
      },
    },
    { highWaterMark: 0 },
  )
}
