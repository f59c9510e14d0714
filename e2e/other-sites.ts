import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { makeCertificate } from './certificate.ts'

/** All other sites of the world: the suite needs no internet, and a page that asks for one is seen. */
export type OtherSites = {
  /** What leads a Chromium there, whatever its pages ask for: no route of Playwright does, for one would switch the browser's cache off. */
  flags: string[]
  /** The addresses that were asked for, of all pages of the browser. */
  asked: string[]
  close(): Promise<void>
}

/** An empty page, which says it is ready as framed players do. */
const STAND_IN =
  '<!doctype html><title>Another site</title><p>Another site</p><script>parent !== self && parent.postMessage("ready", "*")</script>'

/** What a browser takes where it asks for it: of a picture that is a page it would complain, and of one that is broken it does not. */
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

/** Any page may read the answer. */
function forOrigin({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return origin ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : {}
}
