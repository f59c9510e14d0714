import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { namesEtag } from './names-etag.ts'
import { roomToSend } from './unread.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes ready to send; compressed forms are made on first request and cached. */
export type ReadyAnswer = {
  type: string
  /** Weak: the same answer goes out compressed and not. */
  etag: string
  bytes: Buffer
  /** Compressed forms on offer, best first. */
  encodings: readonly Encoding[]
  packed: Partial<Record<Encoding, Promise<Buffer>>>
  /** Counts compressed sends; infinite once compressed at best quality. */
  asked: number
}

const SMALLEST_TO_COMPRESS = 1024
/** An answer is compressed once per catalogue change, which pays for more than the default quality. */
const BROTLI_QUALITY = 6
/**
 * Saves a tenth for fifty times the work: worth it for frequent answers, as a first page then needs one round trip
 * less.
 */
const BEST_QUALITY = 11
const OFTEN = 10
/** Bytes. Larger lists would block a thread for seconds, and need many round trips anyway. */
const MOST_FOR_BEST = 256 * 1024

/** Bytes. Larger answers wait until their client has read earlier ones. */
const LARGE = 64 * 1024

/** Prepares `body` for sending; its content determines `etag`. */
export function readyAnswer(type: string, body: string | Buffer): ReadyAnswer {
  const bytes = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return {
    type,
    etag,
    bytes,
    encodings: bytes.length < SMALLEST_TO_COMPRESS ? [] : ['br', 'gzip'],
    packed: {},
    asked: 0,
  }
}

const brotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, BROTLI_QUALITY),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
}

/** One at a time: passwords and files need the same few threads. */
let packing: Promise<unknown> = Promise.resolve()

/** Recompresses in the background; answers go out in the earlier form until then. */
function packBest(answer: ReadyAnswer): void {
  packing = packing.then(async () => {
    const best = await brotli(answer.bytes, BEST_QUALITY)
    answer.packed.br = Promise.resolve(best)
  })
}

/** Sends ready bytes in the browser's preferred compression; 304 for a matching ETag, unless nobody may store the answer. Status as set on `res`. */
export async function sendReady(req: Request, res: Response, answer: ReadyAnswer): Promise<void> {
  res.setHeader('Vary', 'Accept-Encoding')
  const isStored = res.getHeader('Cache-Control') !== 'no-store'
  if (isStored) res.setHeader('ETag', answer.etag)
  if (isStored && res.statusCode === 200 && namesEtag(req.headers['if-none-match'] ?? '', answer.etag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const encoding = answer.encodings.find((form) => req.acceptsEncodings(form)) ?? 'identity'
  answer.packed[encoding] ??= pack[encoding](answer.bytes)
  const body = await answer.packed[encoding]
  if (encoding === 'br' && ++answer.asked === OFTEN && answer.bytes.length <= MOST_FOR_BEST) packBest(answer)
  if (body.length > LARGE && !(await roomToSend(req.socket))) return void res.destroy()
  res.setHeader('Content-Type', answer.type)
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}
