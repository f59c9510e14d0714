import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFromDisk } from './send-file.ts'

const MB = 1024 * 1024
const bytes = randomBytes(3 * MB + 17)
let root: string
let server: Server
const answers: Promise<boolean>[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'skillhaat-send-'))
  await writeFile(join(root, 'film.mp4'), bytes)
  const app = express()
  app.get('/*path', (req, res) => {
    const answer = sendFromDisk(res, req.path.slice(1), { root, etag: '"film"' })
    answers.push(answer)
    answer.then(
      (found) => found || res.sendStatus(404),
      () => res.sendStatus(500),
    )
  })
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(root, { recursive: true, force: true })
})

const addressOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`
const hashOf = (part: Uint8Array) => createHash('sha256').update(part).digest('hex')

async function request(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [answer] = await once(get(addressOf(path), { headers, agent: false }), 'response')
  return answer as IncomingMessage
}

test('every range has its own bytes while others are slow or leave', async () => {
  const ranges = Array.from({ length: 60 }, (_, at) => {
    const start = at * 50_021
    return { start, end: Math.min(bytes.length - 1, start + 700_000 + at) }
  })
  await Promise.all(
    ranges.map(async ({ start, end }, at) => {
      const answer = await request('film.mp4', { Range: `bytes=${start}-${end}` })
      expect(answer.statusCode).toBe(206)
      if (at % 3 === 0) return void answer.destroy()
      // A reader that pauses leaves the server with an unsent piece.
      if (at % 3 === 1) await new Promise((resolve) => setImmediate(resolve))
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      expect(hashOf(Buffer.concat(parts))).toBe(hashOf(bytes.subarray(start, end + 1)))
    }),
  )
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]))
})

test('a piece waiting in a connection survives the next answer', async () => {
  // Pipelined: the second answer is written while the first is still unread.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const requested = [0, 1_000_000, 2_000_000].map((start) => ({ start, end: start + 600_000 }))
  socket.pause()
  for (const { start, end } of requested) {
    const last = start === 2_000_000 ? 'Connection: close\r\n' : ''
    socket.write(`GET /film.mp4 HTTP/1.1\r\nHost: x\r\nRange: bytes=${start}-${end}\r\n${last}\r\n`)
  }
  for (const start of [5, 900_000]) {
    const other = await request('film.mp4', { Range: `bytes=${start}-${start + 900_000}` })
    other.resume()
    await once(other, 'end')
  }
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  let arrived = Buffer.concat(parts)
  for (const { start, end } of requested) {
    const head = arrived.indexOf('\r\n\r\n') + 4
    expect(hashOf(arrived.subarray(head, head + end - start + 1))).toBe(hashOf(bytes.subarray(start, end + 1)))
    arrived = arrived.subarray(head + end - start + 1)
  }
})

test('a file that became shorter ends only its connection', async () => {
  // Larger than a system's buffer for an unread connection.
  await writeFile(join(root, 'short.mp4'), bytes)
  await truncate(join(root, 'short.mp4'), 100 * MB)
  const answer = await request('short.mp4')
  expect(answer.headers['content-length']).toBe(String(100 * MB))
  await truncate(join(root, 'short.mp4'), 10)
  await expect(once(answer.resume(), 'end')).rejects.toThrow('aborted')
  expect((await request('film.mp4', { Range: 'bytes=0-9' })).statusCode).toBe(206)
})

test('an empty file is sent whole', async () => {
  await writeFile(join(root, 'empty.txt'), '')
  const answer = await request('empty.txt')
  await once(answer.resume(), 'end')
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '0'])
})

test('cached, out-of-range and missing files have their own status', async () => {
  expect((await request('film.mp4', { 'If-None-Match': '"film"' })).statusCode).toBe(304)
  const beyond = await request('film.mp4', { Range: `bytes=${bytes.length}-` })
  expect(beyond.statusCode).toBe(416)
  expect(beyond.headers['content-range']).toBe(`bytes */${bytes.length}`)
  const missing = await request('other.mp4')
  expect(missing.statusCode).toBe(404)
  expect(missing.headers.etag).not.toBe('"film"')
})
