import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Stands in for all other sites: the suite needs no internet, and every request to another site is recorded. */
export type OtherSites = {
  /** Chromium flags that route other sites here. A Playwright route cannot: it would disable the browser's cache. */
  flags: string[]
  /** Requested addresses, from all pages of the browser. */
  asked: string[]
  close(): Promise<void>
}

/** An empty page that reports ready like embedded players do, and has no icon that a browser with tabs would fetch. */
const STAND_IN =
  '<!doctype html><title>Another site</title><link rel="icon" href="data:,"><p>Another site</p><script>parent !== self && parent.postMessage("ready", "*")</script>'

/**
 * Answers each request with its expected type: Chromium reports a page in place of an image, but not a broken image.
 */
const types: Record<string, string> = { image: 'image/png', script: 'text/javascript', style: 'text/css' }

/** Reaches this machine under a name that browsers do not trust: plain http there is no secure context. */
export const PLAIN_HOST = 'shop.test'

const FIRST_BYTE_OF_TLS = 0x16

export async function openOtherSites(): Promise<OtherSites> {
  const requested: string[] = []
  const answer =
    (scheme: 'http' | 'https'): RequestListener =>
    (request, response) => {
      if (!isOfTheBrowser(request)) requested.push(`${scheme}://${request.headers.host}${request.url}`)
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
      `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1, MAP * 127.0.0.1:${port}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
      '--ignore-certificate-errors',
    ],
    asked: requested,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}

/**
 * Returns true for a request that no page caused, such as those of autofill or of the browser's accounts: a page's own
 * are either sent by an origin or open a document.
 */
function isOfTheBrowser({ headers }: IncomingMessage): boolean {
  // Over plain http nothing says who asks: this is Chromium's look for newer parts of itself.
  if (headers.host === 'update.googleapis.com') return true
  return headers['sec-fetch-site'] === 'none' && headers['sec-fetch-dest'] === 'empty'
}

/** Allows every page to read the answer. */
function forOrigin({ headers: { origin } }: IncomingMessage): Record<string, string> {
  return origin ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : {}
}

/** Makes a self-signed certificate and its key, for a test server that a browser trusts by a flag. */
function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = part(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = Buffer.from('0603550403', 'hex')
  const name = part(SEQUENCE, part(SET, part(SEQUENCE, commonName, part(UTF8_STRING, Buffer.from('another site')))))
  const [from, until] = ['200101000000Z', '491231235959Z'].map((time) => part(UTC_TIME, Buffer.from(time)))
  const validity = part(SEQUENCE, from as Buffer, until as Buffer)
  const own = publicKey.export({ type: 'spki', format: 'der' })
  const notified = part(SEQUENCE, part(INTEGER, Buffer.of(1)), ecdsaWithSha256, name, validity, name, own)
  const signature = part(BIT_STRING, Buffer.of(0), sign('sha256', notified, privateKey))
  const der = part(SEQUENCE, notified, ecdsaWithSha256, signature)
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

const [INTEGER, BIT_STRING, UTF8_STRING, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31]

/** Encodes one DER element: tag, length, content. */
function part(tag: number, ...holds: Buffer[]): Buffer {
  const body = Buffer.concat(holds)
  const bytes = body.length < 0x100 ? [body.length] : [body.length >> 8, body.length & 0xff]
  const length = body.length < 0x80 ? bytes : [0x80 + bytes.length, ...bytes]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}
