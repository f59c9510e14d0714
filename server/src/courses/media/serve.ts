import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { create as disposition } from 'content-disposition'
import { mediaFacts, neutralAddress, olderMediaId, storedName } from 'contract/media/address'
import { extensionOf, servedTypes } from 'contract/media/kinds'
import { endingOf } from 'contract/spelling'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { EDGE_SECONDS } from '../../platform/edge/edge-headers.ts'
import type { FileKey } from '../../platform/files/store.ts'
import { cacheAtEdge } from '../../platform/net/cache-at-edge.ts'
import { createFileStates } from './file-states.ts'
import { fileNameOf, type MediaRow } from './media.queries.ts'
import { plainName } from './plain-name.ts'
import { playlistOf } from './set-files.ts'
import { type Opener, readSigned } from './signed-address.ts'

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'

const packed = promisify(gzip)

/** Sends a playlist, compressed where accepted: it repeats one address hundreds of times. */
async function sendPlaylist(req: Request, res: Response, text: string): Promise<void> {
  res.set({ 'Content-Type': PLAYLIST_TYPE, 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding' })
  if (req.acceptsEncodings('gzip') !== 'gzip') {
    res.end(req.method === 'HEAD' ? undefined : text)
    return
  }
  const body = await packed(text)
  res.set({ 'Content-Encoding': 'gzip', 'Content-Length': String(body.length) })
  res.end(req.method === 'HEAD' ? undefined : body)
}

const MEDIA_ID = /^[A-Za-z0-9_-]{16,64}$/
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
/** Browsers show no PDF in a sandbox of ours; they have one of their own. */
const PDF_POLICY = "default-src 'none'; frame-ancestors 'self'"
const POLICY = "sandbox; default-src 'none'"
/** Interval of the permission checks during a download. */
const RECHECK_MS = 30_000

/** Holder of a copy: the student (`users.id`), and the line at the foot of its pages. */
export type Stamp = { userId: number; line: string }

/** The file's name in the library, its row there, and its stamp. */
export type Allowed = { name: string; stored?: Pick<MediaRow, 'media_id' | 'url'>; stamp?: Stamp | undefined }

/** Decides whether an address's session may read the file now. */
export type FileAccess = (opener: Opener, mediaId: string) => Promise<Allowed | undefined>

export type StampedFile = { path: string; etag: string }

/** Returns the stamped copy of a file; undefined for a file without a stamp. */
export type StampedCopy = (key: FileKey, stamp: Stamp) => Promise<StampedFile | undefined>

/**
 * Returns the playlist of a set's rung, or that of all (`index`), each address in it with this query; undefined without
 * one.
 */
export type PlaylistText = (mediaId: string, rung: string, query: string) => Promise<string | undefined>

export type MediaParts = { mayHave: FileAccess; playlist: PlaylistText; stamped: StampedCopy; recheckMs?: number }

type Served = NonNullable<ReturnType<typeof servedTypes.get>>
const PLAYLIST: Served = { type: PLAYLIST_TYPE, kind: 'video', inline: true }
type Serving = Pick<Context, 'config' | 'db' | 'files' | 'now'>

/**
 * Serves `/{id}/{name}`: a public file to everybody who knows the address, a paid one by an address signed for an
 * entitled session. The name that we assigned decides the type, and nothing in the file can run. Sends one range alone,
 * several as the whole file. Every refusal is a 404 without details.
 */
export function createMediaRouter(
  ctx: Serving,
  { mayHave, playlist, stamped, recheckMs = RECHECK_MS }: MediaParts,
): RequestHandler {
  const { config, files, now } = ctx
  const states = createFileStates(ctx)
  const router = Router()
  router.all('/:id/:name', async (req, res) => {
    const { id, name } = req.params
    const rung = playlistOf(name)
    const served = rung ? PLAYLIST : servedTypes.get(extensionOf(name))
    if (!MEDIA_ID.test(id) || !FILE_NAME.test(name) || !served) throw notFound()
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      throw plainError('method_not_allowed', 'This method is not allowed here')
    }
    res.locals.route = 'media'
    const key = { mediaId: id, name }
    const query = new URLSearchParams(req.url.split('?')[1] ?? '')
    const opener = query.has('key') ? readSigned(config, key, query, now()) : undefined
    const mayHaveIt = async (mediaId: string | undefined) =>
      opener && mediaId && !isForeign(req, opener) ? await mayHave(opener, mediaId) : undefined
    const allowed = (await mayHaveIt(id)) ?? (await mayHaveIt(olderMediaId(id)))
    if (opener && allowed && rung) {
      const text = await playlist(id, rung, signedQuery(query))
      if (text === undefined) throw notFound()
      return sendPlaylist(req, res.set(paidHeaders(opener)), text)
    }
    if (opener && allowed)
      return sendPaid(req, res, key, { served, opener, ...allowed, download: query.has('download') })
    const shown = await states.publicFile(key)
    if (!shown) throw notFound()
    if (rung) {
      const text = await playlist(id, rung, '')
      if (text === undefined) throw notFound()
      // The answer depends on whether the file is public now.
      return sendPlaylist(req, res.set({ 'Cache-Control': 'no-cache' }), text)
    }
    res.set({
      ...headersOf(served),
      'Content-Disposition': dispositionOf(shown.name, key, served.inline),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // A public file may become paid: an edge revalidates soon, and so does the host of public files.
      'Cache-Control': `public, max-age=31536000, immutable${config.mediaHost && !config.edge ? `, s-maxage=${EDGE_SECONDS}` : ''}`,
    })
    cacheAtEdge(res, [`media-${shown.key.mediaId}`])
    if (await files.send(res, shown.key)) return
    const original = await originalOf(files, shown.key)
    if (!original) throw notFound()
    res.setHeader('Cache-Control', 'no-store')
    res.removeHeader('Content-Type')
    res.redirect(302, original)
  })
  router.use(() => {
    throw notFound()
  })
  return router

  type Paid = Allowed & { served: Served; opener: Opener; download: boolean }

  async function sendPaid(
    { method }: Request,
    res: Response,
    asked: FileKey,
    { served, opener, name, stored, stamp, download }: Paid,
  ): Promise<void> {
    const key = stored ? { mediaId: stored.media_id, name: storedName(asked.name, fileNameOf(stored)) } : asked
    const copy = stamp && (await stamped(key, stamp))
    if (res.destroyed) return
    const inline = served.inline && !download
    const as = dispositionOf(name, key, inline)
    const isLong = as.length > MOST_IN_ADDRESS
    // A copy exists on this machine alone. Subtitles are small, and players accept them from our own origin alone.
    const direct =
      !copy && method === 'GET' && served.kind !== 'subtitles' && (inline || !isLong)
        ? await files.directAddress(key, { type: served.type, disposition: isLong ? 'inline' : as })
        : undefined
    if (direct) {
      res.set({ ...paidHeaders(opener), Location: direct })
      res.status(302).end()
      return
    }
    res.set({ ...headersOf(served), 'Content-Disposition': as, ...paidHeaders(opener) })
    // A long answer stops when its permission ends.
    const recheck = setInterval(async () => {
      if (!(await mayHave(opener, key.mediaId).catch(() => ({ name })))) res.destroy()
    }, recheckMs)
    recheck.unref()
    res.once('close', () => clearInterval(recheck))
    if (!(await (copy ? files.sendCopy(res, copy) : files.send(res, key)))) throw notFound()
  }
}

const paidHeaders = ({ audience }: Opener) => ({
  // The console may be a window with another origin.
  'Cross-Origin-Resource-Policy': audience === 'admin' ? 'cross-origin' : 'same-origin',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
})

const SIGNED = ['user', 'admin', 'until', 'key']

/** Extracts the verified signature from a query: nothing else of it enters a playlist. */
function signedQuery(query: URLSearchParams): string {
  const saved = SIGNED.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : []))
  return `?${new URLSearchParams(saved)}`
}

