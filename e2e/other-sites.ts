import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { makeCertificate } from './certificate.ts'

/** Stands in for all other sites: the suite needs no internet, and every request to another site is recorded. */
export type OtherSites = {
  /** Chromium flags that route other sites here. A Playwright route cannot: it would disable the browser's cache. */
  flags: string[]
  /** Requested addresses, from all pages of the browser. */
  asked: string[]
  close(): Promise<void>
}

/** An empty page that reports ready like embedded players do. */
const STAND_IN =
  '<!doctype html><title>Another site</title><p>Another site</p><script>parent !== self && parent.postMessage("ready", "*")</script>'

/**
 * Answers each request with its expected type: Chromium reports a page in place of an image, but not a broken image.
 */
const types: Record<string, string> = { image: 'image/png', script: 'text/javascript', style: 'text/css' }

const FIRST_BYTE_OF_TLS = 0x16

export async function openOtherSites(): Promise<OtherSites> {
  const asked: string[] = []
  const answer =
    (scheme: 'http' | 'https'): RequestListener =>
    (request, response) => {
      asked.push(`${scheme}://${request.headers.host}${request.url}`)
      const type = types[String(request.headers['sec-fetch-dest'])] ?? 'text/html'
      response.writeHead(200, { 'content-type': type, ...forOrigin(request) }).end(STAND_IN)
    }
  const plain = createHttp(answer('http'))
  const sealed = createHttps(makeCertificate(), answer('https'))
  const sockets = new Set<Socket>()
  const door = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      const server = first[0] === FIRST_BYTE_OF_TLS ? sealed : plain
      server.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as AddressInfo
  return {
    flags: [
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}

/** Allows every page to read the answer. */
function forOrigin({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return origin ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : {}
}
