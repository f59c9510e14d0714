import { globSync, readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer } from '../../../test/server.ts'
import { ROOT } from '../../config.ts'
import { createDb, isDatabaseUnavailable, PATIENT, patiently } from './knex.ts'

let database: TestDatabase
let proxy: Proxy
let db: Knex

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
})
afterAll(() => database.drop())

beforeEach(async () => {
  const { hostname, port } = new URL(database.url)
  proxy = await startProxy(hostname, Number(port || 5432))
  db = createDb(Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href, { poolMax: 2 })
})
afterEach(async () => {
  await proxy.setMode('pass')
  await db.destroy()
  await proxy.setMode('refuse')
})

test('tests and drills open a database with patience, and with no time limits of a request', () => {
  const own = ['server/src/platform/db/knex.test.ts', 'server/src/platform/db/pooler.test.ts']
  const files = globSync(['server/test/*.ts', 'server/src/**/*.test.ts', 'tools/**/*.ts', 'e2e/**/*.ts'], { cwd: ROOT })
  const opens = (file: string) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split(/\bcreateDb\(/)
      .slice(1)
  const hasty = files.filter(
    (file) => !own.includes(file) && opens(file).some((rest) => !/^.{0,120}\btimeouts\b/s.test(rest)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(hasty).toEqual([])
})

test('a session has the shop’s forms of time, whatever its role is set to', async () => {
  const odd = {
    DateStyle: "'sql, dmy'",
    IntervalStyle: "'iso_8601'",
    TimeZone: "'Asia/Kolkata'",
    bytea_output: "'escape'",
  }
  for (const [name, value] of Object.entries(odd))
    await database.db.raw(
      `alter role current_user in database "${new URL(database.url).pathname.slice(1)}" set ${name} = ${value}`,
    )
  const own = createDb(database.url, { poolMax: 1 })
  try {
    const [row] = (
      await own.raw(
        `select timestamptz '2026-11-28 18:38:01.66+00' as at, date '2026-12-01' as day, interval '1 day 2 hours'::text as span, '\\x00ff'::bytea as bytes`,
      )
    ).rows
    expect(row).toEqual({
      at: '2026-11-28T18:38:01.660Z',
      day: '2026-12-01',
      span: '1 day 02:00:00',
      bytes: Buffer.from([0, 255]),
    })
  } finally {
    await own.destroy()
  }
})

test('the shop of a test waits for its connections as long as a drill', async () => {
  const shop = await startTestServer({ work: false })
  const { connection, pool } = shop.db.client.config
  await shop.stop()
  expect([connection.connectionTimeoutMillis, pool.acquireTimeoutMillis]).toEqual([PATIENT.connect, PATIENT.acquire])
})

test('a request waits under two seconds for a connection, and under five for that and an answer', () => {
  const { connection, pool } = db.client.config
  expect(connection.connectionTimeoutMillis).toBeLessThan(pool.acquireTimeoutMillis)
  expect(pool.acquireTimeoutMillis).toBeLessThan(2_000)
  expect(pool.acquireTimeoutMillis + connection.query_timeout).toBeLessThan(5_000)
})

test('an export may wait longer for a statement than a request, and leaves the limit unchanged', async () => {
  const short = createDb(database.url, { poolMax: 1, timeouts: { ...PATIENT, statement: 100, query: 200 } })
  try {
    await expect(patiently(short, (trx) => trx.raw('select pg_sleep(0.4)'))).resolves.toBeDefined()
    await expect(short.raw('select pg_sleep(0.4)')).rejects.toSatisfy(isDatabaseUnavailable)
  } finally {
    await short.destroy()
  }
})

describe('when a value is read,', () => {
  test('values arrive as plain JavaScript: numbers, ISO times in UTC, dates as text', async () => {
    const { rows } = await db.raw(
      `select 9007199254740991::bigint as big, 10.25::numeric as part, '2026-11-20 12:30:00.5+05:30'::timestamptz as time,
        '2026-11-20'::date as date, array[1, null]::bigint[] as bigs, array['2026-11-20 00:00Z'::timestamptz] as times,
        array['2026-11-20'::date] as dates, current_setting('timezone') as zone, null::bigint as nothing`,
    )
    expect(rows[0]).toEqual({
      big: 9_007_199_254_740_991,
      part: 10.25,
      time: '2026-11-20T07:00:00.500Z',
      date: '2026-11-20',
      bigs: [1, null],
      times: ['2026-11-20T00:00:00.000Z'],
      dates: ['2026-11-20'],
      zone: 'UTC',
      nothing: null,
    })
  })

  test('a bigint that JavaScript cannot hold is an error, not another number', async () => {
    await expect(db.raw('select 9007199254740993::bigint')).rejects.toThrow('does not fit')
  })
})

test.skipIf(isPlainRun)(
  'a caller waits longer for a connection while the database answers others, but not without end',
  async () => {
    const slow = createDb(database.url, { poolMax: 1, timeouts: { ...PATIENT, acquire: 1_500 } })
    try {
      await slow.raw('select 1')
      const busy = () => slow.raw('select pg_sleep(0.5)')
      const waited = await Promise.allSettled(Array.from({ length: 6 }, busy))
      expect(waited.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
      const many = await Promise.allSettled(Array.from({ length: 20 }, busy))
      expect(many.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(5)
    } finally {
      await slow.destroy()
    }
  },
)

describe('while the database is unreachable,', () => {
  test('a refused connection fails for every waiting caller, and the pool heals', async () => {
    await db.raw('select 1')
    await proxy.setMode('refuse')
    const errors = await Promise.all([1, 2, 3, 4, 5].map(() => failureOf(db.raw('select 1'))))
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true, true, true])
    await proxy.setMode('pass')
    expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a silent server is an error', async () => {
    await proxy.setMode('swallow')
    expect(isDatabaseUnavailable(await failureOf(db.raw('select 1')))).toBe(true)
  })

  test('queries and transactions on a hung server fail, and the pool heals', async () => {
    await Promise.all([db.raw('select pg_sleep(0.05)'), db.raw('select pg_sleep(0.05)')])
    await proxy.setMode('swallow')
    const errors = await Promise.all([
      failureOf(db.raw('select 1')),
      failureOf(db.transaction((trx) => trx.raw('select 1'))),
      failureOf(db.raw('select 2')),
    ])
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true, true])
    await proxy.setMode('pass')
    const answers = await Promise.all([3, 4, 5].map((n) => db.raw('select ?::int as n', [n])))
    expect(answers.map(({ rows }) => rows[0].n)).toEqual([3, 4, 5])
  })

  test('connections cut by the server are replaced', async () => {
    const { rows } = await db.raw('select pg_backend_pid() as pid')
    const cut = failureOf(db.raw('select pg_sleep(10)'))
    await database.db.raw(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> ? and datname = current_database() and pid <> pg_backend_pid()',
      [0],
    )
    expect(isDatabaseUnavailable(await cut)).toBe(true)
    const after = await db.raw('select pg_backend_pid() as pid')
    expect(after.rows[0].pid).not.toBe(rows[0].pid)
  })
})

test('an exhausted pool answers with `unavailable`', async () => {
  const held = await Promise.all([db.transaction(), db.transaction()])
  expect(isDatabaseUnavailable(await failureOf(db.raw('select 1')))).toBe(true)
  for (const trx of held) await trx.rollback()
  expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the server cuts off a slow statement', async () => {
  const error = await failureOf(db.raw('select pg_sleep(10)'))
  expect(error).toMatchObject({ code: '57014' })
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test('an error of the statement itself is not an unavailable database', async () => {
  for (const sql of ['select 1/0', 'select nonsense', `select 'a'::int`]) {
    expect(isDatabaseUnavailable(await failureOf(db.raw(sql)))).toBe(false)
  }
  expect(isDatabaseUnavailable(new Error('anything else'))).toBe(false)
})

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

type Mode = 'pass' | 'swallow' | 'refuse'

interface Proxy {
  port: number
  setMode(mode: Mode): Promise<void>
}

/** Proxies the database: passes bytes on, swallows them, or refuses connections. */
async function startProxy(host: string, port: number): Promise<Proxy> {
  let mode: Mode = 'pass'
  const sockets = new Set<Socket>()
  const listen = (server: Server, at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => mode === 'pass' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await listen(server, 0)
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    port: own,
    async setMode(next) {
      if (next === 'refuse' && mode !== 'refuse') {
        server.close()
        for (const socket of sockets) socket.destroy()
      } else if (mode === 'refuse' && next !== 'refuse') await listen(server, own)
      mode = next
    },
  }
}
