import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { expectUpload } from './connections.ts'
import { boundHalfBodies } from './half-bodies.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise((resolve) => server?.close(resolve))
})

/** A server that reads bodies, with two half ones for a client at most. */
async function open(take = (_: express.Response) => {}, momentMs = 0) {
  const app = express()
  app.use(boundHalfBodies({ most: 2, momentMs }))
  app.use((req, res) => {
    take(res)
    req.resume().on('end', () => res.end('whole'))
  })
  server = createServer(app)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connected = async () => {
    const accepted = once(server as Server, 'connection')
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    await accepted
    return socket
  }
  /** Sends a request whose body lacks its last byte, until the server has it. */
  const send = async () => {
    const socket = await connected()
    const arrived = once(server as Server, 'request')
    socket.write(HALF)
    await arrived
    return socket
  }
  return { send, connected }
}

const HALF = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab'

test('the oldest half body of a client ends where it sends one too many, and the others may go on', async () => {
  const { send } = await open()
  const oldest = await send()
  const closed = once(oldest, 'close')
  const second = await send()
  await send()
  await closed
  second.write('c')
  const [answer] = await once(second, 'data')
  expect(String(answer)).toContain('whole')
})

test('the oldest of bodies that begin at once ends a moment later, without another request', async () => {
  const { connected } = await open(() => {}, 50)
  // A timer may fire up to a millisecond early, and these begin within one: often enough to see a bound that compares clocks.
  for (let round = 0; round < 20; round++) {
    const three = [await connected(), await connected(), await connected()]
    for (const socket of three) socket.write(HALF)
    await Promise.race(three.map((socket) => once(socket, 'close')))
    expect(three.map((socket) => socket.destroyed)).toEqual([true, false, false])
    for (const socket of three) socket.destroy()
  }
})

test('a body that has arrived, and a file, count for nothing', async () => {
  const { send } = await open(expectUpload)
  const files = [await send(), await send(), await send()]
  files[0]?.write('c')
  const [answer] = await once(files[0] as Socket, 'data')
  expect(String(answer)).toContain('whole')
})
