import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { watchClock } from './clock-watch.ts'

let first: TestServer
beforeAll(async () => {
  first = await startTestServer({ work: false })
})
afterAll(() => first.stop())

/** Starts an instance whose machine's clock is off, and returns its readiness and its lines about the clock. */
async function startWithClock(offMs: number) {
  const server = await startTestServer({ beside: first, work: false, machineClock: () => Date.now() + offMs })
  try {
    const answer = await server.request('/api/ready')
    const lines = server.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('The clock'))
    return { status: answer.status, body: await answer.json(), lines }
  } finally {
    await server.stop()
  }
}

test('an instance whose clock agrees with the database’s says nothing', async () => {
  expect(await startWithClock(4_000)).toEqual({ status: 200, body: { status: 'ready' }, lines: [] })
})

test('an instance whose clock is some seconds off warns once, and serves', async () => {
  const { status, lines } = await startWithClock(-25_000)
  expect(status).toBe(200)
  expect(lines).toEqual([expect.objectContaining({ level: 40, ahead_seconds: -25 })])
})

test('an instance whose clock is minutes off is not ready: another one does better', async () => {
  const { status, body, lines } = await startWithClock(7 * 60_000)
  expect([status, body]).toEqual([
    503,
    { detail: 'The clock is 7 minutes ahead of the database’s', code: 'unavailable' },
  ])
  expect(lines).toEqual([expect.objectContaining({ level: 50, ahead_seconds: 420 })])
  expect((await startWithClock(-86_400_000)).body.detail).toBe('The clock is 1440 minutes behind the database’s')
})

test('a slow answer of the database is no clock that is off', async () => {
  // The statement seems to take a minute of this machine's time.
  const times = [0, 60_000]
  const base = Date.now() - 50_000
  const watch = await watchClock({ db: first.db, log: first.ctx.log, clock: () => base + (times.shift() ?? 0) })
  expect(watch.aheadMs()).toBe(0)
  watch.close()
})
