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
  /** Sends a request whose body lacks its last byte, until the server has it. */
  return async () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    const arrived = once(server as Server, 'request')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab')
    await arrived
    return socket
  }
}

test('the oldest half body of a client ends where it sends one too many, and the others may go on', async () => {
  const send = await open()
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
  const send = await open(() => {}, 200)
  const [oldest, second, third] = [await send(), await send(), await send()]
  await once(oldest, 'close')
  expect([second.destroyed, third.destroyed]).toEqual([false, false])
})

test('a body that has arrived, and a file, count for nothing', async () => {
  const send = await open(expectUpload)
  const files = [await send(), await send(), await send()]
  files[0]?.write('c')
  const [answer] = await once(files[0] as Socket, 'data')
  expect(String(answer)).toContain('whole')
})
