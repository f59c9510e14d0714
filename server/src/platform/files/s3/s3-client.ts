import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import { appError } from '../../../errors.ts'
import { StoreFault } from '../storage-error.ts'

export type S3Settings = NonNullable<Config['media']['s3']>

type Call = {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

export type S3Client = {
  /** Prefix of every key in the bucket; the keys of calls are without it. */
  prefix: string
  /**
   * Returns the answer to a request that the store understood, 404 and 416 included. Rejects with 507 for a full store,
   * and 503 for one that is unreachable, slow or refuses us, which is logged.
   */
  call(method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', key: string, call?: Call): Promise<Response>
  /** Sends a request once and returns its raw answer. */
  once(method: string, key: string, call: Call): Promise<Response>
  /** Streams the answer's bytes. Rejects with 503 when they stop. */
  bytesOf(answer: Response): AsyncGenerator<Buffer>
  /** Returns a public address of an object for some seconds; undefined where browsers cannot reach the store. */
  presign(key: string, seconds: number, query: Record<string, string>): Promise<string | undefined>
}

const TRIES = 3
const WAIT_MS = 150
/** Bounds the store's first byte; sending a piece may take longer. */
const ANSWER_MS = 8_000
const SEND_MS = 60_000
/** Bounds the silence within an answer. */
const SILENT_MS = 15_000

const EMPTY_SHA256 = createHash('sha256').digest('hex')
/** Matches "no room": every store words it differently. */
const FULL = /QuotaExceeded|StorageFull|InsufficientStorage|InsufficientCapacity|NoSpace/i

/** Calls an S3 service: signed by aws4fetch, sent by Node. Every call may be repeated. */
export function createS3Client(settings: S3Settings, log: Pick<Logger, 'warn' | 'error'>): S3Client {
  const { accessKey, secretKey, region, prefix } = settings
  const signer = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })

  function addressOf(bucket: string, key: string, query: Record<string, string> = {}): URL {
    const url = new URL(bucket + (key && `/${prefix}${key}`))
    url.search = String(new URLSearchParams(query))
    return url
  }

  async function once(method: string, key: string, { query, headers, body }: Call): Promise<Response> {
    const request = await signer.sign(addressOf(settings.address, key, query), {
      method,
      headers: {
        ...headers,
        'X-Amz-Content-Sha256': body ? createHash('sha256').update(body).digest('hex') : EMPTY_SHA256,
      },
      ...(body ? { body: new Uint8Array(body) } : {}),
    })
    // Not signed, for proxies may change it. Lengths and ranges speak of the bytes of the object alone.
    request.headers.set('Accept-Encoding', 'identity')
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new SlowError('no answer in time')), body ? SEND_MS : ANSWER_MS)
    try {
      return await fetch(request, { signal: patience.signal, redirect: 'manual' })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    prefix,
    once,
    async call(method, key, call = {}) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await once(method, key, call).catch((error: unknown) => ({ error }))
        if ('error' in outcome) {
          // A slow store is not retried: the caller has waited long enough.
          if (tries < TRIES && !(outcome.error instanceof SlowError)) {
            await delay(WAIT_MS * tries)
            continue
          }
          log.warn({ err: outcome.error, method, key }, 'the S3 store does not answer')
          throw away()
        }
        const { status } = outcome
        const packed = outcome.ok ? packingOf(outcome) : undefined
        if (packed) {
          await outcome.body?.cancel()
          const words = `${packedText(packed)} Turn that off for the bucket`
          log.error({ method, key, status }, words)
          throw Object.assign(away(), { cause: new StoreFault(words) })
        }
        if (outcome.ok || status === 404 || status === 416) return outcome
        const shown = (await outcome.text().catch(() => '')).slice(0, 2_000)
        // Requests send small pieces, so "too large" means the whole upload.
        if (status === 507 || FULL.test(shown) || (status === 413 && call.body)) {
          log.error({ method, key, status }, 'the S3 store is full')
          throw appError('storage_full', 'There is no space left for this file')
        }
        if (tries < TRIES && (status >= 500 || status === 429 || status === 408)) {
          await delay(WAIT_MS * tries)
          continue
        }
        const code = tagOf(shown, 'Code')
        if (status >= 500 || status === 429) log.warn({ method, key, status, code }, 'the S3 store is not available')
        else log.error({ method, key, status, code }, 'the S3 store refused a request')
        throw away()
      }
    },
    async *bytesOf(answer) {
      if (!answer.body) return
      const reader = answer.body.getReader()
      try {
        for (;;) {
          const silence = new AbortController()
          const turn = await Promise.race([
            reader.read(),
            delay(SILENT_MS, undefined, { signal: silence.signal }).then(() => Promise.reject(new Error('silent'))),
          ]).finally(() => silence.abort())
          if (turn.done) return
          yield Buffer.from(turn.value.buffer, turn.value.byteOffset, turn.value.byteLength)
        }
      } catch (error) {
        log.warn({ err: error }, 'the S3 store stopped in the middle of a file')
        throw away()
      } finally {
        await reader.cancel().catch(() => {})
      }
    },
    async presign(key, seconds, query) {
      if (!settings.publicAddress) return undefined
      const url = addressOf(settings.publicAddress, key, { ...query, 'X-Amz-Expires': String(seconds) })
      // Signed by the machine's clock, which the store shares.
      return (await signer.sign(url, { method: 'GET', aws: { signQuery: true } })).url
    },
  }
}

/** Returns how an answer is compressed; undefined for bytes as they are stored. */
export const packingOf = (answer: Response): string | undefined => {
  const encoding = answer.headers.get('content-encoding') ?? 'identity'
  return encoding === 'identity' ? undefined : encoding
}

export const packedText = (encoding: string) =>
  `The bucket, or a proxy before it, compresses files (Content-Encoding: ${encoding}), so their lengths are wrong and a film cannot be read from its middle.`

class SlowError extends Error {}

const away = () => appError('unavailable', 'The files cannot be reached at the moment. Please try again shortly.')

/** Returns the text of the first element of this name. */
export function tagOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text?.replace(/&(amp|lt|gt|quot|#34|#39|apos);/g, (_, entity: string) => ENTITIES[entity] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  apos: "'",
  '#39': "'",
}
