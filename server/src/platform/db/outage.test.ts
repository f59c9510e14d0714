import { connect, createServer, type Server } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { countFloods, shortMessage } from '../../log.ts'
import { createOutage, type Outage } from './outage.ts'

type Line = { level: number; msg: string }

let outage: Outage | undefined
afterEach(() => outage?.close())

/** Opens a log as the program has it, with its outage watch. */
function openLog() {
  const lines: Line[] = []
  const waiting = new Map<string, () => void>()
  const watch = createOutage()
  outage = watch
  const write = (text: string) => {
    const line: Line = JSON.parse(text)
    lines.push(line)
    waiting.get(line.msg)?.()
  }
  const log = pino({ hooks: { logMethod: countFloods(shortMessage, watch.covers) } }, { write })
  const logged = (msg: string) => new Promise<void>((resolve) => waiting.set(msg, resolve))
  return { lines, log, watch, logged }
}

/** A port of this machine that nothing listens on. */
async function closedPort(): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('an outage is one line when it begins and one when it ends, whatever fails meanwhile', async () => {
  const { lines, log, watch, logged } = openLog()
  const port = await closedPort()
  const database = await createTestDatabase({ empty: true })
  const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${port}` }).href
  watch.watch(url, log)
  const failure = Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })
  const begun = logged('the database is away')
  for (let job = 0; job < 99; job++) log.warn({ err: failure, job }, 'job failed; retrying')
  log.error({ err: failure }, 'page could not be rendered')
  await begun
  expect(lines.map(({ msg, level }) => [level, msg])).toEqual([[50, 'the database is away']])
  const over = logged('the database is back')
  // The database returns at the address that the watch probes.
  const { hostname, port: real } = new URL(database.url)
  const bridge = createServer((socket) => {
    const inner = connect(Number(real || 5432), hostname)
    socket.pipe(inner).pipe(socket)
    for (const end of [socket, inner]) end.on('error', () => end.destroy())
  })
  await new Promise<void>((resolve) => bridge.listen(port, '127.0.0.1', resolve))
  await over
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away', 'the database is back'])
  await new Promise((resolve) => bridge.close(resolve))
  await database.drop()
})

test('an error of the program and a statement that the server ended keep their lines', async () => {
  const { lines, log, watch } = openLog()
  watch.watch('postgres://nobody@127.0.0.1:1/none', log)
  log.error({ err: new Error('a fault') }, 'unexpected error')
  const ended = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  log.warn({ err: ended }, 'job failed; retrying')
  expect(lines.map(({ msg }) => msg)).toEqual(['unexpected error', 'job failed; retrying'])
})

test('a database that answers is not called away', async () => {
  const { lines, log, watch, logged } = openLog()
  const database = await createTestDatabase({ empty: true })
  watch.watch(database.url, log)
  const late = logged('the database answered too late')
  log.warn({ err: Object.assign(new Error('pool'), { name: 'KnexTimeoutError' }) }, 'job failed; retrying')
  await late
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([[40, 'the database answered too late']])
  await database.drop()
})
