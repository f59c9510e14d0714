import { type LookupAddress, lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookAnswer } from 'contract/webhooks'
import { isPublicAddress } from './public-address.ts'

/** Time in which the whole answer must arrive, the connection included. */
export const ANSWER_MS = 10_000
const MOST_HEADER_BYTES = 16_384
/** Characters of an answer that are stored; the rest is not read. */
const MOST_ANSWER = 1_000

/** Opens each connection for one request, so that none was judged earlier. Uses no proxy, which would look the name up itself. */
const direct = new Agent({ keepAlive: false, autoSelectFamily: false })

/** Finds every address of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

const resolveName: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** A refusal of the shop: nothing was sent. */
class Refused extends Error {}

export type PostOptions = {
  /** In production only public addresses by https; else also `http://127.0.0.1`. */
  production: boolean
  resolve?: Resolve
  limitMs?: number
}

export type PostResult = WebhookAnswer & { retryAfter?: string; location?: string }

/**
 * Sends a text once, to a public address that is judged at the moment of the connection: the checked address is the one that is connected to.
 * Follows no redirect, reads the beginning of the answer, and never rejects.
 */
export async function postEvent(
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  { production, resolve = resolveName, limitMs = ANSWER_MS }: PostOptions,
): Promise<PostResult> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  const end = AbortSignal.timeout(limitMs)
  try {
    const url = admitted(address, production)
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: MOST_HEADER_BYTES,
      signal: end,
    }
    const request =
      url.protocol === 'http:'
        ? requestHttp(url, { ...options, agent: false })
        : requestHttps(url, { ...options, agent: direct, lookup: judging(resolve) })
    const response = await answered(request, body)
    const { statusCode = 0, headers: answer } = response
    const text = await beginning(response)
    const { 'retry-after': retryAfter, location } = answer
    return {
      status: statusCode,
      ms: ms(),
      answer: text,
      ...(retryAfter && { retryAfter }),
      ...(location && { location }),
    }
  } catch (error) {
    return { status: null, ms: ms(), answer: reasonOf(error, end.aborted ? limitMs : undefined) }
  }
}

/** Judges what the address itself says. Names are judged when they are looked up. */
function admitted(address: string, production: boolean): URL {
  const url = URL.parse(address)
  if (!url || url.username || url.password) throw new Refused('The address is not valid')
  if (!production && url.protocol === 'http:' && url.hostname === '127.0.0.1') return url
  if (url.protocol !== 'https:') throw new Refused('The address must begin with https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A number is connected to without a look-up.
  if (isIP(host) && !isPublicAddress(host)) throw new Refused('The address is not on the public internet')
  return url
}

/** Returns a look-up that refuses a name with any address outside the public internet: a mixed answer is an attack. */
function judging(resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const inner = addresses.find(({ address }) => !isPublicAddress(address))
        const [first] = addresses.toSorted((a, b) => a.family - b.family)
        if (inner)
          return callback(new Refused(`${name} leads to ${inner.address}, which is not on the public internet`), '')
        if (!first) return callback(new Refused(`${name} leads nowhere`), '')
        if (options.all) return callback(null, [first])
        callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

function answered(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
    // An answer in another protocol than HTTP is a failure.
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Refused('The address asked for another protocol'))
    })
    request.end(body)
  })
}

/** Reads the part that is stored. The status counts even if the rest of the answer never arrives. */
async function beginning(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of response) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= MOST_ANSWER * 4) break
    }
  } catch {
    // Cut off, or too slow: what arrived is the answer.
  }
  response.destroy()
  return Buffer.concat(pieces).toString('utf8').replaceAll('\0', '').slice(0, MOST_ANSWER)
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'No such address',
  EAI_AGAIN: 'The name could not be looked up',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
}

function reasonOf(error: unknown, limitMs: number | undefined): string {
  if (error instanceof Refused) return error.message
  if (limitMs !== undefined) return `No answer in ${limitMs / 1000} s`
  const { code, message } = error as NodeJS.ErrnoException
  return (code && reasons[code]) || `No answer: ${code ?? message}`.slice(0, 300)
}

/**
 * Returns true for an answer that ends a delivery: 2xx, and the redirect with which a Google Apps Script reports that it ran. Following that
 * one, or taking it for a failure, would write each row again and again.
 */
export function hasArrived(address: string, { status, location }: PostResult): boolean {
  if (status === null) return false
  if (status >= 200 && status < 300) return true
  if (status !== 302 || !/^https:\/\/script\.google\.com\/(a\/)?macros\//.test(address)) return false
  const to = location === undefined ? null : URL.parse(location)
  return to?.protocol === 'https:' && to.hostname === 'script.googleusercontent.com'
}
