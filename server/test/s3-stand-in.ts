import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { canonicalQuery, errorText, listText, readAll, requestedRange } from './s3-wire.ts'

/**
 * Faults of the store: requests are refused as busy (503) or full, cut off in the middle of a body, or answered late.
 */
export type S3Fault = 'busy' | 'full' | 'cut' | 'slow'

/**
 * What stands before the store: a proxy that compresses texts for whoever takes it, or for everybody, or a store that does not know the names of downloads.
 */
export type S3Front = 'compresses' | 'always compresses' | 'ignores names'

export type S3StandIn = {
  /** The settings of a shop that stores its files in it. */
  env: Record<string, string>
  url: string
  objects: Map<string, { bytes: Buffer; type: string }>
  /** Multipart uploads that were neither completed nor aborted. */
  open: Map<string, Map<number, Buffer>>
  /** Requests, as `GET media/…`. */
  asked: string[]
  /** Sets a fault from now on, or for the next `times` requests. */
  misbehave(fault: S3Fault | undefined, times?: number): void
  /** Sets what stands before the store. */
  behind(front: S3Front | undefined): void
  /** Refuses connections until it is up again. */
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

const BUCKET = 'shop-files'
const ACCESS_KEY = 'stand-in'
const SECRET_KEY = 'a secret of the stand-in'
const REGION = 'ap-south-1'
const SKEW_MS = 15 * 60_000
const SLOW_MS = 400

/**
 * Starts a small S3 service in memory, written from the S3 documentation, independent of our client: it computes every
 * signature itself and returns 403 for forged, changed and expired ones, 400 for bodies that do not match.
 */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map()
  const open: S3StandIn['open'] = new Map()
  const types = new Map<string, string>()
  const requested: string[] = []
  let fault: S3Fault | undefined
  let left = 0
  let front: S3Front | undefined
  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(req.url ?? '', url)
    const body = await readAll(req)
    const key = decodeURIComponent(pathname).slice(BUCKET.length + 2)
    requested.push(`${req.method} ${key}`)
    const refuse = (status: number, code: string) => {
      res.writeHead(status, { 'Content-Type': 'application/xml' }).end(req.method === 'HEAD' ? '' : errorText(code))
    }
    res.setHeader('Access-Control-Allow-Origin', '*')
    const current = left > 0 ? fault : undefined
    if (current) left -= 1
    if (current === 'busy') return refuse(503, 'SlowDown')
    if (current === 'full' && req.method === 'PUT') return refuse(507, 'InsufficientStorage')
    if (current === 'slow') await delay(SLOW_MS)
    const wrong = wrongWith(req, pathname, query, body)
    if (wrong) return refuse(wrong === 'XAmzContentSHA256Mismatch' ? 400 : 403, wrong)
    if (pathname.split('/')[1] !== BUCKET) return refuse(404, 'NoSuchBucket')
    if (req.method === 'GET' && key === '') return void res.end(listText(objects, query))
    const uploadId = query.get('uploadId')
    if (req.method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex')
      open.set(id, new Map())
      types.set(id, req.headers['content-type'] ?? '')
      return void res.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const parts = uploadId === null ? undefined : open.get(uploadId)
    if (uploadId !== null && !parts) return refuse(404, 'NoSuchUpload')
    if (uploadId !== null && parts && req.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return void res.setHeader('ETag', tagOf(body)).end()
    }
    if (uploadId !== null && req.method === 'DELETE') {
      open.delete(uploadId)
      return void res.writeHead(204).end()
    }
    if (uploadId !== null && parts && req.method === 'POST') {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
      const bytes = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0))
      if (named.some(([, , tag], at) => tag !== tagOf(bytes[at] ?? Buffer.alloc(0)))) return refuse(400, 'InvalidPart')
      if (bytes.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024)) return refuse(400, 'EntityTooSmall')
      objects.set(key, { bytes: Buffer.concat(bytes), type: types.get(uploadId) ?? '' })
      open.delete(uploadId)
      return void res.end('<CompleteMultipartUploadResult/>')
    }
    if (req.method === 'PUT') {
      objects.set(key, { bytes: body, type: req.headers['content-type'] ?? '' })
      return void res.setHeader('ETag', tagOf(body)).end()
    }
    if (req.method === 'DELETE') {
      objects.delete(key)
      return void res.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return refuse(404, 'NoSuchKey')
    const range = requestedRange(req.headers.range, object.bytes.length)
    if (range === 'none') return refuse(416, 'InvalidRange')
    const whole = range ? object.bytes.subarray(range.start, range.end + 1) : object.bytes
    const takes = /gzip/.test(String(req.headers['accept-encoding'] ?? ''))
    const packs = front === 'always compresses' || (front === 'compresses' && takes)
    const bytes = packs && object.type.startsWith('text/') ? gzipSync(whole) : whole
    res.writeHead(range ? 206 : 200, {
      'Content-Type': query.get('response-content-type') ?? object.type,
      'Content-Length': bytes.length,
      'Accept-Ranges': 'bytes',
      ...(bytes === whole ? {} : { 'Content-Encoding': 'gzip' }),
      ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${object.bytes.length}` } : {}),
      ...(front === 'ignores names' ? {} : headerFrom(query, 'content-disposition')),
      ...headerFrom(query, 'cache-control'),
    })
    if (current !== 'cut' || req.method === 'HEAD') return void res.end(req.method === 'HEAD' ? '' : bytes)
    res.write(bytes.subarray(0, bytes.length >> 1), () => res.destroy())
  }

  return {
    url,
    objects,
    open,
    asked: requested,
    env: {
      MEDIA_STORE: 's3',
      MEDIA_S3_ENDPOINT: url,
      MEDIA_S3_BUCKET: BUCKET,
      MEDIA_S3_REGION: REGION,
      MEDIA_S3_ACCESS_KEY: ACCESS_KEY,
      MEDIA_S3_SECRET_KEY: SECRET_KEY,
    },
    misbehave(next, times = Number.POSITIVE_INFINITY) {
      fault = next
      left = next ? times : 0
    },
    behind(next) {
      front = next
    },
    down: shut,
    up: () => listen(port),
    close: shut,
  }
}

/** Returns the S3 error code for a wrong signature; undefined if it is right. */
function wrongWith(req: IncomingMessage, path: string, query: URLSearchParams, body: Buffer): string | undefined {
  const inQuery = query.get('X-Amz-Signature')
  const [, credential = '', names = '', inHeader = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]+)$/.exec(
      req.headers.authorization ?? '',
    ) ?? []
  const shown = {
    signature: inQuery ?? inHeader,
    credential: inQuery === null ? credential : (query.get('X-Amz-Credential') ?? ''),
    names: inQuery === null ? names : (query.get('X-Amz-SignedHeaders') ?? ''),
    date: inQuery === null ? String(req.headers['x-amz-date']) : (query.get('X-Amz-Date') ?? ''),
  }
  const [accessKey, ...scope] = shown.credential.split('/')
  if (!shown.signature) return 'AccessDenied'
  if (accessKey !== ACCESS_KEY) return 'InvalidAccessKeyId'
  if (scope.join('/') !== `${shown.date.slice(0, 8)}/${REGION}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (!shown.names.split(';').includes('host')) return 'AccessDenied'
  const hash = inQuery === null ? String(req.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD'
  const canonical = [
    req.method,
    path,
    canonicalQuery(query),
    ...shown.names.split(';').map(
      (name) =>
        `${name}:${String(req.headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    shown.names,
    hash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', shown.date, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<Buffer | string>((from, part) => hmac(from, part), `AWS4${SECRET_KEY}`)
  const expected = hmac(key, text)
  const input = Buffer.from(shown.signature, 'hex')
  if (input.length !== expected.length || !timingSafeEqual(input, expected)) return 'SignatureDoesNotMatch'
  const signedAt = Date.parse(shown.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const age = Date.now() - signedAt
  if (inQuery !== null)
    return age > Number(query.get('X-Amz-Expires')) * 1000 || age < -SKEW_MS ? 'AccessDenied' : undefined
  if (Math.abs(age) > SKEW_MS) return 'RequestTimeTooSkewed'
  return hash === 'UNSIGNED-PAYLOAD' || hash === sha256(body) ? undefined : 'XAmzContentSHA256Mismatch'
}

const sha256 = (of: Buffer | string) => createHash('sha256').update(of).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

function headerFrom(query: URLSearchParams, name: string): Record<string, string> {
  const value = query.get(`response-${name}`)
  return value === null ? {} : { [name]: value }
}
