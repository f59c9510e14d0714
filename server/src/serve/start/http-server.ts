import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLanguage } from 'contract/languages'
import { ConfigError } from '../../config.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { type Connections, type ReportLate, watchConnections } from '../http/connections.ts'

/** A request that runs when the program stops may take this long to end. */
const DRAIN_MS = 10_000

type HttpServer = { server: Server; connections: Connections; handle(listener: RequestListener): void }

export function createHttpServer(proxied: boolean, reportLate?: ReportLate): HttpServer {
  let listener: RequestListener = ({ url = '/' }, res) => {
    const [type, body] = url.startsWith('/api/')
      ? ['application/json', JSON.stringify({ detail: 'The service is starting', code: 'unavailable' })]
      : ['text/html; charset=utf-8', startingPage(url)]
    res.writeHead(503, { 'Content-Type': type, 'Retry-After': '1', 'X-Request-Id': randomUUID() })
    res.end(body)
  }
  const server = createServer(
    // Uploads may take long: how long a request may take is looked after in connections.ts. A request without a host is refused
    // in app.ts, for Node's own answer says nothing.
    { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    (req, res) => listener(req, res),
  )
  const connections = watchConnections(server, { proxied, ...(reportLate && { reportLate }) })
  server.on('clientError', refuseUnreadable)
  return {
    server,
    connections,
    handle(next) {
      listener = next
    },
  }
}

/** Returns the page of a program that starts, which tries again by itself; neither shop nor styles are there yet. */
function startingPage(url: string): string {
  const { t, tag } = inLanguage(readLanguage(url.split('?')[0] ?? '/').language)
  const title = t('Back in a moment')
  const text = t('This page cannot be shown right now. It tries again by itself.')
  return `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="2"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>
`
}

/** Answers a malformed HTTP request in the contract's form. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end(text: string): void; destroy(): void },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, code, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'too_large', 'The headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'bad_request', 'The request came too slowly']
        : ['400 Bad Request', 'bad_request', 'The request is malformed']
  const body = JSON.stringify({ detail, code })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const notHere = (_port: number, host: string) => `HOST: ${host} is no address of this machine`
const problems: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) => `Port ${port} is in use. Set PORT to another one (0 takes a free one).`,
  EACCES: (port) =>
    `PORT: ${port} may not be opened by this user. Set one above 1023, and let a proxy in front pass on to it.`,
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
}

export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = problems[error.code ?? '']?.(port, host)
      reject(problem ? new ConfigError([problem]) : error)
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Accepts no new connection, lets running requests end, then closes the rest. The port stays open for requests to the sandbox gateway on it until they have ended.
 */
export async function drain({ server, connections }: HttpServer, { asksItself = false } = {}): Promise<void> {
  let late = false
  const deadline = setTimeout(() => {
    late = true
    for (const socket of connections.sockets()) socket.destroy()
  }, DRAIN_MS)
  while (asksItself && !late && connections.underway() > 0) await sleep(20)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
  connections.close()
}
