import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes ready to be sent, with the compressed forms made when first asked for and kept. */
export type Ready = {
  type: string
  etag: string
  bytes: Buffer
  /** Compressed forms on offer, best first. */
  encodings: readonly Encoding[]
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

const SMALLEST_TO_COMPRESS = 1024
/** A page is compressed once per change of the catalogue: worth more than the speed's default, not worth 11. */
const BROTLI_QUALITY = 6

/** Keeps `body` for sending; `etag` is made of its content. */
export function ready(type: string, body: string | Buffer): Ready {
  const bytes = Buffer.from(body)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { type, etag, bytes, encodings: bytes.length < SMALLEST_TO_COMPRESS ? [] : ['br', 'gzip'], packed: {} }
}

/** The best encoding both sides know. Absent header: the bytes as they are. */
function encodingFor(header: string | undefined, offered: readonly Encoding[]): Encoding {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
  const takes = (name: string) =>
    accepted.some((part) => part.split(';')[0]?.trim() === name && !/;\s*q=0(\.0*)?\s*$/.test(part))
  return offered.find((encoding) => takes(encoding)) ?? 'identity'
}

const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
}

/** Sends ready bytes, compressed as the browser likes them; 304 where it has them already. Status as set on `res`. */
export async function send(req: Request, res: Response, content: Ready): Promise<void> {
  const encoding = encodingFor(req.headers['accept-encoding'], content.encodings)
  const etag = `"${content.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  res.setHeader('Vary', 'Accept-Encoding')
  res.setHeader('ETag', etag)
  res.setHeader('Content-Type', content.type)
  if (res.statusCode === 200 && hasEtag(req.headers['if-none-match'], etag)) {
    res.statusCode = 304
    res.removeHeader('Content-Type')
    res.end()
    return
  }
  content.packed[encoding] ??= pack[encoding](content.bytes)
  const body = await content.packed[encoding]
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

function hasEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}
