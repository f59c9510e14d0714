import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { connect, type PeerCertificate } from 'node:tls'

type Verified = { hostname: string; certificate: object; verificationResult: string; errorCode: number }
/** The app's check of a certificate. */
export type Verify = (request: Verified, answer: (code: number) => void) => void
/** The session of a request. */
type Session = { verify: Verify | undefined }
type Init = RequestInit & { bypassCustomProtocolHandlers?: boolean }

/** Node's fetch with the errors of Electron's: Chromium's names, and its question about a certificate. */
export async function query(session: Session, address: string, init: Init = {}): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    if (/CERT|SIGNATURE|ALTNAME|SSL/.test(code)) throw await refused(session, address, code)
    const names: Record<string, string> = {
      ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
      ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
      ECONNRESET: 'net::ERR_CONNECTION_RESET',
    }
    if ((error as Error).name === 'AbortError' || (error as Error).name === 'TimeoutError') throw error
    throw new TypeError(names[code] ?? `net::ERR_FAILED ${message}`)
  }
}

/** Names the fault of a certificate like Chromium, and shows it to the session's own check. */
async function refused({ verify }: Session, address: string, code: string): Promise<Error> {
  const names: Record<string, string> = {
    CERT_HAS_EXPIRED: 'net::ERR_CERT_DATE_INVALID',
    CERT_NOT_YET_VALID: 'net::ERR_CERT_DATE_INVALID',
    ERR_TLS_CERT_ALTNAME_INVALID: 'net::ERR_CERT_COMMON_NAME_INVALID',
  }
  const verificationResult = names[code] ?? 'net::ERR_CERT_AUTHORITY_INVALID'
  const { hostname, port } = new URL(address)
  const peer = await peerOf(hostname, Number(port || 443))
  if (verify && peer) {
    const certificate = certificateOf(peer)
    await new Promise<void>((resolve) => {
      verify({ hostname, certificate, verificationResult, errorCode: -200 }, () => resolve())
    })
  }
  return new TypeError(verificationResult)
}

function peerOf(host: string, port: number): Promise<PeerCertificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false, servername: host }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
  })
}

/** Returns the certificate in Electron's form; dates are in seconds. */
function certificateOf({ subject, issuer, valid_from, valid_to, fingerprint256, serialNumber }: PeerCertificate) {
  const seconds = (text: string) => Date.parse(text) / 1_000
  return {
    subjectName: String(subject?.CN ?? ''),
    issuerName: String(issuer?.CN ?? ''),
    fingerprint: fingerprint256,
    validStart: seconds(valid_from),
    validExpiry: seconds(valid_to),
    serialNumber,
    subject: { commonName: subject?.CN },
    issuer: { commonName: issuer?.CN },
  }
}

type Options = {
  url?: string
  method?: string
  redirect?: string
  protocol?: string
  hostname?: string
  port?: number | string
  path?: string
}

/** `net.request`: emits redirects, and fails on them unless the caller follows or aborts. */
export function request(session: Session, options: Options) {
  const headers = new Headers()
  const written: Buffer[] = []
  const left = new AbortController()
  const { protocol = 'https:', hostname = '', port, path = '/' } = options
  let address = options.url ?? `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`
  const client = Object.assign(new EventEmitter(), {
    chunkedEncoding: false,
    setHeader: (name: string, value: string) => headers.set(name, value),
    getHeader: (name: string) => headers.get(name) ?? undefined,
    removeHeader: (name: string) => headers.delete(name),
    write: (chunk: string | Buffer) => written.push(Buffer.from(chunk as string)) > 0,
    abort() {
      left.abort()
      client.emit('abort')
    },
    followRedirect: () => void send(),
    end(chunk?: string | Buffer) {
      if (chunk) written.push(Buffer.from(chunk as string))
      void send()
      return client
    },
  })
  async function send(): Promise<void> {
    try {
      const body = written.length > 0 ? Buffer.concat(written) : undefined
      const init = {
        method: options.method ?? 'GET',
        headers,
        redirect: 'manual',
        signal: left.signal,
        ...(body ? { body } : {}),
      }
      const answer = await query(session, address, init as RequestInit)
      const location = answer.headers.get('location')
      const all = Object.fromEntries(answer.headers)
      if (location === null || answer.status < 300 || answer.status > 399) {
        const stream = answer.body ? Readable.fromWeb(answer.body as NodeStream) : Readable.from([])
        client.emit(
          'response',
          Object.assign(stream, { statusCode: answer.status, statusMessage: answer.statusText, headers: all }),
        )
        return
      }
      address = new URL(location, address).href
      let isFollowed = options.redirect !== 'manual'
      client.followRedirect = () => {
        isFollowed = true
      }
      client.emit('redirect', answer.status, options.method ?? 'GET', address, all)
      if (left.signal.aborted) return
      if (isFollowed) await send()
      else throw new Error('Redirect was cancelled')
    } catch (error) {
      if (!left.signal.aborted) client.emit('error', error)
    }
  }
  return client
}
