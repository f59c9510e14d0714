import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionBounds, type Connections, expectUpload, watchConnections } from './connections.ts'

const opened: { server: Server; connections: Connections; sockets: Socket[] }[] = []
afterEach(async () => {
  for (const { server, connections, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    connections.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server with these bounds, and sockets to it that say whether they are still open. */
async function open(listener: RequestListener, bounds: Partial<ConnectionBounds> = {}) {
  const server = createServer({ requestTimeout: 0 }, listener)
  const connections = watchConnections(server, { proxied: false, ...bounds })
  const sockets: Socket[] = []
  opened.push({ server, connections, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dial = async (text = '') => {
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
    if (text) socket.write(text)
    return { socket, got, closed, answered: () => waitFor(() => got.text.includes('\r\n\r\n')) }
  }
  return { connections, dial }
}

async function waitFor(true_: () => boolean): Promise<void> {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const answer: RequestListener = (_req, res) => void res.writeHead(401).end()
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const half = (method: string) => `${method} / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`

test.each(['POST', 'GET'])('a %s whose body goes on after its answer is closed within seconds', async (method) => {
  const { dial, connections } = await open(answer, { afterAnswer: 60 })
  const { got, closed } = await dial(half(method))
  await closed
  expect(got.text).toContain('401')
  await waitFor(() => connections.count() === 0)
})

test('a body that is here in time leaves its connection to the next request', async () => {
  const { dial } = await open(answer, { afterAnswer: 150 })
  const { socket, got, answered } = await dial(half('POST'))
  await answered()
  socket.write('x'.repeat(99))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(got.closed).toBe(false)
  got.text = ''
  socket.write(GET)
  await answered()
  expect(got.text).toContain('401')
})

test('a request has its time, and bytes now and then give it no more', async () => {
  const { dial } = await open(() => {}, { request: 120, afterAnswer: 30 })
  const { socket, closed } = await dial(half('POST'))
  const drip = setInterval(() => socket.write('x'), 20)
  await closed
  clearInterval(drip)
})

test('an upload may take its time while it moves, and is closed when it does not', async () => {
  const begun = performance.now()
  const take: RequestListener = (req, res) => {
    expectUpload(res)
    req.resume()
  }
  const { dial } = await open(take, { request: 150, afterAnswer: 30 })
  const { socket, got, closed } = await dial(half('PUT'))
  for (let n = 0; n < 20; n++) {
    socket.write('x')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(performance.now() - begun).toBeGreaterThan(300)
  expect(got.closed).toBe(false)
  await closed
})

test('a handler that never answers holds its connection no longer than an answer may take', async () => {
  const { dial } = await open(() => {}, { answer: 60, afterAnswer: 30 })
  await (await dial(GET)).closed
})

test('whoever comes is served: the one that has been idle longest makes room', async () => {
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

test('with none idle, a request that comes in pieces makes room', async () => {
  let seen = 0
  const listener: RequestListener = (req, res) => {
    seen += 1
    if (req.method === 'GET') res.end()
  }
  const { dial } = await open(listener, { most: 2 })
  const slow = await dial(half('POST'))
  await waitFor(() => seen === 1)
  await dial(half('POST'))
  await waitFor(() => seen === 2)
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
  await Promise.race(idle.map(({ closed }) => closed))
})
