import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { hasArrived, postEvent } from './post-event.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
}

/** A receiver that speaks no proper HTTP. */
async function tcp(answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
}

const post = (url: string, limitMs = 1_000) =>
  postEvent(url, { body: '{"a":"प्रिया"}', headers: { 'webhook-id': 'evt_1' } }, { production: false, limitMs })

test('the very bytes arrive, with their length', async () => {
  let got = ''
  const url = await http(async (request, response) => {
    for await (const piece of request) got += piece
    expect(request.headers).toMatchObject({ 'webhook-id': 'evt_1', 'content-length': '26' })
    response.end('thanks')
  })
  expect(await post(url)).toMatchObject({ status: 200, answer: 'thanks' })
  expect(got).toBe('{"a":"प्रिया"}')
})

test('an answer in time is taken, and a late one is none', async () => {
  // The limit is 10 s in the shop: 9 s are in time, and 11 s are not.
  const after = (ms: number) => http((_request, response) => void sleep(ms).then(() => response.end('ok')))
  expect(await post(await after(900), 2_000)).toMatchObject({ status: 200 })
  expect(await post(await after(3_000), 1_000)).toEqual({
    status: null,
    ms: expect.any(Number),
    answer: 'No answer in 1 s',
  })
})

test('a redirect is not followed', async () => {
  let inner = 0
  const target = await http((_request, response) => {
    inner += 1
    response.end('secret')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await http((_request, response) => response.writeHead(status, { location: target }).end())
    expect(await post(url)).toMatchObject({ status, location: target })
  }
  expect(inner).toBe(0)
})

test('only the beginning of an endless answer is read', async () => {
  let sent = 0
  const url = await http(async (_request, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(65_536, 'a')
    while (!response.destroyed) {
      sent += piece.length
      if (!response.write(piece)) await sleep(1)
    }
  })
  const { status, answer } = await post(url)
  expect([status, answer]).toEqual([200, 'a'.repeat(1_000)])
  // Ten gigabytes would not fit; the buffers of the sockets do.
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test('an answer that never ends counts by its status', async () => {
  const url = await http((_request, response) => {
    response.writeHead(200)
    response.write('begun')
  })
  expect(await post(url, 300)).toMatchObject({ status: 200, answer: 'begun' })
})

test('headers that never end are no answer', async () => {
  const large = await tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write(`x-a: ${'a'.repeat(8_000)}\r\n`), 1)
    socket.once('close', () => clearInterval(timer))
  })
  expect(await post(large)).toMatchObject({ status: null, answer: 'The headers of the answer are too large' })
  const slow = await tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-a: a\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  expect(await post(slow, 300)).toMatchObject({ status: null, answer: 'No answer in 0.3 s' })
})

test('a connection without an answer has its reason in words', async () => {
  const upgrade = await http((_request, response) => response.socket?.destroy())
  expect(await post(upgrade)).toMatchObject({ status: null, answer: 'The connection was cut off' })
  const garbage = await tcp((socket) => socket.end('hello'))
  expect(await post(garbage)).toMatchObject({ status: null, answer: expect.stringContaining('No answer') })
  const switches = await tcp((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  )
  expect(await post(switches)).toMatchObject({ status: null })
  const closed = await http(() => {})
  opened.pop()?.()
  expect(await post(closed)).toMatchObject({ status: null, answer: 'The connection was refused' })
})

const APPS_SCRIPT = 'https://script.google.com/macros/s/AKfy/exec'
const CONTENT = 'https://script.googleusercontent.com/macros/echo?user_content_key=x'

test.each([
  [true, 'https://crm.example/in', 200, undefined],
  [true, 'https://crm.example/in', 204, undefined],
  [true, 'https://crm.example/in', 299, undefined],
  [false, 'https://crm.example/in', 302, CONTENT],
  [false, 'https://crm.example/in', 300, undefined],
  [false, 'https://crm.example/in', 404, undefined],
  [false, 'https://crm.example/in', 500, undefined],
  [false, 'https://crm.example/in', null, undefined],
  [true, APPS_SCRIPT, 302, CONTENT],
  [true, 'https://script.google.com/a/macros/school.example/s/AKfy/exec', 302, CONTENT],
  [false, APPS_SCRIPT, 302, 'https://accounts.google.com/ServiceLogin'],
  [false, APPS_SCRIPT, 302, 'https://script.googleusercontent.com.evil.example/'],
  [false, APPS_SCRIPT, 302, undefined],
  [false, APPS_SCRIPT, 307, CONTENT],
  [false, 'https://script.google.com.evil.example/macros/s/x/exec', 302, CONTENT],
])('arrived is %s for %s with %s to %s', (arrived, url, status, location) => {
  expect(hasArrived(url, { status, ms: 1, answer: '', ...(location && { location }) })).toBe(arrived)
})
