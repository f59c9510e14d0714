import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { roomToSend, type Unread, type UnreadBounds, watchUnread } from './unread.ts'

const MIB = 1024 ** 2
const opened: { server: Server; unread: Unread; sockets: Socket[] }[] = []
afterEach(async () => {
  for (const { server, unread, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    unread.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server with these bounds, and requests on connections that read nothing until they are resumed. */
async function open(listener: RequestListener, bounds: Partial<UnreadBounds>) {
  const server = createServer(listener)
  const unread = watchUnread(server, bounds)
  const sockets: Socket[] = []
  opened.push({ server, unread, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async () => {
    const requested = once(server, 'request')
    const socket = new Socket()
    sockets.push(socket)
    // Paused before it connects: Node would read the first bytes by itself.
    socket.pause()
    socket.on('error', () => {})
    socket.connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [req, res] = (await requested) as [IncomingMessage, ServerResponse]
    return { socket, res, atServer: req.socket }
  }
}

const send =
  (bytes: number): RequestListener =>
  (_req, res) =>
    void res.end(Buffer.alloc(bytes))

test.skipIf(process.platform !== 'linux').each([1, 32])(
  'F11: a connection that reads nothing of %i MiB is reset, also once Node calls the answer finished',
  async (size) => {
    const request = await open(send(size * MIB), { still: 300, ofClient: 100 * MIB })
    const { atServer } = await request()
    await once(atServer, 'close')
    expect(atServer.destroyed).toBe(true)
  },
)

test('F11: a connection that has read its answer stays open', async () => {
  // A reader that this machine does not let read for so long counts as silent, and rightly so.
  const request = await open(send(MIB), { still: 2_000, ofClient: 100 * MIB })
  const [reader, silent] = [await request(), await request()]
  reader.socket.resume()
  await once(silent.atServer, 'close')
  expect(reader.atServer.destroyed).toBe(false)
})

test.skipIf(process.platform !== 'linux')(
  'F11: a client with too many unread bytes waits until it has read them, and is refused if it does not',
  async () => {
    const request = await open(send(2 * MIB), {
      ofClient: MIB,
      stillWhenCrowded: 600_000,
      still: 600_000,
      patience: 3_000,
    })
    const { socket, res, atServer } = await request()
    if (!res.writableFinished) await once(res, 'finish')
    expect(await roomToSend(atServer)).toBe(false)
    const room = roomToSend(atServer)
    socket.resume()
    expect(await room).toBe(true)
  },
)
