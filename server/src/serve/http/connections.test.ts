import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ConnectionBounds,
  type Connections,
  expectUpload,
  type ReportLate,
  watchConnections,
} from './connections.ts'

// The clock of the bounds moves by hand; sockets tell by their events what has reached the other side.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})

const opened: { server: Server; connections: Connections; sockets: Socket[] }[] = []
afterEach(async () => {
  for (const { server, connections, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    connections.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  vi.useRealTimers()
})

/** A server with these bounds, and sockets to it that say whether they are still open. */
async function open(listener: RequestListener, bounds: Partial<ConnectionBounds> & { reportLate?: ReportLate } = {}) {
  const server = createServer({ requestTimeout: 0 }, listener)
  const connections = watchConnections(server, { proxied: false, ...bounds })
  const sockets: Socket[] = []
  opened.push({ server, connections, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Connects; `request` is the part of the text that arrives at the server. */
  const dial = async (text = '') => {
    const accepted = once(server, 'connection')
    const arrived = text ? once(server, 'request') : undefined
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const got = { text: '', closed: false }
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        got.closed = true
        resolve()
      })
    })
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      got.text += chunk
    })
    await once(socket, 'connect')
    const [atServer] = (await accepted) as [Socket]
    const forgotten = new Promise<void>((resolve) => atServer.once('close', () => resolve()))
    if (text) socket.write(text)
    const request = async () => ((await arrived) as [IncomingMessage])[0]
    const answered = async () => {
      while (!got.text.includes('\r\n\r\n')) await once(socket, 'data')
    }
    return { socket, got, closed, forgotten, request, answered }
  }
  return { connections, dial }
}

/** Sends one more byte of a body, and waits until the server has it. */
async function drip(socket: Socket, req: IncomingMessage): Promise<void> {
  const here = once(req, 'data')
  socket.write('x')
  await here
}

const answer: RequestListener = (_req, res) => void res.writeHead(401).end()
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const half = (method: string) => `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`

test.each(['POST', 'GET'])(
  'the server closes a %s within seconds if its body continues after the answer',
  async (method) => {
    const { dial, connections } = await open(answer, { afterAnswer: 60 })
    const { got, answered, closed, forgotten } = await dial(half(method))
    await answered()
    expect(got.text).toContain('401')
    vi.advanceTimersByTime(50)
    expect(connections.count()).toBe(1)
    vi.advanceTimersByTime(40)
    await Promise.all([closed, forgotten])
    expect(connections.count()).toBe(0)
  },
)

test('a body that is here in time leaves its connection to the next request', async () => {
  const { dial } = await open(answer, { afterAnswer: 150 })
  const { socket, got, request, answered } = await dial(half('POST'))
  const whole = once(await request(), 'end')
  await answered()
  socket.write('x'.repeat(99))
  await whole
  vi.advanceTimersByTime(300)
  got.text = ''
  socket.write(GET)
  await answered()
  expect(got.text).toContain('401')
})

const take: RequestListener = (req) => void req.resume()

test('a request has its time, and bytes now and then give it no more', async () => {
  const { dial } = await open(take, { request: 120, afterAnswer: 30 })
  const { socket, got, request, closed } = await dial(half('POST'))
  const req = await request()
  for (let n = 0; n < 5; n++) {
    await drip(socket, req)
    vi.advanceTimersByTime(20)
  }
  expect(got.closed).toBe(false)
  vi.advanceTimersByTime(40)
  await closed
})

test('an upload may take its time while it moves, and is closed when it does not', async () => {
  const upload: RequestListener = (req, res) => {
    expectUpload(res)
    req.resume()
  }
  const { dial } = await open(upload, { request: 150, uploadPiece: 150, uploadLeast: 1, afterAnswer: 30 })
  const { socket, got, request, closed } = await dial(half('PUT'))
  const req = await request()
  for (let n = 0; n < 20; n++) {
    await drip(socket, req)
    vi.advanceTimersByTime(20)
  }
  expect(got.closed).toBe(false)
  vi.advanceTimersByTime(200)
  await closed
})

test('a handler that never answers holds its connection no longer than an answer may take', async () => {
  const { dial } = await open(() => {}, { answer: 60, afterAnswer: 30 })
  const { request, closed } = await dial(GET)
  await request()
  vi.advanceTimersByTime(90)
  await closed
})

test('a new connection is served: the longest idle one makes room', async () => {
  const { dial, connections } = await open(answer, { most: 3, afterAnswer: 30 })
  const first = await dial()
  const second = await dial(half('POST'))
  await second.answered()
  const third = await dial(GET)
  await third.answered()
  const fourth = await dial(GET)
  await Promise.all([first.closed, fourth.answered()])
  expect([second.got.closed, third.got.closed]).toEqual([false, false])
  expect(connections.count()).toBeLessThanOrEqual(3)
})

test('with none idle, a request in pieces makes room', async () => {
  const listener: RequestListener = (req, res) => {
    if (req.method === 'GET') res.end()
  }
  const { dial } = await open(listener, { most: 2 })
  const slow = await dial(half('POST'))
  await slow.request()
  await (await dial(half('POST'))).request()
  const buyer = await dial(GET)
  await Promise.all([slow.closed, buyer.answered()])
})

test('one address has its share, unless it is a proxy', async () => {
  const { dial } = await open(answer, { perClient: 2 })
  const one = await dial()
  await dial()
  await dial()
  await one.closed
  const behind = await open(answer, { perClient: 2, proxied: true } as Partial<ConnectionBounds>)
  const all = [await behind.dial(), await behind.dial(), await behind.dial(GET)]
  await all[2]?.answered()
  expect(all.map(({ got }) => got.closed)).toEqual([false, false, false])
})

test('idle ones are closed early where many are open', async () => {
  const { dial } = await open(answer, { crowded: 2, idleWhenCrowded: 40, afterAnswer: 30 })
  const idle = [await dial(), await dial(), await dial()]
  vi.advanceTimersByTime(60)
  await Promise.race(idle.map(({ closed }) => closed))
})

test('a request without an answer is reported once, and a body that is still arriving is not', async () => {
  const reported: (string | undefined)[] = []
  const { dial } = await open(() => {}, { late: 30_000, reportLate: (req) => reported.push(req.url) })
  const whole = await dial('GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n')
  const half = await dial('POST /half HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n')
  await Promise.all([whole.request(), half.request()])
  await vi.advanceTimersByTimeAsync(31_000)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(reported).toEqual(['/slow'])
})
