import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPatiently } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())

/** Longer than a request waits for a connection. */
const SLOW_MS = 1_800

test('a command waits for a database that starts, then answers slowly, and says so once', async () => {
  const real = new URL(database.url)
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    if (sockets.length === 1) return socket.destroy()
    setTimeout(() => {
      const onward = connect(Number(real.port), real.hostname)
      onward.on('error', () => {})
      socket.pipe(onward).pipe(socket)
    }, SLOW_MS)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url)
  url.port = String((server.address() as AddressInfo).port)
  const shown: string[] = []
  const db = await openPatiently(url.href, (sentence) => shown.push(sentence), { poolMax: 1 })
  expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(shown).toEqual([`Waiting for the database at 127.0.0.1:${url.port}${url.pathname} (30 s at most) …`])
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a database that answers with a refusal is not waited for', async () => {
  const url = new URL(database.url)
  url.pathname = '/no_such_shop'
  const shown: string[] = []
  await expect(openPatiently(url.href, (sentence) => shown.push(sentence))).rejects.toThrow('no_such_shop')
  expect(shown).toEqual([])
})