const headersOf = ({ type, kind }: Served) => ({
  'Content-Type': type,
  'Content-Security-Policy': kind === 'pdf' ? PDF_POLICY : POLICY,
  'X-Content-Type-Options': 'nosniff',
})

/**
 * Names a download as the library does, with the content's extension: a file renamed to `a.exe` is no program. Clients
 * that read no other script take its plain letters.
 */
function dispositionOf(shown: string, { name: stored }: FileKey, inline: boolean): string {
  const base = shown.slice(0, shown.length - endingOf(shown).length).replace(/[\\/]/g, '-') || 'file'
  const extension = extensionOf(stored)
  const name = `${base}.${extension}`
  const fallback = PLAIN.test(name) ? true : `${plainName(base)}.${extension}`
  return disposition(name, { type: inline ? 'inline' : 'attachment', fallback })
}

/** An address of the bucket repeats the name, escaped twice: a proxy has 4 kB for all headers. */
const MOST_IN_ADDRESS = 1_000

const PLAIN = /^[\x20-\x7e]*$/

/** Detects another site that embeds a student's paid file, by the browser's headers. */
const isForeign = (req: Request, { audience }: Opener) =>
  audience === 'user' && req.headers['sec-fetch-site'] === 'cross-site'

const WIDTH_NAME = /^(.+)-(\d{1,5})\.(?:avif|webp)$/
const ORIGINALS = ['webp', 'jpg', 'png', 'gif']

/** Pages request an image's widths as soon as it is stored: until they exist, the original replaces them. */
async function originalOf(files: Context['files'], { mediaId, name }: FileKey): Promise<string | undefined> {
  const [, base, width] = WIDTH_NAME.exec(name) ?? []
  if (!base || !mediaFacts(`/media/${mediaId}/`)?.widths.includes(Number(width))) return undefined
  for (const extension of ORIGINALS) {
    const original = `${base}.${extension}`
    if (await files.has({ mediaId, name: original })) return neutralAddress(`/media/${mediaId}/${original}`)
  }
  return undefined
}

const notFound = () => appError('not_found', 'File not found')
